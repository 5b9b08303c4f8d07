import { topicNames } from '@parley/contracts';

import { botForTeam } from '../access/request.view.ts';
import { type FeedRow, type FeedType, noted } from './feed-row.ts';
import { inboxNotices, mentionNotices, readNotices } from './inbox-notices.ts';
import type { EventRecord, Notice, PositionedNotice } from './notice.ts';
import {
  deletionNotices,
  lostAccessNotices,
  messageNotices,
  requestNotices,
  statusNotices,
} from './request-notices.ts';
import { teammateNotices, visitorNotices } from './team-notices.ts';

/**
 * All notices of a change, each at a position of its own: a follower may be cut off between two of them. The last one has the
 * position of the whole change.
 */
export function noticesOf(row: FeedRow): PositionedNotice[] {
  // A newer release may have written rows of another type to `feed_change`.
  const noticesOfType: ((row: FeedRow) => Notice[]) | undefined = noticesByType[row.type];
  const notices = noticesOfType?.(withOmittedFields(row)) ?? [];
  return notices.map((notice, index) => {
    const isLast = index === notices.length - 1;
    return { ...notice, position: isLast ? row.position : { ...row.position, nth: notice.nth ?? index } };
  });
}

/** Content goes only to those who could see the request then and can see it now. */
const noticesByType: Readonly<Record<FeedType, (row: FeedRow) => Notice[]>> = {
  'request.created': (row) => withInbox(requestNotices(row), row),
  'request.updated': (row) => withInbox(requestNotices(row), row),
  'request.deleted': deletionNotices,
  'request.assigned': teammateNotices,
  'request.unassigned': teammateNotices,
  'request.closed': teammateNotices,
  'request.mentioned': mentionNotices,
  'message.created': (row) => [...inboxNotices(row, 0), ...messageNotices(row)],
  'message.redacted': (row) => [...inboxNotices(row, 0), ...messageNotices(row, 'UPDATE')],
  'message.status_changed': (row) => (row.found?.messages ?? []).flatMap((message) => statusNotices(row, message)),
  'message.directed': directMessageNotices,
  'event.emitted': customEventNotices,
  [noted.teammate]: teammateNotices,
  [noted.visitor]: visitorNotices,
  [noted.bot]: botNotices,
  [noted.lostAccess]: (row) => (row.found?.requests ?? []).flatMap((request) => lostAccessNotices(row, request)),
  [noted.read]: readNotices,
};

/** The last one keeps the position of the whole change, and the others theirs, whether or not an inbox is followed. */
function withInbox([first, ...rest]: Notice[], row: FeedRow): Notice[] {
  if (!first) return [];
  return rest.length > 0 ? [first, ...inboxNotices(row, 1), ...rest] : [...inboxNotices(row, 0), first];
}

/** Restores fields that the event had no room for, from the current record. */
function withOmittedFields(row: FeedRow): FeedRow {
  const { omitted } = row.found ?? {};
  if (!omitted) return row;
  const { request, message } = row.data as { request?: object; message?: object };
  const data = {
    ...row.data,
    ...(request && { request: { ...request, ...omitted.request } }),
    ...(message && { message: { ...message, ...omitted.message } }),
  };
  return { ...row, data };
}

function directMessageNotices({ projectId, data }: FeedRow): Notice[] {
  const message = data.message as EventRecord & { recipient: string };
  const text = JSON.stringify(message);
  return [
    {
      topic: topicNames.direct(projectId, message.recipient),
      isMessage: false,
      id: message._id,
      version: message.__v,
      methodFor: ({ principal }) => (principal === message.recipient ? 'CREATE' : undefined),
      textFor: () => text,
    },
  ];
}

function customEventNotices({ projectId, data }: FeedRow): Notice[] {
  const event = data.event as EventRecord & { project_user?: string };
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

function botNotices({ projectId, found }: FeedRow): Notice[] {
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
