import { erasureApi, leadApi, propertyApi, segmentApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import type { Context } from './context.ts';
import { eraseSubject } from './erasure/erase-subject.ts';
import { getErasure } from './erasure/get-erasure.ts';
import { addLeadTags } from './lead/add-lead-tags.ts';
import { createLead } from './lead/create-lead.ts';
import { createLeads } from './lead/create-leads.ts';
import { deleteLead } from './lead/delete-lead.ts';
import { exportLeads } from './lead/export-leads.http.ts';
import { getLead } from './lead/get-lead.ts';
import { listLeads } from './lead/list-leads.ts';
import { mergeLeadAttributes } from './lead/merge-lead-attributes.ts';
import { mergeLeadProperties } from './lead/merge-lead-properties.ts';
import { removeLead } from './lead/remove-lead.ts';
import { removeLeadTag } from './lead/remove-lead-tag.ts';
import { updateLead } from './lead/update-lead.ts';
import { createProperty } from './property/create-property.ts';
import { getProperty } from './property/get-property.ts';
import { hideProperty } from './property/hide-property.ts';
import { listProperties } from './property/list-properties.ts';
import { removeProperty } from './property/remove-property.ts';
import { updateProperty } from './property/update-property.ts';
import { countSegmentLeads } from './segment/count-segment-leads.ts';
import { createSegment } from './segment/create-segment.ts';
import { deleteSegment } from './segment/delete-segment.ts';
import { getSegment } from './segment/get-segment.ts';
import { listSegmentLeads } from './segment/list-segment-leads.ts';
import { listSegments } from './segment/list-segments.ts';
import { previewSegment } from './segment/preview-segment.ts';
import { updateSegment } from './segment/update-segment.ts';
import { exportSubject } from './subject/export-subject.http.ts';

export const http = combine<Context>(
  implement<typeof leadApi, Context>(leadApi, {
    createLead,
    createLeads,
    listLeads,
    exportLeads,
    getLead,
    updateLead,
    mergeLeadAttributes,
    mergeLeadProperties,
    addLeadProperties: mergeLeadProperties,
    addLeadTags,
    removeLeadTag,
    deleteLead,
    removeLead,
  }),
  implement<typeof erasureApi, Context>(erasureApi, { exportSubject, eraseSubject, getErasure }),
  implement<typeof segmentApi, Context>(segmentApi, {
    createSegment,
    previewSegment,
    listSegments,
    getSegment,
    updateSegment,
    deleteSegment,
    listSegmentLeads,
    countSegmentLeads,
  }),
  implement<typeof propertyApi, Context>(propertyApi, {
    createProperty,
    listProperties,
    getProperty,
    updateProperty,
    hideProperty,
    removeProperty,
  }),
);
