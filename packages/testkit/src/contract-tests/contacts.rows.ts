import { newId } from '@parley/service-kit/call';

import { type EndpointRow, idAt, type RecordMaker } from './row.ts';

const carriedTag = 'vip';
/** Removing a tag that the lead does not have: 200, unchanged. */
const carriesNot = { tag: [200] };
const filters = [{ field: 'country', operator: '=', value: 'Italy' }];

export const contactsRecords: Record<string, RecordMaker> = {
  lead: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/leads`, { fullname: 'Ada', tags: [carriedTag] }), '_id'),
  tag: () => carriedTag,
  erasure: async ({ owner, projectId }) => {
    const lead = idAt(await owner('post', `/${projectId}/leads`, { fullname: 'Ada' }), '_id');
    return idAt(await owner('post', `/${projectId}/leads/${lead}/erasures`, {}), '_id');
  },
  segment: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/segments`, { name: 'Everybody' }), '_id'),
  property: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/properties`, { label: 'Plan', name: newId() }), '_id'),
};

export const contactsRows: Record<string, EndpointRow> = {
  createLead: { body: () => ({ lead_id: newId(), fullname: 'Ada Lovelace', email: 'ada@acme.example' }) },
  createLeads: { body: () => [{ lead_id: newId(), fullname: 'Ada Lovelace', email: 'ada@acme.example' }] },
  listLeads: {},
  exportLeads: {},
  getLead: {},
  updateLead: {},
  mergeLeadAttributes: {},
  mergeLeadProperties: {},
  addLeadProperties: {},
  addLeadTags: {},
  removeLeadTag: { otherIds: carriesNot },
  deleteLead: {},
  removeLead: {},

  exportSubject: {},
  eraseSubject: {},
  getErasure: {},

  createSegment: {},
  previewSegment: {},
  listSegments: {},
  getSegment: {},
  updateSegment: { body: () => ({ filters }) },
  deleteSegment: {},
  listSegmentLeads: {},
  countSegmentLeads: {},

  createProperty: { body: () => ({ label: 'Plan', name: newId() }) },
  listProperties: {},
  getProperty: {},
  updateProperty: {},
  hideProperty: {},
  removeProperty: {},
};
