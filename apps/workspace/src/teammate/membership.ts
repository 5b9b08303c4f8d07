import { isDeepStrictEqual } from 'node:util';

import {
  type Actor,
  type DomainEvent,
  type JoinOrigin,
  projectErrors,
  rightMissing,
  type TagCopyChange,
  teammateAvailabilityChanged,
  teammateErrors,
  teammateJoined,
  teammateRemoved,
  teammateUpdated,
  validationFailed,
  withTagChange,
} from '@parley/contracts';

import { missingRight } from '../role/granting.ts';
import {
  type CustomRole,
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

/** The next state of a membership and its events. */
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
  /** Single settings to set, by key. */
  flatSettings?: JsonObject;
  tags?: { tag: string; color?: string }[];
  role?: string;
  /** null: the custom role is taken away. */
  customRole?: CustomRole | null;
  status?: MembershipStatus;
}

/** What a change depends on besides the record. */
export interface MembershipChangeContext {
  actor: Actor;
  at: Date;
  /** Number of other active owners of the project, counted under the lock. */
  otherOwners: number;
  /** The name of the operation. */
  source: string;
}

export function joined(teammate: Teammate, origin: JoinOrigin): DomainEvent {
  return teammateJoined({ teammate: viewOf(teammate, 'whole'), origin });
}

/** Reactivates the record of a removed or disabled person, with the role of the invitation. */
export function rejoin(
  current: Teammate,
  invited: { role: string; userAvailable: boolean },
  person: Person,
  origin: JoinOrigin,
  at: Date,
): MembershipChange {
  const next = changed(current, { ...invited, customRole: undefined, person, status: 'active', trashed: false }, at);
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
  const { status = current.status } = wanted;
  const { role, customRole } = roleAfter(current, wanted);
  refuseForeignRole(current, role);
  if (role !== current.role || status !== current.status || customRole?.id !== current.customRole?.id)
    refuseBeyondOwn(current, { role, customRole }, changeContext.actor);

  const { flatSettings = {}, settings = current.settings, customRole: _asked, ...fields } = wanted;
  const next = {
    ...current,
    ...defined(fields),
    ...{ role, customRole },
    settings: { ...settings, ...flatSettings },
    // A disabled teammate takes no conversations.
    userAvailable: status === 'disabled' ? false : (wanted.userAvailable ?? current.userAvailable),
  };
  if (isActiveOwner(current) && !isActiveOwner(next)) refuseLastOwner(changeContext);
  return announced(current, next, changeContext);
}

/** Ends access at once; the record stays, since others refer to its id. */
export function remove(current: Teammate, hard: boolean, changeContext: MembershipChangeContext): MembershipChange {
  refuseBeyondOwn(current, undefined, changeContext.actor);
  if (isActiveOwner(current)) refuseLastOwner(changeContext);
  return leave(current, hard, changeContext.at);
}

/** The same without permission checks, for a person whose account is deleted. */
export function leave(current: Teammate, hard: boolean, at: Date): MembershipChange {
  const next = changed(
    current,
    { trashed: true, status: 'disabled', userAvailable: false, ...shown(current, 'offline', at) },
    at,
  );
  return { next, events: [teammateRemoved({ teammate: viewOf(next, 'whole'), deleteType: hard ? 'hard' : 'soft' })] };
}

/** Erases a visitor; the event holds no personal data. */
export function erase(current: Teammate, pseudonym: string, at: Date): MembershipChange {
  const createdBy = current.createdBy === current.uuidUser ? pseudonym : current.createdBy;
  const texts = { profile: {}, attributes: {}, settings: {}, tags: [], profileStatus: undefined };
  return leave({ ...current, ...texts, uuidUser: pseudonym, createdBy, lastLoginAt: undefined }, true, at);
}

/** Restores a removed teammate: a member at once, but unavailable until they say otherwise. */
export function restore(current: Teammate, changeContext: MembershipChangeContext): MembershipChange {
  if (!current.trashed) throw teammateErrors.not_removed();
  refuseBeyondOwn(current, current, changeContext.actor);
  return announced(current, { ...current, trashed: false, status: 'active', userAvailable: false }, changeContext);
}

/** Every view of the record contains the name, so a new name is a change of the record. */
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

/** @param before the address of the former photo */
export function picture(current: Teammate, person: Person, before: string | undefined, at: Date): MembershipChange {
  const next = changed(current, { person }, at);
  const teammate = viewOf(next, 'whole');
  return { next, events: [teammateUpdated({ teammate, changes: ['avatar'], previous: { avatar: before } })] };
}

/** Applies the claims of a customer's token to a visitor: raises a guest to `user`, never lowers a role. */
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

/** Their custom role allows something else now: every view of the record contains it. */
export function followRole(current: Teammate, at: Date): MembershipChange {
  const next = changed(current, {}, at);
  const teammate = viewOf(next, 'whole');
  return { next, events: [teammateUpdated({ teammate, changes: ['rights'], previous: {} })] };
}

/** A tag of the project has another name or colour now, or is taken off everything. */
export function followTag(current: Teammate, change: TagCopyChange, at: Date): MembershipChange {
  const tags = withTagChange(current.tags, change, {
    isNamed: (tag, name) => tag.tag === name,
    renamed: (one, tag, color) => ({ ...one, tag, ...(color !== undefined && { color }) }),
  });
  if (isDeepStrictEqual(tags, current.tags)) return { next: current, events: [] };
  const next = changed(current, { tags: [...tags] }, at);
  const previous = { tags: current.tags };
  return { next, events: [teammateUpdated({ teammate: viewOf(next, 'whole'), changes: ['tags'], previous })] };
}

/** Presence follows connections only: no other operation changes it. */
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
  customRole: 'role_id',
  maxServedChat: 'max_served_chat',
  attributes: 'attributes',
  settings: 'settings',
  tags: 'tags',
  status: 'status',
  trashed: 'trashed',
} as const satisfies Partial<Record<keyof Teammate, string>>;

/** Availability has an event of its own: both events when both changed, none when nothing did. */
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
  const previous = Object.fromEntries(fields.map((field) => [wireNames[field], previousOf(current, field)]));
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

/** A role named alone, and another than before, takes the custom one away: older clients know no other. */
function roleAfter(current: Teammate, wanted: TeammateUpdate): Pick<Teammate, 'role' | 'customRole'> {
  const { role = wanted.customRole?.base ?? current.role } = wanted;
  if (wanted.customRole) {
    if (role !== wanted.customRole.base)
      throw validationFailed([{ param: 'role', location: 'body', msg: 'Is not the base of the custom role' }]);
    return { role, customRole: wanted.customRole };
  }
  const isKept = wanted.customRole === undefined && role === current.role;
  return { role, customRole: isKept ? current.customRole : undefined };
}

function refuseForeignRole(current: Teammate, role: string | null): void {
  if (role === current.role) return;
  const ofVisitor = role === 'guest' || role === 'user';
  // Provisioned agents can never own the project.
  const fits = isVisitor(current) ? ofVisitor : !ofVisitor && !(role === 'owner' && current.person?.provisioned);
  if (!fits) throw validationFailed([{ param: 'role', location: 'body', msg: 'Is not a role for this record' }]);
}

/**
 * Only owners appoint, change and remove owners; a member with a custom role neither gives more than they have nor changes those who have more.
 */
function refuseBeyondOwn(
  current: Teammate,
  after: Pick<Teammate, 'role' | 'customRole'> | undefined,
  actor: Actor,
): void {
  const concernsOwner = current.role === 'owner' || after?.role === 'owner';
  if (concernsOwner && actor.role !== 'owner') throw projectErrors.owner_required();
  for (const { role, customRole } of after === undefined ? [current] : [current, after]) {
    const missing = missingRight(actor, role, customRole);
    if (missing !== undefined) throw rightMissing(missing);
  }
}

function previousOf(current: Teammate, field: keyof typeof wireNames): unknown {
  return field === 'customRole' ? current.customRole?.id : current[field];
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
