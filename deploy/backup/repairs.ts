import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const callMs = 60_000;
const lookMs = 500;
const mostFailures = 60;
const counted = ['begun', 'deleted', 'kept', 'known', 'absent'] as const;

/** The operations port of a service of `npm start`. @throws Error when Parley has never been started on this folder */
export async function operationsAddress(dataFolder: string, service: string): Promise<string> {
  const text = await readFile(join(dataFolder, 'operations.json'), 'utf8').catch(() => undefined);
  const address = text && (JSON.parse(text) as Record<string, string>)[service];
  if (!address) throw new Error(`Start Parley first, or name the operations port of ${service}: --at http://…`);
  return address;
}

/** Of one page of the ledger. */
interface Repeated {
  begun: number;
  deleted: number;
  kept: number;
  known: number;
  absent: number;
  next?: string;
}

/** A call to the operations port of a service. @returns its answer @throws Error when it is not a success */
export type Ask = (path: string, body?: object) => Promise<unknown>;

/** Does again what was erased and deleted since a moment, and waits until no erasure is under way. @param ask of contacts */
export async function repeatErasures(ask: Ask, since: Date, say: (line: string) => void): Promise<void> {
  const sum = { begun: 0, deleted: 0, kept: 0, known: 0, absent: 0 };
  // Accounts last: one goes when the projects that ended with it have gone.
  for (const accounts of [false, true]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = (await ask('/ops/erasures/repeat', { since: since.toISOString(), after, accounts })) as Repeated;
      for (const key of counted) sum[key] += page[key];
      after = page.next;
    }
  }
  say(
    `${sum.begun} erasures begun again, ${sum.deleted} projects and accounts deleted again; ${sum.known} were known, ${sum.absent} are of what is not there.`,
  );
  if (sum.kept > 0) {
    say(
      `${sum.kept} accounts are kept: each is the only owner of a project that was not deleted (docs/operations/back-up.md).`,
    );
  }
  for (let last = -1; ; await delay(lookMs)) {
    const { running } = (await ask('/ops/erasures')) as { running: number };
    if (running === 0) break;
    if (running !== last) say(`${running} under way …`);
    last = running;
  }
  say('No erasure is under way: every service has erased and counted what is left, which is nothing.');
}

/** Of one page of projects. */
interface Rebuilt {
  projects: number;
  pending: number;
  failed: number;
  next?: string;
}

interface Rebuild {
  /** Of analytics. */
  ask: Ask;
  since: Date;
  /** The last project of a rebuild that was cut off. */
  after: string;
}

/** Rebuilds figures project by project; cut off, it goes on with what it has said last. */
export async function rebuildFigures({ ask, since, after }: Rebuild, say: (line: string) => void): Promise<void> {
  let done = 0;
  for (let place: string | undefined = after; place !== undefined; ) {
    const page = (await ask('/ops/rebuild', { since: since.toISOString(), after: place })) as Rebuilt;
    if (page.failed > mostFailures) throw new Error(`${page.failed} repairs have failed: see the log of analytics.`);
    if (page.pending > 0) {
      await delay(lookMs);
      continue;
    }
    done += page.projects;
    place = page.next;
    say(
      `${done} projects rebuilt${place ? `; to go on from here: --since ${since.toISOString()} --after ${place}` : '.'}`,
    );
  }
}

export const askAt =
  (address: string): Ask =>
  async (path, body) => {
    const response = await fetch(address + path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(callMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address}${path} answers ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
