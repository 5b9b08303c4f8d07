import { defineErrors } from '../errors.ts';

/** Source: contract 30. */
export const leadErrors = defineErrors({
  lead_not_found: ['not_found', 'There is no such lead.'],
  lead_exists: ['conflict', 'There is a lead with this lead_id.'],
});

export const segmentErrors = defineErrors({
  segment_not_found: ['not_found', 'There is no such segment.'],
});

export const propertyErrors = defineErrors({
  property_not_found: ['not_found', 'There is no such property.'],
  property_exists: ['conflict', 'There is a property with this name.'],
});
