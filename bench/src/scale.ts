import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/service-kit/embedded';

import { ms, type Place, quantile, signIn, signUp, timed } from './place.ts';
import { end, launch, meshSettings } from './processes.ts';
import { caseOf, rareWord, rareWords, requestNameOf } from './seed/rows.ts';
import { seed } from './seed/seed.ts';

export interface Size {
  requests: number;
  messages: number;
}

interface SizedPlace extends Place {
  size: Size;
}

/** Latencies of one kind of call, in ms, ascending. */
type Latencies = Record<string, number[]>;

/** As many in both sizes: what is open is bounded by who serves it, what is closed is not. */
const open = 9_000;
const pages = 1_000;
const perDeepPage = open / pages;

/** The calls of each kind; `next` draws a request of any age. */
const calls: Record<string, (place: SizedPlace) => { method?: string; path: string; body?: object }> = {
  'open requests, page 1': () => ({ path: '/requests' }),
  'open requests, page 1,000': () => ({ path: `/requests?limit=${perDeepPage}&page=${pages - 1}` }),
  'a request': (place) => ({ path: `/requests/${anyRequest(place)}` }),
  'messages of a request': (place) => ({ path: `/requests/${anyRequest(place)}/messages?limit=40` }),
  'full text, a number': ({ size }) => ({ path: `/requests?status=all&full_text=${caseOf(randomInt(size.requests))}` }),
  'full text, two words': () => ({
    path: `/requests?status=all&full_text=${rareWord(randomInt(rareWords))}+parcel`,
  }),
  send: (place) => ({
    method: 'POST',
    path: `/requests/${openRequest(place)}/messages`,
    body: { text: 'It is on its way and arrives on Monday.' },
  }),
};

const anyRequest = ({ projectId, size }: SizedPlace): string => requestNameOf(projectId, randomInt(size.requests));
const openRequest = ({ projectId, size }: SizedPlace): string =>
  requestNameOf(projectId, size.requests - 1 - randomInt(open));

/** The same calls, one at a time, at a small and at a big size. */
export async function scale(sizes: { small: Size; big: Size }, samples: number): Promise<void> {
  const small = await measureSize(sizes.small, samples);
  const big = await measureSize(sizes.big, samples);
  const row = (kind: string) => {
    const [of, at] = [small[kind] ?? [], big[kind] ?? []];
    const ratio = quantile(at, 0.99) / quantile(of, 0.99);
    return {
      'small p50 ms': ms(of, 0.5),
      'small p99 ms': ms(of, 0.99),
      'big p50 ms': ms(at, 0.5),
      'big p99 ms': ms(at, 0.99),
      'p99 ratio': Number(ratio.toFixed(2)),
    };
  };
  console.table(Object.fromEntries(Object.keys(small).map((kind) => [kind, row(kind)])));
}

async function measureSize(size: Size, samples: number): Promise<Latencies> {
  console.log(`${size.requests.toLocaleString('en')} requests, ${size.messages.toLocaleString('en')} messages`);
  const folder = await mkdtemp(join(tmpdir(), 'parley-scale-'));
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: true });
  const withMesh = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
    const children: ChildProcess[] = [];
    const env = {
      PARLEY_DATA: join(folder, 'data'),
      DATABASE_URL_WORKSPACE: postgres.url('workspace'),
      DATABASE_URL_CONVERSATIONS: postgres.url('conversations'),
    };
    try {
      const { url } = await launch(children, 'apps/all-in-one/src/main.ts', { ...meshSettings, ...env });
      return await work(url);
    } finally {
      for (const child of children) await end(child);
    }
  };
  try {
    const { projectId, ...owner } = await withMesh(signUp);
    await seed(postgres.url('conversations'), { projectId, ...size, open });
    return await withMesh(async (url) => {
      const token = await signIn(url, owner);
      return measureCalls({ url, size, projectId, token }, samples);
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureCalls(place: SizedPlace, samples: number): Promise<Latencies> {
  const found: Latencies = {};
  for (const [kind, make] of Object.entries(calls)) {
    const took: number[] = [];
    // The first tenth warms up.
    for (let sample = -samples / 10; sample < samples; sample++) {
      const { latency } = await timed(place, make(place));
      if (sample >= 0) took.push(latency);
    }
    found[kind] = took;
  }
  found[`open requests, ${pages.toLocaleString('en')} pages by cursor`] = await walk(place);
  return Object.fromEntries(
    Object.entries(found).map(([kind, took]) => [kind, took.toSorted((one, other) => one - other)]),
  );
}

async function walk(place: SizedPlace): Promise<number[]> {
  const took: number[] = [];
  let path: string | undefined = `/requests?limit=${perDeepPage}`;
  while (path) {
    const { latency, next } = await timed(place, { path });
    took.push(latency);
    path = next && `/requests${next}`;
  }
  return took;
}
