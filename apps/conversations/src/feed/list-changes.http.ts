import {
  type Actor,
  type FieldFault,
  type feedApi,
  type OutputOf,
  readTopic,
  topicNames,
  validationFailed,
} from '@parley/contracts';
import { onceClosed, type RawCall, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewChange } from './change.view.ts';
import type { FeedPosition } from './cursor.ts';
import type { TopicFilter } from './listener-index.ts';
import { streamChanges } from './stream-changes.ts';

type ListChanges = RawOperation<typeof feedApi.listChanges, Context>;
type Answer = OutputOf<typeof feedApi.listChanges>;

const defaultLimit = 200;
const maxTopics = 100;
/** Poll interval of a waiting call, so that it ends with the process. */
const pollMs = 500;

/** Answers JSON, or a stream of Server-Sent Events when the client asks for one. */
export const listChanges: ListChanges = async (context, actor, input, raw) => {
  const { id_project, after, topics, limit = defaultLimit, wait = 0 } = input;
  const topicFilter = topicFilterOf(id_project, topics);
  if (raw.req.headers.accept?.includes('text/event-stream')) {
    const last = raw.req.headers['last-event-id'];
    const from = after ?? (typeof last === 'string' && last !== '' ? last : undefined);
    await streamChanges(context, actor, { projectId: id_project, topicFilter, after: from }, raw);
    return undefined;
  }
  if (after === undefined) {
    return { changes: [], cursor: context.feed.cursorOf(id_project, await context.feed.end()), more: false };
  }
  const position = await context.feed.positionOf(id_project, after);
  const asked = { projectId: id_project, topicFilter, position, limit };
  const found = await read(context, actor, asked, await context.feed.end());
  return found.changes.length > 0 || wait === 0 ? found : waitFor(context, actor, asked, wait * 1_000, raw);
};

interface ChangesQuery {
  projectId: string;
  topicFilter: TopicFilter;
  position: FeedPosition;
  limit: number;
}

async function read(context: Context, actor: Actor, asked: ChangesQuery, upTo: FeedPosition): Promise<Answer> {
  const { projectId, topicFilter, position: after, limit } = asked;
  const { frames, position, more } = await context.feed.page(actor, projectId, topicFilter, { after, upTo, limit });
  const changes = frames.map((frame) => viewChange(context, projectId, frame));
  return { changes, cursor: context.feed.cursorOf(projectId, position), more };
}

/** Waits until a change arrives or the time is over. */
async function waitFor(
  context: Context,
  actor: Actor,
  asked: ChangesQuery,
  waitMs: number,
  { res }: RawCall,
): Promise<Answer> {
  const gone = new AbortController();
  onceClosed(res, () => gone.abort());
  const subscription = await context.feed.follow(actor, asked.projectId, asked.topicFilter);
  try {
    const until = Date.now() + waitMs;
    const missed = await read(context, actor, asked, subscription.from);
    if (missed.changes.length > 0) return missed;
    let waiting = false;
    while (!waiting && Date.now() < until && !gone.signal.aborted && !context.isStopping()) {
      waiting = (await subscription.take(Math.min(pollMs, until - Date.now()), gone.signal)).length > 0;
    }
    return await read(context, actor, asked, await context.feed.end());
  } finally {
    subscription.stop();
  }
}

/** @throws validation_failed */
function topicFilterOf(projectId: string, topics: string | undefined): TopicFilter {
  if (topics === undefined) return { topics: new Set([topicNames.requests(projectId)]), allMessages: true };
  const names = topics.split(',').map((name) => name.trim());
  const fault = (msg: string, value?: string): FieldFault => ({ param: 'topics', location: 'query', msg, value });
  if (names.length > maxTopics) throw validationFailed([fault(`At most ${maxTopics} topics`)]);
  const faults = names
    .filter((name) => !isFed(projectId, name))
    .map((name) => fault('Is no topic of this feed', name.slice(0, 200)));
  if (faults.length > 0) throw validationFailed(faults);
  return { topics: new Set(names), allMessages: false };
}

function isFed(projectId: string, name: string): boolean {
  const topic = readTopic(name);
  return topic?.projectId === projectId && !['typing', 'viewers', 'events'].includes(topic.kind);
}
