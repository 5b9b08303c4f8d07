import { type Actor, type CustomRights, rightsOf, type TeammateUserView, type TeammateView } from '@parley/contracts';

import { isBusy } from './busy.ts';

type JsonObject = Record<string, unknown>;

/** The person of a membership, as far as the team sees them. */
export interface Person {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  description?: string;
  publicEmail?: string;
  publicWebsite?: string;
  /** Address of the photo's thumbnail. */
  avatar?: string;
  /** Provisioned by the project's server; can never be its owner. */
  provisioned?: boolean;
}

export interface VisitorProfile {
  firstname?: string;
  lastname?: string;
  email?: string;
}

export type MembershipStatus = 'active' | 'disabled';
export type PresenceStatus = 'online' | 'offline';

/** A custom role, as far as its members carry it. */
export interface CustomRole extends CustomRights {
  id: string;
}

/** A membership: of a person (`idUser`) or of a visitor (`uuidUser`). */
export interface Teammate {
  id: string;
  projectId: string;
  idUser?: string;
  /** The current person; absent for visitors. */
  person?: Person;
  uuidUser?: string;
  profile: VisitorProfile;
  /** null or an unknown word in an imported record, which grants nothing. */
  role: string | null;
  /** Whose base is `role`. */
  customRole?: CustomRole;
  userAvailable: boolean;
  profileStatus?: string;
  /** null: no limit of their own. */
  maxServedChat: number | null;
  attributes: JsonObject;
  settings: JsonObject;
  tags: { tag: string; color?: string }[];
  status: MembershipStatus;
  trashed: boolean;
  lastLoginAt?: Date;
  presence: { status: string; changedAt?: Date };
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface NewMembership {
  id: string;
  projectId: string;
  role: string;
  userAvailable: boolean;
  createdBy: string;
}

export function newTeammate(membership: NewMembership, person: Person, at: Date): Teammate {
  return { ...blank(membership, at), idUser: person.id, person };
}

export function newVisitor(membership: NewMembership, uuidUser: string, profile: VisitorProfile, at: Date): Teammate {
  return { ...blank(membership, at), uuidUser, profile };
}

function blank(membership: NewMembership, at: Date): Teammate {
  return {
    ...membership,
    profile: {},
    maxServedChat: null,
    attributes: {},
    settings: {},
    tags: [],
    status: 'active',
    trashed: false,
    presence: { status: 'offline' },
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

export function isVisitor(teammate: Teammate): boolean {
  return teammate.idUser === undefined;
}

/** Only active members have the rights of their role. */
export function isActive(teammate: Teammate): boolean {
  return teammate.status === 'active' && !teammate.trashed;
}

export function isActiveOwner(teammate: Teammate): boolean {
  return teammate.role === 'owner' && isActive(teammate) && !isVisitor(teammate);
}

/** User id or `uuid_user`: the id that the gateway and other services use. */
export function principalIdOf(teammate: Teammate): string {
  return teammate.idUser ?? teammate.uuidUser ?? '';
}

export function nameOf(teammate: Teammate): Required<Omit<VisitorProfile, 'email'>> & Pick<VisitorProfile, 'email'> {
  const { firstname = '', lastname = '', email } = teammate.person ?? teammate.profile;
  return { firstname, lastname, email };
}

export function fullNameOf(teammate: Teammate): string {
  const { firstname, lastname } = nameOf(teammate);
  return `${firstname} ${lastname}`.trim();
}

/** Whether this record is the caller's own. */
export function isOwn(teammate: Teammate, actor: Actor): boolean {
  return teammate.id === actor.teammateId || (actor.id !== '' && principalIdOf(teammate) === actor.id);
}

/** Active conversations of a team, and the settings that limit them. */
export interface TeamLoad {
  settings: JsonObject;
  /** Number of active conversations by user id; missing where unknown. */
  held: ReadonlyMap<string, number>;
}

/**
 * @param person `whole` in reads and events; `id` in `me` and in the answers of writes, where clients expect a text
 * @param load absent in events, which do not know the load
 */
export function viewOf(teammate: Teammate, person: 'whole' | 'id', load?: TeamLoad): TeammateView {
  const limit = teammate.maxServedChat ?? undefined;
  const held = load?.held.get(teammate.idUser ?? '');
  return {
    _id: teammate.id,
    id: teammate.id,
    id_project: teammate.projectId,
    ...identityOf(teammate, person),
    role: teammate.role,
    ...customViewOf(teammate.customRole),
    roleType: isVisitor(teammate) ? 2 : 1,
    user_available: teammate.userAvailable,
    profileStatus: teammate.profileStatus,
    presence: { status: teammate.presence.status, changedAt: teammate.presence.changedAt?.toISOString() },
    isAuthenticated: teammate.role !== 'guest',
    max_served_chat: limit,
    max_assigned_chat: limit,
    number_assigned_requests: held,
    isBusy: isBusy(teammate.maxServedChat, load?.settings ?? {}, held),
    attributes: teammate.attributes,
    settings: teammate.settings,
    tags: teammate.tags,
    status: teammate.status,
    trashed: teammate.trashed,
    last_login_at: teammate.lastLoginAt?.toISOString(),
    createdBy: teammate.createdBy,
    createdAt: teammate.createdAt.toISOString(),
    updatedAt: teammate.updatedAt.toISOString(),
    __v: teammate.version,
  };
}

function customViewOf(role: CustomRole | undefined): Pick<TeammateView, 'role_id' | 'rights' | 'visibility'> {
  return role === undefined ? {} : { role_id: role.id, rights: rightsOf(role), visibility: role.visibility };
}

function identityOf(
  teammate: Teammate,
  person: 'whole' | 'id',
): Pick<TeammateView, 'id_user' | 'uuid_user' | 'profile'> {
  if (isVisitor(teammate)) return { uuid_user: teammate.uuidUser, profile: teammate.profile };
  return { id_user: person === 'whole' && teammate.person ? personViewOf(teammate.person) : teammate.idUser };
}

function personViewOf(person: Person): TeammateUserView {
  return {
    _id: person.id,
    id: person.id,
    email: person.email,
    firstname: person.firstname,
    lastname: person.lastname,
    description: person.description,
    public_email: person.publicEmail,
    public_website: person.publicWebsite,
    avatar: person.avatar,
  };
}
