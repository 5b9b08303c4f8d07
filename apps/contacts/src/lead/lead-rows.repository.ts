import type { Prisma } from '../generated/prisma/client.ts';
import type { Lead } from './lead.ts';

/** The column of each member. */
const columns: Record<keyof Lead, string> = {
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
};

/** The select list that makes a `Lead`: column names are the members' names. */
export const leadColumns = Object.entries(columns)
  .map(([member, column]) => (member === column ? `l.${column}` : `l.${column} as "${member}"`))
  .join(', ');

/** The row as Prisma writes it. */
export function rowOf({ projectId, attributes, properties, ...lead }: Lead): Prisma.LeadCreateManyInput {
  return {
    ...lead,
    idProject: projectId,
    attributes: attributes as Prisma.InputJsonObject,
    properties: properties as Prisma.InputJsonObject,
  };
}
