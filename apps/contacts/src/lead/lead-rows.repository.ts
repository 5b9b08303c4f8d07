import { recordTable } from '@parley/service-kit/database';

import type { Lead } from './lead.ts';

export const leads = recordTable<Lead>(
  'lead',
  'l',
  {
    projectId: 'id_project',
    id: 'id',
    leadId: 'lead_id',
    fullname: 'fullname',
    email: 'email',
    phone: 'phone',
    company: 'company',
    note: 'note',
    streetAddress: 'street_address',
    city: 'city',
    region: 'region',
    zipcode: 'zipcode',
    country: 'country',
    attributes: 'attributes',
    properties: 'properties',
    tags: 'tags',
    status: 'status',
    createdBy: 'created_by',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  ['createdAt', 'createdBy'],
);

export const leadColumns = leads.columns;
