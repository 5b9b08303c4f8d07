import type { Prisma } from '../generated/prisma/client.ts';
import type { CustomRole, MembershipStatus, Teammate } from './teammate.ts';

type JsonObject = Record<string, unknown>;

/** A membership with its person, as the statements of the repositories select it. */
export interface TeammateRow {
  id_project: string;
  id: string;
  id_user: string | null;
  uuid_user: string | null;
  role: string | null;
  user_available: boolean;
  profile_status: string | null;
  max_served_chat: number | null;
  attributes: JsonObject;
  settings: JsonObject;
  tags: { tag: string; color?: string }[];
  status: MembershipStatus;
  trashed: boolean;
  last_login_at: Date | null;
  presence_status: string;
  presence_changed_at: Date | null;
  firstname: string | null;
  lastname: string | null;
  email: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: number;
  person: PersonRow | null;
  custom_role: CustomRole | null;
}

interface PersonRow {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  description: string | null;
  public_email: string | null;
  public_website: string | null;
  avatar: string | null;
  provisioned: boolean;
}

/** `… WHERE …` follows. @param source of the rows `m` of `teammates` @param more columns for the page of a list */
export function selectTeammatesOf(source: string, more?: string): string {
  return `SELECT m.*, CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object('id', u.id, 'email', u.email,
      'firstname', u.firstname, 'lastname', u.lastname, 'description', u.description, 'public_email', u.public_email,
      'public_website', u.public_website, 'avatar', u.avatar, 'provisioned', u.provisioned_by IS NOT NULL) END AS person,
      CASE WHEN m.role_id IS NULL THEN NULL ELSE (SELECT json_build_object('id', r.id, 'base', r.base, 'rights', r.rights,
      'visibility', r.visibility) FROM roles r WHERE r.id_project = m.id_project AND r.id = m.role_id) END AS custom_role${more ? `, ${more}` : ''}
    FROM ${source} m LEFT JOIN users u ON u.id = m.id_user`;
}

/** `… WHERE m.id_project = $1 AND …` follows. */
export const selectTeammates = selectTeammatesOf('teammates');

export function toTeammate(row: TeammateRow): Teammate {
  const { person } = row;
  return {
    id: row.id,
    projectId: row.id_project,
    idUser: row.id_user ?? undefined,
    person: person
      ? {
          id: person.id,
          email: person.email,
          firstname: person.firstname,
          lastname: person.lastname,
          description: person.description ?? undefined,
          publicEmail: person.public_email ?? undefined,
          publicWebsite: person.public_website ?? undefined,
          avatar: person.avatar ?? undefined,
          provisioned: person.provisioned,
        }
      : undefined,
    uuidUser: row.uuid_user ?? undefined,
    profile: {
      firstname: row.firstname ?? undefined,
      lastname: row.lastname ?? undefined,
      email: row.email ?? undefined,
    },
    role: row.role,
    customRole: row.custom_role ?? undefined,
    userAvailable: row.user_available,
    profileStatus: row.profile_status ?? undefined,
    maxServedChat: row.max_served_chat,
    attributes: row.attributes,
    settings: row.settings,
    tags: row.tags,
    status: row.status,
    trashed: row.trashed,
    lastLoginAt: row.last_login_at ?? undefined,
    presence: { status: row.presence_status, changedAt: row.presence_changed_at ?? undefined },
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** Everything a change may touch. */
export function toRow(teammate: Teammate) {
  return {
    role: teammate.role,
    roleId: teammate.customRole?.id ?? null,
    userAvailable: teammate.userAvailable,
    profileStatus: teammate.profileStatus ?? null,
    maxServedChat: teammate.maxServedChat,
    attributes: teammate.attributes as Prisma.InputJsonObject,
    settings: teammate.settings as Prisma.InputJsonObject,
    tags: teammate.tags as unknown as Prisma.InputJsonArray,
    status: teammate.status,
    trashed: teammate.trashed,
    presenceStatus: teammate.presence.status,
    presenceChangedAt: teammate.presence.changedAt ?? null,
    firstname: teammate.profile.firstname ?? null,
    lastname: teammate.profile.lastname ?? null,
    email: teammate.profile.email ?? null,
    updatedAt: teammate.updatedAt,
    version: teammate.version,
  };
}

export function toNewRow(teammate: Teammate) {
  return {
    ...toRow(teammate),
    idProject: teammate.projectId,
    id: teammate.id,
    idUser: teammate.idUser,
    uuidUser: teammate.uuidUser,
    createdBy: teammate.createdBy,
    createdAt: teammate.createdAt,
  };
}
