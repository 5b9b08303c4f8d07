import {
  getOwnTeammate,
  getProject,
  isParleyError,
  listBots,
  listTeammates,
  type Parley,
  paginate,
  sendMessage,
  type TeammateView,
} from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';

import { Drafts } from '../conversation/drafts.ts';
import { type Delivery, Outbox, type OutboxEntry } from '../conversation/outbox.ts';
import { RecentThreads } from '../conversation/recent-threads.ts';
import { Uploads } from '../conversation/uploads.ts';
import { tourOf } from '../welcome/tour.ts';
import { LiveConnection } from './connection.ts';
import { People } from './people.ts';
import type { Session } from './session.ts';
import { openStore } from './storage.ts';
import type { Workplace } from './workplace.tsx';

/** Teammates beyond these have no name in lists until their record is opened. */
const maxPeople = 1000;

/** Messages that could not be delivered are tried again so often. */
const retryMs = 5_000;

/** Loads what all screens of a project need, and connects. @throws ParleyError when the person may not be here */
export async function openWorkplace(session: Session, projectId: string, userId: string): Promise<Workplace> {
  const parley = session.inProject(projectId);
  const [project, [teammate], teammates, bots] = await Promise.all([
    getProject(parley),
    getOwnTeammate(parley),
    collected(paginate(listTeammates, parley, {}, { limit: 200, max: maxPeople })),
    // While bots are unavailable their names are missing, and nothing else.
    collected(paginate(listBots, parley, {}, { limit: 200, max: maxPeople })).catch(() => []),
  ]);
  if (!teammate) throw new Error('The API gave no record of the teammate.');
  const store = openStore(userId);
  const connection = new LiveConnection(parley, userId);
  const outbox = await Outbox.open({
    store: store.outbox(projectId),
    deliver: (entry) => deliver(parley, entry),
    exclusively: (requestId, work) => navigator.locks.request(`parley-outbox:${projectId}:${requestId}`, work),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
  const drafts = await Drafts.open({ store: store.drafts(projectId), now: Date.now });
  const people = new People(teammates, bots);
  connection.live.subscribe<TeammateView>(topics.team(), {
    onSnapshot: (all) => {
      for (const one of all) people.upsert(one);
    },
    onFrame: ({ method, message }) => (method === 'DELETE' ? people.remove(message) : people.upsert(message)),
  });
  const stop = new AbortController();
  const wake = () => void outbox.wake();
  connection.onStatus(() => connection.status() === 'open' && wake());
  const unsubscribe = session.subscribe(() => session.state.status === 'signed_in' && connection.live.resume());
  // While the connection is up but a service behind it is down, no event says when it is back.
  const timer = setInterval(() => outbox.size > 0 && wake(), retryMs);
  addEventListener('online', wake, stop);
  // A page that goes can neither say nor mend that its store has failed.
  addEventListener('pagehide', () => void drafts.flush().catch(() => undefined), stop);
  return {
    projectId,
    projectName: project.name,
    tour: tourOf(project.attributes),
    parley,
    connection,
    me: userId,
    teammate,
    outbox,
    drafts,
    threads: new RecentThreads({ parley, connection, outbox }),
    uploads: new Uploads({ parley, drafts }),
    people,
    closed: stop.signal,
    close: () => {
      stop.abort();
      clearInterval(timer);
      unsubscribe();
      connection.close();
    },
  };
}

/** Sends under the entry's own id, so that no try and no reload sends twice. */
async function deliver(parley: Parley, { id, requestId, message }: OutboxEntry): Promise<Delivery> {
  try {
    await sendMessage(
      parley,
      { request_id: requestId, ...message, external_id: id } as Parameters<typeof sendMessage>[1],
      { idempotencyKey: id },
    );
    return { outcome: 'sent' };
  } catch (error) {
    const canSucceedLater =
      !isParleyError(error) ||
      error.status >= 500 ||
      [401, 408, 429].includes(error.status) ||
      // The answer of a former try was cut, and that try is still at work.
      error.code === 'idempotency_in_progress';
    if (!canSucceedLater) return { outcome: 'refused', code: error.code, msg: error.msg };
    return { outcome: 'unreachable' };
  }
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
