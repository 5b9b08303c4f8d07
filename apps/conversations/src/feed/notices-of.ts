import { requestDeleted, requestMentioned, requestUpdated, topicNames } from '@parley/contracts';

import { botForTeam } from '../access/request.view.ts';
import { type FeedRow, noted } from './feed-row.ts';
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
  const notices = noticesWithoutPosition(withOmittedFields(row));
  return notices.map((notice, index) => {
    const isLast = index === notices.length - 1;
    return { ...notice, position: isLast ? row.position : { ...row.position, nth: notice.nth ?? index } };
  });
}

/** Content goes only to those who could see the request then and can see it now. */
function noticesWithoutPosition(row: FeedRow): Notice[] {
  const { projectId, type, data, found } = row;
  switch (type) {
    case 'request.created':
    case requestUpdated.type:
      return withInbox(requestNotices(row), row);
    case requestDeleted.type:
      return deletionNotices(row);
    case 'message.created':
      return [...inboxNotices(row, 0), ...messageNotices(row)];
    case 'message.status_changed':
      return (found?.messages ?? []).flatMap((message) => statusNotices(row, message));
    case 'message.directed':
      return [directMessageNotice(projectId, data.message as EventRecord & { recipient: string })];
    case 'event.emitted':
      return customEventNotices(projectId, data.event as EventRecord & { project_user?: string });
    case requestMentioned.type:
      return mentionNotices(row);
    case noted.read:
      return readNotices(row);
    case noted.visitor:
      return visitorNotices(row);
    case noted.bot:
      return botNotices(row);
    case noted.lostAccess:
      return (found?.requests ?? []).flatMap((request) => lostAccessNotices(row, request));
    default:
      return teammateNotices(row);
  }
}

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

function directMessageNotice(projectId: string, message: EventRecord & { recipient: string }): Notice {
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

function customEventNotices(projectId: string, event: EventRecord & { project_user?: string }): Notice[] {
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
