import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beginTalks, sendEvenly } from './even-sends.ts';
import { type Run, runTransfer } from './import-run.ts';
import { writeSource } from './import-source.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms, type Place } from './place.ts';

/** Source: contract 90 section 13. */
const live = { rate: 100, seconds: 30, records: 1_000, goal: 1.5 } as const;

interface ImportOptions {
  messages: number;
  /** Slowly, beside a project that lives. */
  isLive: boolean;
  folder: string | undefined;
}

/** Files of lines with so many messages, in no order, become an archive, and the archive becomes a project that opens. */
export async function imports({ messages, isLive, folder: parent = tmpdir() }: ImportOptions): Promise<void> {
  const folder = await mkdtemp(join(parent, 'parley-import-'));
  try {
    const source = join(folder, 'shop');
    await writeSource(source, messages);
    await onOwnMesh({}, async (place) => {
      const { dataFolder, pid } = place;
      const [work, env] = [join(folder, 'work'), join(dataFolder, 'transfer.env')];
      const convert = await runTransfer(['import', 'convert', 'csv', source, '--to', work], pid);
      const archive = join(work, 'archive');
      const loading = (...options: string[]) =>
        runTransfer(['import', 'archive', archive, '--work', work, '--env', env, ...options], pid);
      const load = await (isLive ? besideSends(place, loading) : loading());
      const open = await runTransfer(['import', 'activate', archive, '--work', work, '--env', env], pid);
      const project = await projectIn(archive);
      const out = await runTransfer(['export', '--project', project, '--to', join(folder, 'out'), '--env', env], pid);
      const steps = { convert, load, activate: open, export: out };
      console.table(Object.fromEntries(Object.entries(steps).map(([step, run]) => [step, rowOf(run, messages)])));
      for (const [step, { tenths }] of Object.entries(steps))
        if (tenths.length > 1)
          console.log(`${step}, messages a second by tenths: ${tenths.join(' ')}${flatness(tenths)}`);
      const both = convert.seconds + load.seconds;
      console.log(`${messages} messages, from files to stored: ${Math.round(messages / both)}/s`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What sends to a project take alone, and while another one is loaded at a rate. */
async function besideSends(place: Place, loading: (...options: string[]) => Promise<Run>): Promise<Run> {
  const { rate, seconds, records, goal } = live;
  const talks = await beginTalks(place);
  const alone = await sendEvenly(place, talks, { rate, seconds });
  const over = new AbortController();
  const sending = sendEvenly(place, talks, { rate, seconds: Number.POSITIVE_INFINITY, over: over.signal });
  const load = await loading('--rate', String(records)).finally(() => over.abort());
  const beside = await sending;
  const p99 = { alone: ms(alone, 0.99), beside: ms(beside, 0.99) };
  console.table({
    [`${rate} sends a second`]: {
      ...{
        'alone p50 ms': ms(alone, 0.5),
        'p99 ms': p99.alone,
        'beside p50 ms': ms(beside, 0.5),
        'beside p99 ms': p99.beside,
      },
      failed: beside.filter((took) => !Number.isFinite(took)).length,
      [`p99 within ${goal} times`]: p99.beside <= goal * p99.alone ? '' : 'missed',
    },
  });
  return load;
}

function rowOf({ seconds, cpuSeconds, peakMb, meshMb }: Run, messages: number) {
  return {
    seconds: Math.round(seconds),
    'messages/s': Math.round(messages / seconds),
    'processor, ms/message': Number(((cpuSeconds * 1_000) / messages).toFixed(3)),
    'memory, MB': peakMb,
    'mesh, MB more': meshMb,
  };
}

function flatness(tenths: readonly number[]): string {
  const [first = 0, last = 0] = [tenths[0], tenths.at(-1)];
  return `; last to first: ${Math.round((100 * last) / first)} %`;
}

async function projectIn(archive: string): Promise<string> {
  const { project } = JSON.parse(await readFile(join(archive, 'head.json'), 'utf8')) as { project: { _id: string } };
  return project._id;
}
