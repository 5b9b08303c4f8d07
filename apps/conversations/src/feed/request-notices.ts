import {
  type Audience,
  type RequestInEvent,
  type RequestOfMessage,
  type requestDeleted,
  requestUpdated,
  topicNames,
} from '@parley/contracts';
import { endUserAudiences, viewMessage } from '../access/message.view.ts';
import { endUserFormOf } from '../access/request.view.ts';
import { sees, type TeamScope } from '../access/visibility.ts';
import type { Message } from '../request-state/message.ts';
import type { FeedRow, OpenRequest, RequestVisibility } from './feed-row.ts';
import { type EventRecord, type FeedFollower, type Notice, renderedOnce } from './notice.ts';

export function requestNotices({ projectId, type, data, now }: FeedRow): Notice[] {
  const record = data.request as RequestInEvent;
  const previous = data.previous as Previous | undefined;
  const then = visibilityIn(record, now?.requester);
  const before = type === requestUpdated.type && then ? { ...then, ...visibilityBefore(previous) } : undefined;
  const { _id, request_id } = record;
  const isNew = type !== requestUpdated.type;

  const methodWhere =
    (begins: boolean): Notice['methodFor'] =>
    ({ viewer }, scope) => {
      if (then && sees(viewer, then, scope)) {
        return now && sees(viewer, now, scope) ? (begins ? 'CREATE' : 'UPDATE') : undefined;
      }
      return before && sees(viewer, before, scope) ? 'DELETE' : undefined;
    };
  const textFor = renderedOnce(
    () =>
      now ? { ...record, snapshot: { ...record.snapshot, ...(now.agents ? { agents: now.agents } : {}) } } : record,
    () => endUserFormOf(record),
    () => ({ _id, request_id }),
  );
  const ids = { requestId: request_id, requester: now?.requester, id: _id, version: record.__v };
  const common = { ...ids, isMessage: false, textFor };
  const one = { ...common, topic: topicNames.request(projectId, request_id), methodFor: methodWhere(isNew) };
  if (record.preflight || record.draft) return [one];
  // For lists a request is also new when its preflight ends.
  const methodFor = methodWhere(isNew || previous?.preflight === true);
  // The list comes last, with the position of the whole change: it has the most followers.
  return [one, { ...common, topic: topicNames.requests(projectId), methodFor }];
}

/** Values before the change, of what it has changed. */
export interface Previous {
  preflight?: boolean;
  department?: string | null;
  participants?: string[];
  followers?: string[];
}

export function visibilityBefore(previous: Previous = {}): Partial<RequestVisibility> {
  const { participants, followers, department } = previous;
  return {
    ...(participants && { participants }),
    ...(followers && { followers }),
    ...(department !== undefined && { departmentId: department }),
  };
}

/** @param requester of the current request, which never changes; for a deleted request nothing more is sent */
export function visibilityIn(record: RequestOfMessage, requester: string | undefined): RequestVisibility | undefined {
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

export function deletionNotices({ projectId, data, partitionKey }: FeedRow): Notice[] {
  const { request_id, audience } = data as unknown as Deleted;
  if (!audience) return [];
  const { department: departmentId, ...people } = audience;
  const seen: RequestVisibility = { ...people, departmentId, requestId: request_id };
  const ids = { _id: partitionKey, request_id };
  return removalNotices(projectId, ids, seen.requester, ({ viewer }, scope) => sees(viewer, seen, scope));
}

type Deleted = ReturnType<typeof requestDeleted>['data'];

export function lostAccessNotices({ projectId, data }: FeedRow, request: OpenRequest): Notice[] {
  const users = data.users as string[] | null;
  const ids = { _id: request.id, request_id: request.requestId };
  const notices = removalNotices(projectId, ids, request.requester, ({ viewer }, scope) => {
    if (viewer.sees !== 'departments' || (users && !users.includes(viewer.user))) return false;
    return !sees(viewer, request, scope);
  });
  // Other requests may be closed when the change is read again, which would shift the index.
  return notices.map((notice, index) => ({ ...notice, nth: notices.length * request.ticketId + index }));
}

function removalNotices(
  projectId: string,
  ids: { _id: string; request_id: string },
  requester: string,
  concerns: (follower: FeedFollower, scope: TeamScope) => boolean,
): Notice[] {
  const text = JSON.stringify(ids);
  const inbox = topicNames.inbox(projectId);
  const names = [topicNames.request(projectId, ids.request_id), inbox, topicNames.requests(projectId)];
  return names.map((topic) => ({
    topic,
    isMessage: false,
    requestId: ids.request_id,
    requester,
    id: ids._id,
    version: 0,
    methodFor: (follower, scope) => {
      if (topic === inbox && follower.isMachine) return undefined;
      return concerns(follower, scope) ? 'DELETE' : undefined;
    },
    textFor: () => text,
  }));
}

export function messageNotices({ projectId, data, now }: FeedRow, method: 'CREATE' | 'UPDATE' = 'CREATE'): Notice[] {
  const request = data.request as RequestOfMessage;
  const message = data.message as EventRecord & { audience: Audience; redacted?: unknown };
  const then = visibilityIn(request, now?.requester);
  const { audience, redacted: _redacted, ...shown } = message;
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
      methodFor: ({ viewer, endUser }, scope) => {
        if (!now || !then || (endUser && !endUserAudiences.includes(audience))) return undefined;
        return sees(viewer, then, scope) && sees(viewer, now, scope) ? method : undefined;
      },
      textFor: renderedOnce(
        () => ({ ...message, request: of }),
        () => ({ ...shown, request: of }),
        () => of,
      ),
    },
  ];
}

export function statusNotices({ projectId, now }: FeedRow, message: Message): Notice[] {
  if (!now) return [];
  const of = { _id: now.id, request_id: now.requestId, status: now.status };
  const view = (reader: 'team' | 'end_user') => ({ ...viewMessage(message, now.requestId, reader), request: of });
  return [
    {
      topic: topicNames.messages(projectId, now.requestId),
      // A message raised again since belongs to the later change, which would shift the index.
      nth: message.seq,
      isMessage: true,
      requestId: now.requestId,
      requester: now.requester,
      id: message.id,
      version: message.version,
      methodFor: ({ viewer, endUser }, scope) => {
        if (endUser && !endUserAudiences.includes(message.audience)) return undefined;
        return sees(viewer, now, scope) ? 'UPDATE' : undefined;
      },
      textFor: renderedOnce(
        () => view('team'),
        () => view('end_user'),
        () => of,
      ),
    },
  ];
}
