import type { Prisma } from '../generated/prisma/client.ts';
import type { Lead } from './lead.ts';

/** The select list that makes a `Lead`: column names are the members' names. */
export const leadColumns = `l.id_project as "projectId", l.id, l.lead_id as "leadId", l.fullname, l.email, l.phone, l.company, l.note,
  l.street_address as "streetAddress", l.city, l.region, l.zipcode, l.country, l.attributes, l.properties, l.tags, l.status,
  l.created_by as "createdBy", l.created_at as "createdAt", l.updated_at as "updatedAt", l.version`;

/** The row as Prisma writes it. */
export function rowOf({ projectId, attributes, properties, ...lead }: Lead): Prisma.LeadCreateManyInput {
  return {
    ...lead,
    idProject: projectId,
    attributes: attributes as Prisma.InputJsonObject,
    properties: properties as Prisma.InputJsonObject,
  };
}
