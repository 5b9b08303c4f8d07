import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { latencyOf, ms, type Place } from './place.ts';

const seconds = 20;
const conversationCount = 100;
const budgetMs = { facts: 1_000, asOf: 2_000 };

export interface Writing {
  /** Messages a second. */
  rate: number;
  /** Messages of one call: a machine that takes few calls can still make many events. */
  together: number;
}

/** What is written at an even pace, and how late it and the figures of it come. */
export async function measureLag(
  place: Place,
  databases: { conversations: string; facts: string },
  { rate, together }: Writing,
): Promise<void> {
  const { projectId } = place;
  const ids = Array.from(
    { length: conversationCount },
    () => `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`,
  );
  const body = { text: 'It arrives on Monday.' };
  const several = Array.from({ length: together }, () => body);
  const post = (path: string, sent: object) => latencyOf(place, { method: 'POST', path, body: sent });
  const begin = (id: string) => post(`/requests/${id}/messages`, body);
  const send = together > 1 ? (id: string) => post(`/requests/${id}/messages/multi`, several) : begin;
  for (const id of ids) await begin(id);
  await delay(2_000);

  const began = new Date();
  const over = new AbortController();
  const claimed = claimedLags(place, over.signal);
  const sent: ReturnType<typeof send>[] = [];
  for (let count = 0; count < (seconds * rate) / together; count++) {
    const due = began.getTime() + (count * together * 1000) / rate;
    if (due > Date.now()) await delay(due - Date.now());
    sent.push(send(ids[count % conversationCount] ?? ''));
  }
  const sends = await Promise.all(sent);
  const took = (Date.now() - began.getTime()) / 1_000;
  over.abort();
  await delay(5_000);
  const lags = await lagsSince(databases, began);
  console.log(`${rate} messages a second wanted: ${lags.length} events, ${Math.round(lags.length / took)} a second:`);
  console.table({
    'answer to a call': shown(sends),
    'from commit to figures': shown(lags, budgetMs.facts),
    'Parley-Lag-Ms of figures': shown(await claimed, budgetMs.asOf),
  });
}

function shown(took: readonly number[], budget?: number) {
  const sorted = took.toSorted((one, other) => one - other);
  const p99 = ms(sorted, 0.99);
  const kept = budget === undefined ? '' : `<= ${budget}${p99 <= budget ? '' : ' missed'}`;
  return { 'p50 ms': ms(sorted, 0.5), 'p99 ms': p99, 'budget of p99': kept };
}

/** What answers say of their own lag. */
async function claimedLags(place: Place, over: AbortSignal): Promise<number[]> {
  const claimed: number[] = [];
  while (!over.aborted) {
    claimed.push(await claimedLag(place).catch(() => Number.POSITIVE_INFINITY));
    await delay(50);
  }
  return claimed;
}

async function claimedLag({ url, projectId, token }: Place): Promise<number> {
  const answer = await fetch(`${url}/v3/${projectId}/analytics/requests/count`, { headers: { authorization: token } });
  await answer.text();
  return Number(answer.headers.get('parley-lag-ms') ?? Number.POSITIVE_INFINITY);
}

/** For each event, the time from its commit until the figures held it. */
async function lagsSince(
  { conversations, facts }: { conversations: string; facts: string },
  began: Date,
): Promise<number[]> {
  const announced = await rowsOf<{ id: string; at: Date }>(
    conversations,
    `select id, created_at as at from outbox where created_at >= $1 and type in ('message.created', 'request.updated')`,
    began,
  );
  const handled = await rowsOf<{ id: string; at: Date }>(
    facts,
    `select event_id as id, handled_at as at from inbox where consumer = 'analytics-facts' and handled_at >= $1`,
    began,
  );
  const handledAt = new Map(handled.map(({ id, at }) => [id, at.getTime()]));
  // One that is missing is as late as it can be known to be.
  return announced.map(({ id, at }) => Math.max(0, (handledAt.get(id) ?? Date.now()) - at.getTime()));
}

async function rowsOf<Row extends object>(url: string, text: string, since: Date): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [since])).rows;
  } finally {
    await client.end();
  }
}
