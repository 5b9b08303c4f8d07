import type { ActivityVerb, ActivityView, activityTargets, EventEnvelope } from '@parley/contracts';

type JsonObject = Record<string, unknown>;

export interface Person {
  type: 'user' | 'bot' | 'token' | 'system';
  /** User id, `bot_<id>` or `system`. */
  id: string;
  name?: string | undefined;
}

export interface Target {
  type: (typeof activityTargets)[number];
  id: string;
  /** The record after the change. */
  object?: JsonObject | undefined;
}

/** An entry of the activity log. Source: contract 40 section 3.2. */
export interface Activity {
  projectId: string;
  id: string;
  createdAt: Date;
  verb: ActivityVerb;
  actor: Person;
  actionObj: JsonObject | null;
  target: Target;
  related: (Person & { role: string }) | null;
  /** The people and bots that it concerns. */
  agents: string[];
}

/** The data of an activity that comes from the payload of an event; the rest comes from its envelope. */
export interface ActivityDraft {
  verb: ActivityVerb;
  /** Default: the actor of the event. */
  actor?: Person | undefined;
  actionObj?: JsonObject | undefined;
  target: Target;
  related?: (Person & { role: string }) | undefined;
  /** People and bots that it concerns besides actor and related. */
  agents?: readonly string[] | undefined;
  /** Set for the creation of a conversation: the version of the request. The activity then has the id of the request, so there is one. */
  firstConversationVersion?: number | undefined;
}

const system: Person = { type: 'system', id: 'system', name: 'System' };

/** An event makes at most one activity, with the same id: redelivery is idempotent. */
export function activityOf(event: EventEnvelope, draft: ActivityDraft): Activity {
  const {
    verb,
    actor = actorOf(event),
    actionObj = null,
    target,
    related = null,
    agents = [],
    firstConversationVersion,
  } = draft;
  const people = [actor, ...(related ? [related] : [])].filter(({ type }) => type !== 'system');
  return {
    ...{
      projectId: event.idproject,
      id: firstConversationVersion === undefined ? event.id : target.id,
      createdAt: new Date(event.time),
      verb,
      actor,
      actionObj,
      target,
      related,
    },
    agents: [...new Set([...people.map(({ id }) => id), target.id, ...agents])],
  };
}

/** The actor of an event; webhooks act as the system. */
export function actorOf({ actor, actorname }: EventEnvelope): Person {
  const [kind = '', ...rest] = actor.split(':');
  const id = rest.join(':');
  if (kind === 'user' || kind === 'token') return { type: kind, id, ...(actorname && { name: actorname }) };
  if (kind === 'bot') return { type: 'bot', id: `bot_${id}`, ...(actorname && { name: actorname }) };
  return system;
}

/** The person, bot or system that an id stands for. */
export function personOf(id: string, nameOf: (id: string) => string | undefined): Person {
  if (id === '' || id === 'system' || id.startsWith('_')) return system;
  const name = nameOf(id);
  return { type: id.startsWith('bot_') ? 'bot' : 'user', id, ...(name && { name }) };
}

/** Reduces an activity about an erased person to ids. */
export function anonymous(activity: Activity, erased: ReadonlySet<string>): Activity {
  const { actor, related, target, actionObj } = activity;
  const nameless = <P extends Person>({ name, ...person }: P) => (erased.has(person.id) ? person : { ...person, name });
  return {
    ...activity,
    actor: nameless(actor),
    related: related && (nameless(related) as Activity['related']),
    target: { ...target, object: idsOf(target.object) },
    actionObj: actionObj && idsOf(actionObj),
  };
}

const mayStay =
  /^(_?id|\w+_id|status|hasBot|createdAt|closed_by|mode|reason|source|assign\w+|member|participants|\w*Participants)$/;

function idsOf(object: JsonObject | undefined): JsonObject {
  const { assigneeName: _name, ...rest } = object ?? {};
  return Object.fromEntries(Object.entries(rest).filter(([name]) => mayStay.test(name)));
}

/** Drops members without a value. */
export function given(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

export function viewOf({ projectId, createdAt, ...activity }: Activity): ActivityView {
  const { id, verb, actor, actionObj, target, related } = activity;
  const at = createdAt.toISOString();
  return {
    ...{ _id: id, id, __v: 0, id_project: projectId, createdAt: at, updatedAt: at },
    actor: { _id: actor.id, ...actor },
    verb,
    ...(actionObj && { actionObj }),
    target,
    ...(related && { related }),
    ...messageOf(activity),
  };
}

const sentences: Partial<
  Record<ActivityVerb, (activity: Pick<Activity, 'actor' | 'actionObj' | 'target' | 'related'>) => string>
> = {
  PROJECT_USER_INVITE: ({ actor, actionObj }) =>
    `${nameFor(actor)} has invited ${actionObj?.email} to take on the ${actionObj?.role} role`,
  PROJECT_USER_DELETE: ({ actor, actionObj }) =>
    `${nameFor(actor)} has removed ${actionObj?.email ?? 'a teammate'} from the project`,
  PROJECT_USER_AVAILABILITY_SELF: ({ actor, actionObj }) =>
    `${nameFor(actor)} has changed the own status to ${actionObj?.newStatus}`,
  REQUEST_CREATE: ({ actor }) => `${nameFor(actor)} has started a conversation`,
  REQUEST_MERGE: ({ actor }) => `${nameFor(actor)} has merged the conversation into another one`,
  REQUEST_UNMERGE: ({ actor }) => `${nameFor(actor)} has undone the merge of the conversation`,
  REQUEST_CLOSE: ({ actor }) => `${nameFor(actor)} has closed the conversation`,
  REQUEST_REOPEN: ({ actor }) => `${nameFor(actor)} has reopened the conversation`,
  REQUEST_DELETE: ({ actor }) => `${nameFor(actor)} has deleted the conversation`,
  REQUEST_ASSIGNED_AUTO: ({ related }) => `The conversation was assigned to ${nameFor(related)}`,
  REQUEST_ASSIGNED_SELF: ({ actor }) => `${nameFor(actor)} has joined the conversation`,
  REQUEST_ASSIGNED_MANUAL: ({ actor, related }) =>
    `${nameFor(actor)} has assigned the conversation to ${nameFor(related)}`,
  REQUEST_UNASSIGNED: ({ related }) => `The conversation was taken from ${nameFor(related)}`,
  MENTION: ({ actor, related }) => `${nameFor(actor)} has mentioned ${nameFor(related)}`,
  LEAVE_CONVERSATION: ({ actor }) => `${nameFor(actor)} has left the conversation`,
};

function messageOf({ verb, ...activity }: Pick<Activity, 'verb' | 'actor' | 'actionObj' | 'target' | 'related'>) {
  const sentence = sentences[verb]?.(activity);
  return sentence === undefined ? {} : { message: sentence };
}

function nameFor(person: Person | null | undefined): string {
  return person?.name ?? person?.id ?? 'Someone';
}
