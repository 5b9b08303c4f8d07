import { defineErrors } from '../errors.ts';

/** Source: contract 30. */
export const leadErrors = defineErrors({
  lead_not_found: ['not_found', 'There is no such lead.'],
  lead_exists: ['conflict', 'A lead with this lead_id already exists.'],
});

export const segmentErrors = defineErrors({
  segment_not_found: ['not_found', 'There is no such segment.'],
});

export const propertyErrors = defineErrors({
  property_not_found: ['not_found', 'There is no such property.'],
  property_exists: ['conflict', 'A property with this name already exists.'],
});
