import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { beginTalks, sendEvenly } from './even-sends.ts';
import { newAgent } from './mesh/project.ts';
import { latencyOf, ms, timed } from './place.ts';
import { call } from './processes.ts';
import { emailOf, rareWord, rareWords, requestNameOf } from './seed/rows.ts';
import { openSizedPlace, type SizedPlace } from './sized-place.ts';

export interface GrowthOptions {
  /** Numbers of open requests; a project is filled for each. */
  open: readonly number[];
  /** Closed requests beside them. */
  closed: number;
  samples: number;
  /** Where the databases are kept for the next run. */
  folder: string | undefined;
}

const views = 10;
const agents = 100;
const pollMs = 10_000;
const rounds = 3;
const sendsPerSecond = 50;
type GrowthPlace = SizedPlace & { views: readonly string[] };

/** What an agent's day consists of. */
const calls: Record<string, (place: GrowthPlace) => { method?: string; path: string; body?: object }> = {
  counters: () => ({ path: '/requests/counters' }),
  'inbox, 40 rows': () => ({ path: '/requests?view=row&sortField=last_message_at' }),
  'inbox, their own': () => ({ path: '/requests?view=row&sortField=last_message_at&mine=true' }),
  'by an address': ({ size }) => ({ path: `/requests?snap_lead_email=${emailOf(randomInt(size.requests / 5))}` }),
  'by an unused address': () => ({ path: '/requests?snap_lead_email=none@example.com' }),
  'by an unused tag': () => ({ path: '/requests?tags=none' }),
  'by due time': () => ({ path: '/requests?view=row&sortField=due_at&direction=1&no_count=true' }),
  overdue: () => ({ path: '/requests?view=row&sla_state=overdue&no_count=true' }),
  'counts of ten views': ({ views }) => ({ path: `/views/counts?ids=${views.join()}` }),
  'number of requests': () => ({ path: '/analytics/requests/count' }),
  'list, 40 requests': () => ({ path: '/requests' }),
  'search, a rare word': () => ({ path: `/requests?full_text=${rareWord(randomInt(rareWords))}` }),
  changes: () => ({ path: '/changes' }),
  'a request': (place) => ({ path: `/requests/${openRequest(place)}` }),
  send: (place) => ({
    method: 'POST',
    path: `/requests/${openRequest(place)}/messages`,
    body: { text: 'It is on its way and arrives on Monday.' },
  }),
  'first message': ({ projectId }) => ({
    method: 'POST',
    path: `/requests/support-group-${projectId}-${randomUUID().replaceAll('-', '')}/messages`,
    body: { text: 'Where is my parcel?' },
  }),
};

/** One without a service level. */
const openRequest = ({ projectId, size }: SizedPlace): string =>
  requestNameOf(projectId, size.requests - 1 - ((randomInt(size.open) | 1) % size.open));

/** The same calls, one at a time, beside ever more open requests: medians in ms. */
export async function growth({ open, closed, samples, folder }: GrowthOptions): Promise<void> {
  const columns: Record<string, Record<string, number>> = {};
  const polls: Record<string, Record<string, number | string>> = {};
  for (const amount of open) {
    const requests = amount + closed;
    const place = await openSizedPlace({ requests, messages: requests * 3, open: amount }, folder);
    try {
      // Conversations wait: who took them would be locked for each, and that would be measured.
      await timed(place, { method: 'PUT', path: '/project_users', body: { user_available: false } });
      const measured = { ...place, views: await makeViews(place) };
      for (const [name, make] of Object.entries(calls)) {
        const took = await latenciesOf(measured, make, samples);
        columns[name] = { ...columns[name], [`${amount.toLocaleString('en')} open`]: ms(took, 0.5) };
      }
      polls[`${amount.toLocaleString('en')} open`] = await pollViews(measured);
      for (const view of measured.views)
        await call(place.url, 'DELETE', `/v3/${place.projectId}/views/${view}`, place.token, {});
    } finally {
      await place.stop();
    }
  }
  console.log(`Medians in ms, one call at a time, beside ${closed.toLocaleString('en')} closed requests`);
  console.table(columns);
  console.log(`${agents} agents, each asking for the counts of ${views} views every ${pollMs / 1_000} s`);
  console.table(polls);
}

/** What agents pay who keep their views open, and what sends pay for it. */
async function pollViews(place: GrowthPlace): Promise<Record<string, number | string>> {
  const talks = await beginTalks(place);
  const tokens: string[] = [];
  for (let nth = 0; nth < agents; nth++) tokens.push(await newAgent(place.url, place.projectId, place.token, false));
  const rate = { rate: sendsPerSecond, seconds: (pollMs * rounds) / 1_000 };
  const alone = await sendEvenly(place, talks, rate);
  const path = `/views/counts?ids=${place.views.join()}`;
  const poll = async (token: string, nth: number): Promise<number[]> => {
    const took: number[] = [];
    // Their calls are spread over the time between two of one agent.
    await delay((nth * pollMs) / agents);
    for (let round = 0; round < rounds; round++) {
      const latency = await latencyOf({ ...place, token }, { path });
      took.push(latency);
      if (round + 1 < rounds) await delay(Math.max(0, pollMs - latency));
    }
    return took;
  };
  const [beside, ...counted] = await Promise.all([sendEvenly(place, talks, rate), ...tokens.map(poll)]);
  const took = counted.flat().toSorted((one, other) => one - other);
  const p99 = { counts: ms(took, 0.99), alone: ms(alone, 0.99), beside: ms(beside, 0.99) };
  return {
    ...{ 'counts p50 ms': ms(took, 0.5), 'p99 ms': p99.counts, '<= 300': p99.counts <= 300 ? '' : 'missed' },
    ...{ 'sends p99 alone': p99.alone, beside: p99.beside, '<= 1.2': p99.beside <= 1.2 * p99.alone ? '' : 'missed' },
  };
}

/** Views of the team, of what few and many requests are. */
async function makeViews({ url, projectId, token }: SizedPlace): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < views; nth++) {
    const query = nth % 2 === 0 ? { tags: 'parcel' } : { sla_state: 'overdue' };
    const body = { name: `View ${nth}`, visibility: 'shared', query };
    ids.push((await call<{ _id: string }>(url, 'POST', `/v3/${projectId}/views`, token, body))._id);
  }
  return ids;
}

async function latenciesOf(
  place: GrowthPlace,
  make: (place: GrowthPlace) => { method?: string; path: string; body?: object },
  samples: number,
): Promise<number[]> {
  for (let warm = 0; warm < Math.ceil(samples / 5); warm++) await timed(place, make(place));
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample++) took.push((await timed(place, make(place))).latency);
  return took.toSorted((one, other) => one - other);
}
