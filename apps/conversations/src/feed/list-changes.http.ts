import {
  type Actor,
  type FieldFault,
  type feedApi,
  type OutputOf,
  readTopic,
  topicNames,
  validationFailed,
} from '@parley/contracts';
import { type Exchange, onceClosed, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewChange } from './change.view.ts';
import type { Place } from './cursor.ts';
import type { Wanted } from './listener-index.ts';
import { streamChanges } from './stream-changes.ts';

type ListChanges = RawOperation<typeof feedApi.listChanges, Context>;
type Answer = OutputOf<typeof feedApi.listChanges>;

const defaultLimit = 200;
const mostTopics = 100;
/** A waiting call looks up so often, so that it never outlives the process. */
const lookMs = 500;

/** As JSON, or as a stream of Server-Sent Events to whoever asks for one. */
export const listChanges: ListChanges = async (context, actor, input, exchange) => {
  const { id_project, after, topics, limit = defaultLimit, wait = 0 } = input;
  const wanted = wantedOf(id_project, topics);
  if (exchange.req.headers.accept?.includes('text/event-stream')) {
    const last = exchange.req.headers['last-event-id'];
    const from = after ?? (typeof last === 'string' && last !== '' ? last : undefined);
    await streamChanges(context, actor, { projectId: id_project, wanted, after: from }, exchange);
    return undefined;
  }
  if (after === undefined) {
    return { changes: [], cursor: context.feed.cursorOf(id_project, await context.feed.end()), more: false };
  }
  const place = await context.feed.placeOf(id_project, after);
  const asked = { projectId: id_project, wanted, place, limit };
  const found = await read(context, actor, asked, await context.feed.end());
  return found.changes.length > 0 || wait === 0 ? found : waitFor(context, actor, asked, wait * 1_000, exchange);
};

interface Asked {
  projectId: string;
  wanted: Wanted;
  place: Place;
  limit: number;
}

async function read(context: Context, actor: Actor, asked: Asked, upTo: Place): Promise<Answer> {
  const { projectId, wanted, place: after, limit } = asked;
  const { frames, place, more } = await context.feed.page(actor, projectId, wanted, { after, upTo, limit });
  const changes = frames.map((frame) => viewChange(context, projectId, frame));
  return { changes, cursor: context.feed.cursorOf(projectId, place), more };
}

/** Until something comes or the time is over. */
async function waitFor(
  context: Context,
  actor: Actor,
  asked: Asked,
  waitMs: number,
  { res }: Exchange,
): Promise<Answer> {
  const gone = new AbortController();
  onceClosed(res, () => gone.abort());
  const following = await context.feed.follow(actor, asked.projectId, asked.wanted);
  try {
    const until = Date.now() + waitMs;
    const missed = await read(context, actor, asked, following.from);
    if (missed.changes.length > 0) return missed;
    let waiting = false;
    while (!waiting && Date.now() < until && !gone.signal.aborted && !context.isStopping()) {
      waiting = (await following.take(Math.min(lookMs, until - Date.now()), gone.signal)).length > 0;
    }
    return await read(context, actor, asked, await context.feed.end());
  } finally {
    following.stop();
  }
}

/** @throws validation_failed */
function wantedOf(projectId: string, topics: string | undefined): Wanted {
  if (topics === undefined) return { topics: new Set([topicNames.requests(projectId)]), allMessages: true };
  const names = topics.split(',').map((name) => name.trim());
  const fault = (msg: string, value?: string): FieldFault => ({ param: 'topics', location: 'query', msg, value });
  if (names.length > mostTopics) throw validationFailed([fault(`At most ${mostTopics} topics`)]);
  const faults = names
    .filter((name) => !isFed(projectId, name))
    .map((name) => fault('Is no topic of this feed', name.slice(0, 200)));
  if (faults.length > 0) throw validationFailed(faults);
  return { topics: new Set(names), allMessages: false };
}

function isFed(projectId: string, name: string): boolean {
  const topic = readTopic(name);
  return topic?.projectId === projectId && topic.kind !== 'typing' && topic.kind !== 'events';
}
