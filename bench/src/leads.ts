import { randomInt } from 'node:crypto';

import { onOwnMesh } from './own-mesh.ts';
import { ms, type Place, timed } from './place.ts';
import { call } from './processes.ts';
import { emailOf, familyNameOf, familyNames, seedLeads } from './seed/leads.ts';

type Call = { method?: string; path: string; body?: object };

const json = (filters: object[]) => ({ method: 'POST', path: '/segments/preview', body: { match: 'all', filters } });
const filter = (field: string, operator: string, value: unknown) => ({ field, operator, value });

const services = ['workspace', 'conversations', 'contacts'] as const;

const calls: Record<string, (leads: number) => Call> = {
  'page 1 of 40': () => ({ path: '/leads' }),
  'page 1 by name': () => ({ path: '/leads?sortField=fullname&direction=1' }),
  'an address': (leads) => ({ path: `/leads?email=${emailOf(randomInt(leads))}` }),
  'full text, two words of 0.05 %': () => ({ path: `/leads?full_text=ada+${familyNameOf(randomInt(familyNames))}` }),
  'full text, a word of 10 %': () => ({ path: '/leads?full_text=grace' }),
  'segment of three indexed filters, 0.01 %': () =>
    json([
      filter('properties.campaign', '=', `c${randomInt(500)}`),
      filter('attributes.plan', '=', 'gold'),
      filter('company', 'contains', `pany ${randomInt(1, 10)}`),
    ]),
  'segment of three indexed filters, 1 %; most leads fit one of them': () =>
    json([
      filter('tags', 'contains', 't7'),
      filter('attributes.branch', 'in', [7, 27]),
      filter('email', 'starts with', 'lead.'),
    ]),
  create: () => ({ method: 'POST', path: '/leads', body: { fullname: 'Ada Lovelace', email: 'ada@example.com' } }),
};

/** Lists and searches of one project with many leads, one call at a time; at last creates beside searches that no index helps. */
export async function leads(size: number, samples: number): Promise<void> {
  await onOwnMesh({ apart: services }, async (place) => {
    await seedLeads(place.databaseUrl('contacts'), { projectId: place.projectId, leads: size });

    const found: Record<string, number[]> = {};
    for (const [kind, make] of Object.entries(calls)) found[kind] = await measured(place, samples, () => make(size));
    found['1,000 pages of 40 by cursor'] = await walk(place, 1_000);
    found['create, beside searches that no index helps'] = await besideSearches(place, samples);
    const rows = Object.entries(found).map(([kind, took]) => {
      const sorted = took.toSorted((one, other) => one - other);
      return [kind, { 'p50 ms': ms(sorted, 0.5), 'p99 ms': ms(sorted, 0.99) }];
    });
    console.table(Object.fromEntries(rows));
  });
}

async function measured(place: Place, samples: number, make: () => Call): Promise<number[]> {
  const took: number[] = [];
  // The first tenth warms up.
  for (let sample = -samples / 10; sample < samples; sample++) {
    const { latency } = await timed(place, make());
    if (sample >= 0) took.push(latency);
  }
  return took;
}

async function walk(place: Place, pages: number): Promise<number[]> {
  const took: number[] = [];
  let path: string | undefined = '/leads';
  while (path && took.length < pages) {
    const { latency, next } = await timed(place, { path });
    took.push(latency);
    path = next && `/leads${next}`;
  }
  return took;
}

async function besideSearches(place: Place, samples: number): Promise<number[]> {
  let isOver = false;
  const body = { match: 'all', filters: [filter('note', 'contains', 'nothing of the kind')] };
  const search = async () => {
    // Those that take too long are refused: what matters is what they do to others.
    while (!isOver)
      await call(place.url, 'POST', `/v3/${place.projectId}/segments/preview`, place.token, body).catch(
        () => undefined,
      );
  };
  const searches = [search(), search(), search(), search()];
  const took = await measured(place, samples, () => calls.create?.(0) ?? { path: '' });
  isOver = true;
  await Promise.all(searches);
  return took;
}
