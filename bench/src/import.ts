import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { onOwnMesh } from './own-mesh.ts';

const messagesPerRequest = 10;
const requestsPerLead = 5;
const start = Date.parse('2024-01-01T00:00:00Z');

/** Files of lines with so many messages, in no order, become an archive, and the archive becomes a project that opens. */
export async function imports(messages: number, parent = tmpdir()): Promise<void> {
  const folder = await mkdtemp(join(parent, 'parley-import-'));
  try {
    const source = join(folder, 'shop');
    await write(source, messages);
    await onOwnMesh({}, async ({ dataFolder }) => {
      const [work, env] = [join(folder, 'work'), join(dataFolder, 'transfer.env')];
      const convert = await run(['import', 'convert', 'csv', source, '--to', work]);
      const archive = join(work, 'archive');
      const load = await run(['import', 'archive', archive, '--work', work, '--env', env]);
      const open = await run(['import', 'activate', archive, '--work', work, '--env', env]);
      const export_ = await run([
        'export',
        '--project',
        await projectIn(archive),
        '--to',
        join(folder, 'out'),
        '--env',
        env,
      ]);
      const row = ({ seconds, peakMb }: Run) => ({
        seconds: Math.round(seconds),
        'messages/s': Math.round(messages / seconds),
        'memory, MB': peakMb,
      });
      console.table({ convert: row(convert), load: row(load), activate: row(open), export: row(export_) });
      console.log(
        `${messages} messages, from files to stored: ${Math.round(messages / (convert.seconds + load.seconds))}/s`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function projectIn(archive: string): Promise<string> {
  const { project } = JSON.parse(await readFile(join(archive, 'head.json'), 'utf8')) as { project: { _id: string } };
  return project._id;
}

/** Every number from 0 on once, far from its neighbours. */
function* scattered(count: number): Generator<number> {
  const step = 7_919;
  for (let offset = 0; offset < step; offset++) for (let at = offset; at < count; at += step) yield at;
}

async function write(folder: string, messages: number): Promise<void> {
  const requests = Math.ceil(messages / messagesPerRequest);
  const leads = Math.ceil(requests / requestsPerLead);
  const timeOf = (request: number, minute = 0) => new Date(start + request * 60_000 + minute * 60_000).toISOString();
  const owner = { email: 'ada@shop.example', firstname: 'Ada', role: 'owner', createdAt: timeOf(0) };
  await writeLines(folder, 'users', 1, () => owner);
  await writeLines(folder, 'leads', leads, (nth) => ({
    lead_id: `v${nth}`,
    fullname: `Visitor ${nth}`,
    createdAt: timeOf(0),
  }));
  await writeLines(folder, 'requests', requests, (nth) => ({
    ...{ request_id: nth, lead_id: `v${nth % leads}`, createdAt: timeOf(nth), closed_at: timeOf(nth, 30) },
    participants: ['ada@shop.example'],
  }));
  await writeLines(folder, 'messages', messages, (nth) => {
    const place = nth % messagesPerRequest;
    const request = Math.floor(nth / messagesPerRequest);
    const text = `Message ${place} of conversation ${request}, as long as people write: about a hundred characters, or so.`;
    return {
      request_id: request,
      sender: place % 2 ? 'ada@shop.example' : 'lead',
      text,
      createdAt: timeOf(request, place),
    };
  });
}

async function writeLines(folder: string, name: string, count: number, row: (nth: number) => object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = createWriteStream(join(folder, `${name}.jsonl`));
  for (const nth of scattered(count)) if (!file.write(`${JSON.stringify(row(nth))}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}

interface Run {
  seconds: number;
  peakMb: number;
}

async function run(args: readonly string[]): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, ['apps/transfer/src/main.ts', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let isRunning = true;
  child.once('close', () => {
    isRunning = false;
  });
  let peakMb = 0;
  while (isRunning) {
    peakMb = Math.max(peakMb, await peakOf(child.pid));
    await delay(100);
  }
  const seconds = (performance.now() - began) / 1_000;
  if (child.exitCode !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${child.exitCode}.`);
  return { seconds, peakMb };
}

/** Of memory in use, as the kernel counts it; it is gone with the process. */
async function peakOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024);
}
