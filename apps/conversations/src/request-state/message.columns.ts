/** The select list that makes a `Message` of `message m`. */
export const messageColumns = `
  m.id_project as "projectId", m.request, m.seq, m.id, m.version, m.created_at as "createdAt",
  m.updated_at as "updatedAt", m.created_by as "createdBy", m.sender, m.sender_fullname as "senderFullname", m.text,
  m.type, m.metadata, m.attributes, m.status, m.language, m.channel, m.external_id as "externalId", m.imported,
  m.audience`;
