// Writes the table of docs/operations/sizing.md from what benchmarks have measured:  node deploy/sizing.ts
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { everyone } from './k8s/mesh.ts';

const guide = fileURLToPath(new URL('../docs/operations/sizing.md', import.meta.url));
const marks = { from: '<!-- sizing: written by deploy/sizing.ts -->', to: '<!-- end of sizing -->' };

/** Processor time in ms of a call, WAL in kB: docs/performance.md, "The whole mesh"; `messages` of an earlier run on a slower machine. */
const costs = {
  first: { node: 2.44, postgres: 3.04, wal: 49 },
  send: { node: 0.42, postgres: 0.28, wal: 6.4 },
  messages: { node: 0.72, postgres: 0.36, wal: 0 },
  requests: { node: 0.94, postgres: 0.74, wal: 0 },
} as const;
/** A process for each service takes 2.2 ms for a send that one process for all does in 1.17, in the same hour ("A mesh of processes"). */
const apart = 1.9;
/** What is done in a conversation, by both sides. */
const conversation = { first: 1, send: 11, messages: 24, requests: 24 } as const;
/** `npm run seed -- --requests 10000 --messages 120000`: 110 MB, with indexes and words; the copies of other services add a third. */
const storedKb = 11 * 1.33;
/** Kept for 14 days in the outboxes, on pages that are half full, and for 3 in NATS. */
const events = { count: 15, kb: 2, outboxKb: 4, outboxDays: 14, natsDays: 3 };
/** A sixth of the day's conversations begin in its busiest hour, twice as many in the busiest minutes; processors are used to 70 %. */
const [busiestHour, burst, load] = [1 / 6, 2, 0.7];

interface Size {
  perDay: number;
  where: string;
  replicas: number;
}

const sizes: readonly Size[] = [
  { perDay: 100, where: '`npm start`', replicas: 0 },
  { perDay: 1_000, where: '[one host](../guides/production-on-one-host.md)', replicas: 1 },
  { perDay: 10_000, where: 'a cluster, its minimum', replicas: 2 },
  { perDay: 100_000, where: 'a cluster', replicas: 3 },
];

export async function withSizes(text: string): Promise<string> {
  const from = text.indexOf(marks.from);
  const to = text.indexOf(marks.to);
  if (from < 0 || to < from) throw new Error('docs/operations/sizing.md has no place for the table');
  const head = `| conversations a day | where | replicas of each service | at peak: sends a second | processors for services | for PostgreSQL | memory for services | disk a month | outboxes | NATS | log archive a day |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n`;
  return `${text.slice(0, from + marks.from.length)}\n\n${head}${sizes.map(rowOf).join('')}\n${text.slice(to)}`;
}

function rowOf({ perDay, where, replicas }: Size): string {
  const perSecond = (perDay * busiestHour * burst) / 3_600;
  const processors = (part: 'node' | 'postgres') => (perSecond * sumOf(part)) / 1_000 / load;
  const memory = everyone.reduce((sum, { requests }) => sum + Number.parseInt(requests.memory, 10), 0) * replicas;
  const cells = [
    perDay.toLocaleString('en'),
    where,
    replicas === 0 ? 'one process' : String(replicas),
    rounded(perSecond * (conversation.first + conversation.send)),
    rounded(processors('node') * (replicas === 0 ? 1 : apart)),
    rounded(processors('postgres')),
    replicas === 0 ? '1 GiB' : `${rounded(memory / 1_024)} GiB`,
    bytes(perDay * 30 * storedKb),
    bytes(perDay * events.count * events.outboxKb * events.outboxDays),
    bytes(perDay * events.count * events.kb * events.natsDays),
    bytes(perDay * sumOf('wal')),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function sumOf(part: 'node' | 'postgres' | 'wal'): number {
  return Object.entries(conversation).reduce(
    (sum, [call, count]) => sum + count * costs[call as keyof typeof costs][part],
    0,
  );
}

/** Two digits, as much as the measurements are good for. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 4 });
}

function bytes(kb: number): string {
  return kb < 1e6 ? `${rounded(kb / 1e3)} MB` : `${rounded(kb / 1e6)} GB`;
}

if (import.meta.main) await writeFile(guide, await withSizes(await readFile(guide, 'utf8')));
