import { isDeepStrictEqual } from 'node:util';

import {
  type Actor,
  type DomainEvent,
  type JoinOrigin,
  projectErrors,
  teammateAvailabilityChanged,
  teammateErrors,
  teammateJoined,
  teammateRemoved,
  teammateUpdated,
  validationFailed,
} from '@parley/contracts';

import {
  isActiveOwner,
  isOwn,
  isVisitor,
  type MembershipStatus,
  type Person,
  type PresenceStatus,
  type Teammate,
  type VisitorProfile,
  viewOf,
} from './teammate.ts';

type JsonObject = Record<string, unknown>;

/** What becomes of a membership, and what is told of it. */
export interface MembershipChange {
  next: Teammate;
  events: DomainEvent[];
}

export interface TeammateUpdate {
  userAvailable?: boolean;
  profileStatus?: string;
  /** null: no limit. */
  maxServedChat?: number | null;
  attributes?: JsonObject;
  settings?: JsonObject;
  /** Settings set alone, by key. */
  flatSettings?: JsonObject;
  tags?: { tag: string; color?: string }[];
  role?: string;
  status?: MembershipStatus;
}

/** What a change is judged by, besides the record. */
export interface MembershipChangeContext {
  actor: Actor;
  at: Date;
  /** Active owners of the project other than this one, counted under the lock. */
  otherOwners: number;
  /** The operation. */
  source: string;
}

export function joined(teammate: Teammate, origin: JoinOrigin): DomainEvent {
  return teammateJoined({ teammate: viewOf(teammate, 'whole'), origin });
}

/** Gives a removed or disabled person his record back, with what the invitation says. */
export function rejoin(
  current: Teammate,
  invited: { role: string; userAvailable: boolean },
  person: Person,
  origin: JoinOrigin,
  at: Date,
): MembershipChange {
  const next = changed(current, { ...invited, person, status: 'active', trashed: false }, at);
  return { next, events: [joined(next, origin)] };
}

/**
 * @throws projectErrors.owner_required, teammateErrors.last_owner, commonErrors.validation_failed
 */
export function update(
  current: Teammate,
  wanted: TeammateUpdate,
  changeContext: MembershipChangeContext,
): MembershipChange {
  const { role = current.role, status = current.status } = wanted;
  refuseForeignRole(current, wanted.role);
  if (role !== current.role || status !== current.status) refuseWithoutOwner(current, role, changeContext.actor);

  const { flatSettings = {}, settings = current.settings, ...fields } = wanted;
  const next = {
    ...current,
    ...defined(fields),
    settings: { ...settings, ...flatSettings },
    // Whoever is switched off takes no conversations, whatever he was.
    userAvailable: status === 'disabled' ? false : (wanted.userAvailable ?? current.userAvailable),
  };
  if (isActiveOwner(current) && !isActiveOwner(next)) refuseLastOwner(changeContext);
  return announced(current, next, changeContext);
}

/** At once no access; what others built on the record keeps its id. */
export function remove(current: Teammate, hard: boolean, changeContext: MembershipChangeContext): MembershipChange {
  refuseWithoutOwner(current, undefined, changeContext.actor);
  if (isActiveOwner(current)) refuseLastOwner(changeContext);
  return leave(current, hard, changeContext.at);
}

/** The same without asking whether he may: for a person who is deleted himself. */
export function leave(current: Teammate, hard: boolean, at: Date): MembershipChange {
  const next = changed(
    current,
    { trashed: true, status: 'disabled', userAvailable: false, ...shown(current, 'offline', at) },
    at,
  );
  return { next, events: [teammateRemoved({ teammate: viewOf(next, 'whole'), deleteType: hard ? 'hard' : 'soft' })] };
}

/** A visitor of whom nothing may be kept goes for good, and what is told of it holds nothing of him. */
export function erase(current: Teammate, pseudonym: string, at: Date): MembershipChange {
  const createdBy = current.createdBy === current.uuidUser ? pseudonym : current.createdBy;
  const texts = { profile: {}, attributes: {}, settings: {}, tags: [], profileStatus: undefined };
  return leave({ ...current, ...texts, uuidUser: pseudonym, createdBy, lastLoginAt: undefined }, true, at);
}

/** Takes a removed one back. He is a member again at once, and takes no conversations before he says so. */
export function restore(current: Teammate, changeContext: MembershipChangeContext): MembershipChange {
  if (!current.trashed) throw teammateErrors.not_removed();
  refuseWithoutOwner(current, undefined, changeContext.actor);
  return announced(current, { ...current, trashed: false, status: 'active', userAvailable: false }, changeContext);
}

/** His name stands in every copy of the record, so a new name is a change of it. */
export function rename(
  current: Teammate,
  person: Person,
  before: Pick<Person, 'firstname' | 'lastname'>,
  at: Date,
): MembershipChange {
  const next = changed(current, { person }, at);
  const changes = (['firstname', 'lastname'] as const).filter((name) => person[name] !== before[name]);
  const previous = Object.fromEntries(changes.map((name) => [name, before[name]]));
  const event = teammateUpdated({
    teammate: viewOf(next, 'whole'),
    changes: [...changes],
    previous,
    source: 'updateUser',
  });
  return { next, events: [event] };
}

/** A visitor for whom the customer's server has vouched: raised to `user` if he was a guest, never lowered. */
export function applyClaims(
  current: Teammate,
  claimed: { role: 'guest' | 'user'; profile: VisitorProfile; attributes: JsonObject },
  at: Date,
): MembershipChange {
  const role = claimed.role === 'user' && current.role === 'guest' ? 'user' : current.role;
  const next = {
    ...current,
    role,
    profile: { ...current.profile, ...defined(claimed.profile) },
    attributes: claimed.attributes,
  };
  const by: Actor = { kind: 'external', id: current.uuidUser ?? '', teammateId: current.id };
  return announced(current, next, { actor: by, at, otherOwners: 0, source: 'signInWithCustomToken' });
}

/** Presence comes from connections alone: it changes nothing else, and nothing else changes it. */
export function showPresence(current: Teammate, status: PresenceStatus, at: Date): MembershipChange {
  if (current.presence.status === status) return { next: current, events: [] };
  const next = changed(current, shown(current, status, at), at);
  const previous = { presence: current.presence };
  return { next, events: [teammateUpdated({ teammate: viewOf(next, 'whole'), changes: ['presence'], previous })] };
}

function shown({ presence }: Teammate, status: PresenceStatus, at: Date): Pick<Teammate, 'presence'> {
  return { presence: presence.status === status ? presence : { status, changedAt: at } };
}

const wireNames = {
  profile: 'profile',
  role: 'role',
  maxServedChat: 'max_served_chat',
  attributes: 'attributes',
  settings: 'settings',
  tags: 'tags',
  status: 'status',
  trashed: 'trashed',
} as const satisfies Partial<Record<keyof Teammate, string>>;

/** Availability is told by an event of its own; both when both changed, none when nothing did. */
function announced(
  current: Teammate,
  wanted: Teammate,
  { actor, at, source }: MembershipChangeContext,
): MembershipChange {
  const fields = (Object.keys(wireNames) as (keyof typeof wireNames)[]).filter(
    (key) => !isDeepStrictEqual(current[key], wanted[key]),
  );
  const isAvailabilityNew =
    current.userAvailable !== wanted.userAvailable || current.profileStatus !== wanted.profileStatus;
  if (fields.length === 0 && !isAvailabilityNew) return { next: current, events: [] };

  const next = changed(wanted, {}, at);
  const teammate = viewOf(next, 'whole');
  const changes = fields.map((field) => wireNames[field]);
  const previous = Object.fromEntries(fields.map((field) => [wireNames[field], current[field]]));
  const events = [
    ...(fields.length > 0 ? [teammateUpdated({ teammate, changes, previous, source })] : []),
    ...(isAvailabilityNew
      ? [
          teammateAvailabilityChanged({
            teammate,
            user_available: next.userAvailable,
            profileStatus: next.profileStatus,
            previous: { user_available: current.userAvailable, profileStatus: current.profileStatus },
            updateType: isOwn(current, actor) ? 'self' : 'other',
            source,
          }),
        ]
      : []),
  ];
  return { next, events };
}

function refuseForeignRole(current: Teammate, role: string | undefined): void {
  if (role === undefined || role === current.role) return;
  const ofVisitor = role === 'guest' || role === 'user';
  // Whom a project's own server made may never own the project.
  const fits = isVisitor(current) ? ofVisitor : !ofVisitor && !(role === 'owner' && current.person?.provisioned);
  if (!fits) throw validationFailed([{ param: 'role', location: 'body', msg: 'Is not a role for this record' }]);
}

/** Owners are made, changed and removed by owners only. */
function refuseWithoutOwner(current: Teammate, role: string | null | undefined, actor: Actor): void {
  const concernsOwner = current.role === 'owner' || role === 'owner';
  if (concernsOwner && actor.role !== 'owner') throw projectErrors.owner_required();
}

function refuseLastOwner({ otherOwners }: MembershipChangeContext): void {
  if (otherOwners === 0) throw teammateErrors.last_owner();
}

function changed(current: Teammate, change: Partial<Teammate>, at: Date): Teammate {
  return { ...current, ...change, updatedAt: at, version: current.version + 1 };
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
