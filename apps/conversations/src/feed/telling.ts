import {
  type Actor,
  type Audience,
  type FrameMethod,
  isMachine,
  type RequestInEvent,
  requestDeleted,
  requestUpdated,
  roleReaches,
  topicNames,
} from '@parley/contracts';

import type { Message } from '../message/message.ts';
import { endUserAudiences, viewMessage } from '../message/message.view.ts';
import { botForTeam, endUserFormOf } from '../request/request.view.ts';
import { isEndUser, principalOf, type Roster, sees, type Viewer, viewerOf } from '../request/visibility.ts';
import { type FeedRow, noted, type PresentRequest, type SeenRequest } from './feed-row.ts';
import type { Frame } from './frame-queue.ts';

/** Whoever follows the feed, with his rights. */
export interface Follower {
  viewer: Viewer;
  endUser: boolean;
  /** As requester or participant. */
  principal: string;
  /** Of his membership. */
  teammateId: string | undefined;
}

export function followerOf(actor: Actor): Follower {
  return {
    viewer: viewerOf(actor),
    endUser: isEndUser(actor),
    principal: principalOf(actor),
    teammateId: isMachine(actor.kind) || !roleReaches(actor.role, 'guest') ? undefined : actor.teammateId,
  };
}

/** What one change tells on one topic. */
export interface Telling {
  topic: string;
  /** Told to those who follow all messages, too. */
  isMessage: boolean;
  requestId?: string;
  /** The only end user whom it may concern; nothing: any. */
  requester?: string;
  /** `_id` and `__v` of the record; 0 where only its ids are told. */
  id: string;
  version: number;
  /** How this follower hears of it, with his groups as they are now; nothing: not at all. */
  methodFor(follower: Follower, roster: Roster): FrameMethod | undefined;
  /** JSON of the record in the follower's form; of a DELETE its ids alone. */
  textFor(follower: Follower, method: FrameMethod): string;
}

/** All that a change tells. The content of a request is told only to those who see it as it was then and as it is now. */
export function tellingsOf(row: FeedRow): Telling[] {
  const { projectId, type, data, found } = row;
  switch (type) {
    case 'request.created':
    case requestUpdated.type:
      return aboutRequest(row);
    case requestDeleted.type:
      return aboutDeletion(row);
    case 'message.created':
      return aboutMessage(row);
    case 'message.status_changed':
      return (found?.messages ?? []).flatMap((message) => aboutStatus(row, message));
    case 'message.directed':
      return [directed(projectId, data.message as Recorded & { recipient: string })];
    case 'event.emitted':
      return emitted(projectId, data.event as Recorded & { project_user?: string });
    case noted.bot:
      return aboutBot(row);
    case noted.outOfSight:
      return (found?.requests ?? []).flatMap((request) => outOfSight(row, request));
    default:
      return aboutTeammates(row);
  }
}

/** What one follower hears of one telling, if anything. */
export function frameFor(row: FeedRow, telling: Telling, follower: Follower, roster: Roster): Frame | undefined {
  const method = telling.methodFor(follower, roster);
  if (method === undefined) return undefined;
  const { topic, requestId, id, version } = telling;
  const place = { seq: row.seq, time: row.time };
  const text = telling.textFor(follower, method);
  return { place, topic, method, type: row.type, ...(requestId && { requestId }), id, version, text };
}

interface Recorded extends Record<string, unknown> {
  _id: string;
  __v: number;
}

/** Of one record: rendered once for the team and once for end users, however many follow it. */
function texts(team: () => object, endUser: () => object, ids: () => object) {
  const made = new Map<string, string>();
  return ({ endUser: isEndUser }: Follower, method: FrameMethod): string => {
    const form = method === 'DELETE' ? 'ids' : isEndUser ? 'end_user' : 'team';
    const known = made.get(form);
    if (known !== undefined) return known;
    const text = JSON.stringify(form === 'ids' ? ids() : form === 'team' ? team() : endUser());
    made.set(form, text);
    return text;
  };
}

function aboutRequest({ projectId, type, data, now }: FeedRow): Telling[] {
  const record = data.request as RequestInEvent;
  const previous = data.previous as Previous | undefined;
  const then = seenIn(record, now?.requester);
  const before = type === requestUpdated.type && then ? { ...then, ...seenBefore(previous) } : undefined;
  const { _id, request_id } = record;
  const begins = type !== requestUpdated.type || previous?.preflight === true;

  const methodFor: Telling['methodFor'] = ({ viewer }, roster) => {
    if (then && sees(viewer, then, roster)) {
      return now && sees(viewer, now, roster) ? (begins ? 'CREATE' : 'UPDATE') : undefined;
    }
    return before && sees(viewer, before, roster) ? 'DELETE' : undefined;
  };
  const textFor = texts(
    () =>
      now ? { ...record, snapshot: { ...record.snapshot, ...(now.agents ? { agents: now.agents } : {}) } } : record,
    () => endUserFormOf(record),
    () => ({ _id, request_id }),
  );
  const ids = { requestId: request_id, requester: now?.requester, id: _id, version: record.__v };
  const told = { ...ids, isMessage: false, methodFor, textFor };
  const one: Telling = { ...told, topic: topicNames.request(projectId, request_id) };
  if (record.preflight || record.draft) return [one];
  return [{ ...told, topic: topicNames.requests(projectId) }, one];
}

interface Previous {
  preflight?: boolean;
  department?: string | null;
  participants?: string[];
  followers?: string[];
}

function seenBefore(previous: Previous = {}): Partial<SeenRequest> {
  const { participants, followers, department } = previous;
  return {
    ...(participants && { participants }),
    ...(followers && { followers }),
    ...(department !== undefined && { departmentId: department }),
  };
}

/** @param requester of the request as it is now, which never changes; of one that is gone nobody learns more than that */
function seenIn(record: RequestInEvent, requester: string | undefined): SeenRequest | undefined {
  return requester === undefined
    ? undefined
    : {
        requestId: record.request_id,
        requester,
        participants: record.participants,
        followers: record.followers,
        departmentId: record.department?._id ?? null,
      };
}

function aboutDeletion({ projectId, data, partitionKey }: FeedRow): Telling[] {
  const { request_id, audience } = data as unknown as Deleted;
  if (!audience) return [];
  const { department: departmentId, ...people } = audience;
  const seen: SeenRequest = { ...people, departmentId, requestId: request_id };
  const ids = { _id: partitionKey, request_id };
  return removal(projectId, ids, seen.requester, ({ viewer }, roster) => sees(viewer, seen, roster));
}

type Deleted = ReturnType<typeof requestDeleted>['data'];

function outOfSight({ projectId, data }: FeedRow, request: PresentRequest): Telling[] {
  const users = data.users as string[] | null;
  const ids = { _id: request.id, request_id: request.requestId };
  return removal(projectId, ids, request.requester, ({ viewer }, roster) => {
    if (viewer.sees !== 'departments' || (users && !users.includes(viewer.user))) return false;
    return !sees(viewer, request, roster);
  });
}

function removal(
  projectId: string,
  ids: { _id: string; request_id: string },
  requester: string,
  concerns: (follower: Follower, roster: Roster) => boolean,
): Telling[] {
  const text = JSON.stringify(ids);
  const names = [topicNames.requests(projectId), topicNames.request(projectId, ids.request_id)];
  return names.map((topic) => ({
    topic,
    isMessage: false,
    requestId: ids.request_id,
    requester,
    id: ids._id,
    version: 0,
    methodFor: (follower, roster) => (concerns(follower, roster) ? 'DELETE' : undefined),
    textFor: () => text,
  }));
}

function aboutMessage({ projectId, data, now }: FeedRow): Telling[] {
  const request = data.request as RequestInEvent;
  const message = data.message as Recorded & { audience: Audience };
  const then = seenIn(request, now?.requester);
  const { audience, ...shown } = message;
  const { _id, request_id, status } = request;
  const of = { _id, request_id, status };
  return [
    {
      topic: topicNames.messages(projectId, request_id),
      isMessage: true,
      requestId: request_id,
      requester: now?.requester,
      id: message._id,
      version: message.__v,
      methodFor: ({ viewer, endUser }, roster) => {
        if (!now || !then || (endUser && !endUserAudiences.includes(audience))) return undefined;
        return sees(viewer, then, roster) && sees(viewer, now, roster) ? 'CREATE' : undefined;
      },
      textFor: texts(
        () => ({ ...message, request: of }),
        () => ({ ...shown, request: of }),
        () => of,
      ),
    },
  ];
}

function aboutStatus({ projectId, now }: FeedRow, message: Message): Telling[] {
  if (!now) return [];
  const of = { _id: now.id, request_id: now.requestId, status: now.status };
  const view = (reader: 'team' | 'end_user') => ({ ...viewMessage(message, now.requestId, reader), request: of });
  return [
    {
      topic: topicNames.messages(projectId, now.requestId),
      isMessage: true,
      requestId: now.requestId,
      requester: now.requester,
      id: message.id,
      version: message.version,
      methodFor: ({ viewer, endUser }, roster) => {
        if (endUser && !endUserAudiences.includes(message.audience)) return undefined;
        return sees(viewer, now, roster) ? 'UPDATE' : undefined;
      },
      textFor: texts(
        () => view('team'),
        () => view('end_user'),
        () => of,
      ),
    },
  ];
}

function directed(projectId: string, message: Recorded & { recipient: string }): Telling {
  const text = JSON.stringify(message);
  return {
    topic: topicNames.direct(projectId, message.recipient),
    isMessage: false,
    id: message._id,
    version: message.__v,
    methodFor: ({ principal }) => (principal === message.recipient ? 'CREATE' : undefined),
    textFor: () => text,
  };
}

function emitted(projectId: string, event: Recorded & { project_user?: string }): Telling[] {
  const { project_user } = event;
  if (project_user === undefined) return [];
  const text = JSON.stringify(event);
  return [
    {
      topic: topicNames.events(projectId, project_user),
      isMessage: false,
      id: event._id,
      version: event.__v,
      methodFor: ({ endUser, teammateId }) => (!endUser || teammateId === project_user ? 'CREATE' : undefined),
      textFor: () => text,
    },
  ];
}

function aboutBot({ projectId, found }: FeedRow): Telling[] {
  if (!found?.bot) return [];
  const { id, version, record } = found.bot;
  const text = JSON.stringify(botForTeam({ ...record, _id: id }));
  return [
    {
      topic: topicNames.bot(projectId, id),
      isMessage: false,
      id,
      version,
      methodFor: ({ endUser }) => (endUser ? undefined : 'UPDATE'),
      textFor: () => text,
    },
  ];
}

function aboutTeammates({ projectId, found }: FeedRow): Telling[] {
  return (found?.teammates ?? []).flatMap(({ id, principal, version, record }) => {
    const text = JSON.stringify(record);
    return [topicNames.teammate(projectId, id), topicNames.user(projectId, principal)].map((topic) => ({
      topic,
      isMessage: false,
      id,
      version,
      methodFor: ({ endUser, teammateId }: Follower) =>
        !endUser || teammateId === id ? ('UPDATE' as const) : undefined,
      textFor: () => text,
    }));
  });
}
