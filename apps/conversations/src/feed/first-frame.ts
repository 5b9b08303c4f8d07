import { type Actor, isMachine, ListRequestsQuery, requestErrors, type Topic } from '@parley/contracts';
import { isEndUser, principalOf } from '../access/actor.ts';
import { endUserAudiences, viewMessage } from '../access/message.view.ts';
import { refuseNonTeam } from '../access/participation.ts';
import { botForTeam, formFor, viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import { feedFollowerOf } from './notice.ts';

/** The state of a topic when a follower subscribes; empty for topics without state. */
export interface FirstFrame {
  text?: string;
  /** Versions of the records in it, by `_id`: older changes of these are not sent again. */
  versions: ReadonlyMap<string, number>;
}

const maxRequests = 100;
const maxMessages = 300;
const maxEvents = 20;
/** Limit of one gRPC message, for any characters. */
const maxCharacters = 4_000_000;
const emptyFrame: FirstFrame = { versions: new Map() };

/** @throws request_not_found for a topic that the actor may not follow, for any reason */
export async function firstFrame(context: Context, actor: Actor, topic: Topic): Promise<FirstFrame> {
  const { projectId } = topic;
  switch (topic.kind) {
    case 'requests':
      return openRequests(context, actor, projectId);
    case 'request':
      return oneRequest(context, actor, projectId, topic.requestId);
    case 'messages':
      return newestMessages(context, actor, projectId, topic.requestId);
    // Lists have its state; a client loads a page and continues from its cursor.
    case 'inbox':
      return inbox(actor);
    case 'typing':
    case 'viewers':
      await context.requestQueries.get(actor, projectId, topic.requestId);
      return emptyFrame;
    case 'direct':
      if (topic.userId !== principalOf(actor)) throw requestErrors.request_not_found();
      return emptyFrame;
    case 'team':
      return team(context, actor, projectId);
    case 'teammate':
      return teammate(context, actor, projectId, topic.teammateId);
    case 'user':
      return teammate(context, actor, projectId, topic.userId);
    case 'bot':
      return bot(context, actor, projectId, topic.botId);
    case 'events':
      return events(context, actor, projectId, topic.teammateId);
  }
}

/** The checks of `firstFrame` without loading its records: followers resume in crowds. @throws request_not_found */
export async function checkTopic(context: Context, actor: Actor, topic: Topic): Promise<void> {
  if (topic.kind === 'requests') return;
  if ('requestId' in topic) await context.requestQueries.get(actor, topic.projectId, topic.requestId);
  else await firstFrame(context, actor, topic);
}

/** Bots and webhooks have none. */
function inbox(actor: Actor): FirstFrame {
  if (isMachine(actor.kind)) throw requestErrors.request_not_found();
  return emptyFrame;
}

async function openRequests(context: Context, actor: Actor, projectId: string): Promise<FirstFrame> {
  const query = ListRequestsQuery.parse({
    ...{ status: '100,150,200', draft: 'false', no_count: 'true' },
    ...{ sortField: 'updatedAt', direction: -1, limit: maxRequests },
  });
  const { requests } = await context.requestQueries.list(actor, projectId, query, isEndUser(actor));
  return frameOf(requests.map((request) => viewRequest(request, formFor(actor))));
}

async function oneRequest(context: Context, actor: Actor, projectId: string, requestId: string): Promise<FirstFrame> {
  const { request } = await context.requestQueries.get(actor, projectId, requestId);
  const view = viewRequest(request, formFor(actor));
  return { text: JSON.stringify(view), versions: versionsOf([view]) };
}

async function newestMessages(context: Context, actor: Actor, projectId: string, requestId: string) {
  const { request } = await context.requestQueries.get(actor, projectId, requestId);
  const audiences = isEndUser(actor) ? endUserAudiences : null;
  const messages = await context.feedRepository.newestMessages(projectId, requestId, audiences, maxMessages);
  const of = { _id: request.id, request_id: requestId, status: request.status };
  const reader = isEndUser(actor) ? 'end_user' : 'team';
  const views = messages.map((message) => ({ ...viewMessage(message, requestId, reader), request: of }));
  return frameOf(views.reverse(), 'oldest first');
}

async function team(context: Context, actor: Actor, projectId: string): Promise<FirstFrame> {
  refuseNonTeam(actor);
  const teammates = await context.feedRepository.team(projectId);
  return {
    text: JSON.stringify(teammates.map(({ record }) => record)),
    versions: new Map(teammates.map(({ id, version }) => [id, version])),
  };
}

async function teammate(context: Context, actor: Actor, projectId: string, id: string): Promise<FirstFrame> {
  const { endUser, teammateId } = feedFollowerOf(actor);
  const mayFollow = !endUser || id === teammateId || id === principalOf(actor);
  const find = () => context.feedRepository.teammates(projectId, [id]);
  let [found] = await find();
  if (!found && mayFollow && (await context.members.findAny(projectId, id))) [found] = await find();
  if (!found || (endUser && found.id !== teammateId)) throw requestErrors.request_not_found();
  return { text: JSON.stringify(found.record), versions: new Map([[found.id, found.version]]) };
}

async function bot(context: Context, actor: Actor, projectId: string, id: string): Promise<FirstFrame> {
  if (isEndUser(actor)) throw requestErrors.request_not_found();
  const find = () => context.feedRepository.bot(projectId, id);
  let found = await find();
  if (!found && (await context.livingBots.findNamed(projectId, [id])).length > 0) found = await find();
  if (!found) throw requestErrors.request_not_found();
  const text = JSON.stringify(botForTeam({ ...found.record, _id: id }));
  return { text, versions: new Map([[id, found.version]]) };
}

async function events(context: Context, actor: Actor, projectId: string, teammateId: string): Promise<FirstFrame> {
  const follower = feedFollowerOf(actor);
  if (follower.endUser && follower.teammateId !== teammateId) throw requestErrors.request_not_found();
  return frameOf(await context.customEvents.newestOf(projectId, teammateId, maxEvents));
}

/** As many of the newest records as fit into a frame, and at least one; the lists have the others. */
export function frameOf(
  newestFirst: readonly { _id: string; __v: number }[],
  order: 'newest first' | 'oldest first' = 'newest first',
): Required<FirstFrame> {
  const texts: string[] = [];
  let room = maxCharacters;
  for (const record of newestFirst) {
    const text = JSON.stringify(record);
    room -= text.length;
    if (room < 0 && texts.length > 0) break;
    texts.push(text);
  }
  const versions = versionsOf(newestFirst.slice(0, texts.length));
  if (order === 'oldest first') texts.reverse();
  return { text: `[${texts.join(',')}]`, versions };
}

const versionsOf = (records: readonly { _id: string; __v: number }[]) =>
  new Map(records.map(({ _id, __v }) => [_id, __v]));
