import { requestDeleted, requestUpdated, topicNames } from '@parley/contracts';

import { botForTeam } from '../access/request.view.ts';
import { type FeedRow, noted } from './feed-row.ts';
import { aboutDeletion, aboutMessage, aboutRequest, aboutStatus, outOfSight } from './request-tellings.ts';
import type { Follower, PlacedTelling, Recorded, Telling } from './telling.ts';

/**
 * All that a change tells, each in a place of its own: a follower may be cut off between two of them. With the last one the whole
 * change has been told.
 */
export function tellingsOf(row: FeedRow): PlacedTelling[] {
  const tellings = toldBy(whole(row));
  return tellings.map((telling, index) => {
    const isLast = index === tellings.length - 1;
    return { ...telling, place: isLast ? row.place : { ...row.place, nth: telling.nth ?? index } };
  });
}

/** The content of a request is told only to those who see it as it was then and as it is now. */
function toldBy(row: FeedRow): Telling[] {
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

/** What an event had no room for, as the record has it now. */
function whole(row: FeedRow): FeedRow {
  const { withheld } = row.found ?? {};
  if (!withheld) return row;
  const { request, message } = row.data as { request?: object; message?: object };
  const data = {
    ...row.data,
    ...(request && { request: { ...request, ...withheld.request } }),
    ...(message && { message: { ...message, ...withheld.message } }),
  };
  return { ...row, data };
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
