import { randomInt, randomUUID } from 'node:crypto';

import { ms, quantile, timed } from './place.ts';
import { caseOf, rareWord, rareWords, requestNameOf } from './seed/rows.ts';
import { openSizedPlace, type SizedPlace } from './sized-place.ts';

export interface ScaleOptions {
  small: { requests: number; messages: number };
  big: { requests: number; messages: number };
  samples: number;
  /** Where the databases are kept for the next run. */
  folder: string | undefined;
}

type Both<Value> = [small: Value, big: Value];

/** As many in both sizes: what is open is bounded by who serves it, what is closed is not. */
const open = 9_000;
const pages = 1_000;
const perDeepPage = open / pages;

/** The calls of each kind. */
const calls: Record<string, (place: SizedPlace) => { method?: string; path: string; body?: object }> = {
  'open requests, page 1': () => ({ path: '/requests' }),
  'open requests, page 1,000': () => ({ path: `/requests?limit=${perDeepPage}&page=${pages - 1}` }),
  'requests of any status, page 1': () => ({ path: '/requests?status=all' }),
  'a request': (place) => ({ path: `/requests/${anyRequest(place)}` }),
  'messages of a request': (place) => ({ path: `/requests/${anyRequest(place)}/messages?limit=40` }),
  'full text, a number': (place) => fullText(place),
  'full text, two words': () => ({
    path: `/requests?status=all&full_text=${rareWord(randomInt(rareWords))}+parcel`,
  }),
  send: (place) => ({
    method: 'POST',
    path: `/requests/${openRequest(place)}/messages`,
    body: { text: 'It is on its way and arrives on Monday.' },
  }),
};

const fullText = ({ size }: SizedPlace) => ({
  path: `/requests?status=all&full_text=${caseOf(randomInt(size.requests))}`,
});
const anyRequest = ({ projectId, size }: SizedPlace): string => requestNameOf(projectId, randomInt(size.requests));
const openRequest = ({ projectId, size }: SizedPlace): string =>
  requestNameOf(projectId, size.requests - 1 - randomInt(open));

/** The same calls at a small and at a big size, by turns, so that whatever else the machine does disturbs both alike. */
export async function scale({ small, big, samples, folder }: ScaleOptions): Promise<void> {
  const places: SizedPlace[] = [];
  try {
    for (const size of [small, big]) places.push(await openSizedPlace({ ...size, open }, folder));
    const latencies = await latenciesOf(places as Both<SizedPlace>, samples);
    console.table(Object.fromEntries(Object.entries(latencies).map(([kind, both]) => [kind, latencyRow(both)])));
    const rates = await ratesOf(places as Both<SizedPlace>);
    console.table(Object.fromEntries(Object.entries(rates).map(([kind, both]) => [kind, rateRow(both)])));
  } finally {
    for (const place of places) await place.stop();
  }
}

function latencyRow(both: Both<number[]>) {
  const [less, more] = both.map((took) => took.toSorted((one, other) => one - other)) as Both<number[]>;
  return {
    'small p50 ms': ms(less, 0.5),
    'small p99 ms': ms(less, 0.99),
    'big p50 ms': ms(more, 0.5),
    'big p99 ms': ms(more, 0.99),
    'p99 ratio': ratio(quantile(less, 0.99), quantile(more, 0.99)),
  };
}

const ratio = (less: number, more: number): number => Number((more / less).toFixed(2));

function rateRow([less, more]: Both<number>) {
  return { 'small /s': Math.round(less), 'big /s': Math.round(more), ratio: ratio(less, more) };
}

/** One call at a time. In ms, by kind of call. */
async function latenciesOf(places: Both<SizedPlace>, samples: number): Promise<Record<string, Both<number[]>>> {
  const found: Record<string, Both<number[]>> = {};
  for (const [kind, make] of Object.entries(calls)) {
    const call = async (place: SizedPlace) => (await timed(place, make(place))).latency;
    await byTurns(places, Math.ceil(samples / 10), call);
    found[kind] = await byTurns(places, samples, call);
  }
  const freshly = Math.min(samples, maxFreshly);
  for (const place of places) await writeConversations(place, justWritten);
  found[`full text, ${justWritten} conversations just written`] = await byTurns(
    places,
    freshly,
    async (place) => (await timed(place, fullText(place))).latency,
  );
  const next = new Map(places.map((place) => [place, `?limit=${perDeepPage}`]));
  found[`open requests, ${pages.toLocaleString('en')} pages by cursor`] = await byTurns(
    places,
    pages,
    async (place) => {
      const page = await timed(place, { path: `/requests${next.get(place)}` });
      next.set(place, page.next ?? '');
      return page.latency;
    },
  );
  return found;
}

/** What is written within two minutes may have to be read besides the index: as many as a search reads at most, with an answer each. */
const justWritten = 300;
const maxFreshly = 200;

async function writeConversations(place: SizedPlace, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const path = `/requests/support-group-${place.projectId}-${randomUUID().replaceAll('-', '')}/messages`;
      for (const text of ['Where is my parcel? It was due on Monday.', 'Which parcel is it?'])
        await timed(place, { method: 'POST', path, body: { text } });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** @param call answers how long it took, in ms */
async function byTurns(
  places: Both<SizedPlace>,
  count: number,
  call: (place: SizedPlace) => Promise<number>,
): Promise<Both<number[]>> {
  const took: Both<number[]> = [[], []];
  for (let turn = 0; turn < count; turn++) {
    for (const [size, place] of places.entries()) took[size]?.push(await call(place));
  }
  return took;
}

const rounds = 5;
const atOnce = 16;
const batch = 500;

/** Many calls at once: how many a second, by kind of call. */
async function ratesOf(places: Both<SizedPlace>): Promise<Record<string, Both<number>>> {
  // Requests wait: agents who took them would be locked for each, and that would be measured.
  for (const place of places)
    await timed(place, { method: 'PUT', path: '/project_users', body: { user_available: false } });
  const said = Array.from({ length: batch }, (_, index) => ({ text: `Line ${index} of an older installation` }));
  const created = await perSecond(places, 200, (place) => {
    const path = `/requests/support-group-${place.projectId}-${randomUUID().replaceAll('-', '')}`;
    return timed(place, { method: 'POST', path, body: { first_text: 'Where is my parcel?' } });
  });
  const imported = await perSecond(places, 20, (place) => {
    const path = `/requests/${openRequest(place)}/messages/multi?import=true`;
    return timed(place, { method: 'POST', path, body: said });
  });
  return {
    'requests created': created,
    [`messages imported, by ${batch}`]: imported.map((calls) => calls * batch) as Both<number>,
  };
}

/** Medians of rounds of `count` calls, by turns; the first round warms up. */
async function perSecond(
  places: Both<SizedPlace>,
  count: number,
  call: (place: SizedPlace) => Promise<unknown>,
): Promise<Both<number>> {
  const found: Both<number[]> = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (const [size, place] of places.entries()) {
      const began = performance.now();
      let left = count;
      const worker = async () => {
        while (left-- > 0) await call(place);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      if (round > 0) found[size]?.push((count * 1_000) / (performance.now() - began));
    }
  }
  return found.map((rates) =>
    quantile(
      rates.toSorted((one, other) => one - other),
      0.5,
    ),
  ) as Both<number>;
}
