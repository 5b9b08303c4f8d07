import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { eventually } from '@parley/testkit';

import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { endProject } from '../project/keep-project.ts';
import { endAccount } from './record-deletion.ts';

let harness: MediaHarness;
const closing: { close(): void }[] = [];
beforeAll(async () => {
  harness = await startMediaHarness();
});
afterAll(async () => {
  for (const one of closing) one.close();
  await harness?.stop();
});

function to<Service extends object>(service: Service, from: 'contacts' | 'bots' = 'contacts') {
  const made = client(service, {
    ...{ address: harness.addresses.grpc, from, to: 'media', deadlineMs: 10_000 },
    actorKey: new Uint8Array(Buffer.from(harness.env.ACTOR_KEY ?? '', 'base64url')),
  });
  closing.push(made);
  return made;
}

const erase = (lead: string, untilMs: number, projectId = newId()) =>
  to(SubjectServiceService).erase({
    subject: { idProject: projectId, lead, leadId: 'sappho@lesbos.example', requests: [], untilMs },
  });

async function ledger(after = ''): Promise<string[]> {
  const response = await fetch(`${harness.addresses.ops}/ops/ledger?after=${after}`);
  return ((await response.json()) as { names: string[] }).names;
}

it('has an entry of ids for each erasure before it is answered, one however often it is asked for', async () => {
  const [lead, projectId] = [newId(), newId()];
  const at = Date.parse('2026-01-31T12:00:00Z');
  await erase(lead, at, projectId);
  await erase(lead, at, projectId);
  const names = (await ledger()).filter((name) => name.includes(lead));
  expect(names).toEqual([`${String(at).padStart(15, '0')}-${projectId}-${lead}`]);
});

it('tells contacts, and no other service, what was erased since a moment, in its order', async () => {
  const at = Date.parse('2027-01-01T00:00:00Z');
  const leads = [newId(), newId(), newId()];
  for (const [nth, lead] of leads.entries()) await erase(lead, at + nth * 1_000);
  const list = async (after = '', sinceMs = at) =>
    (await to(LedgerServiceService).listErasures({ after, sinceMs })).entries;
  const all = await list();
  expect(all.map(({ lead }) => lead)).toEqual(leads);
  expect((await list('', at + 1_000)).map(({ lead }) => lead)).toEqual(leads.slice(1));
  expect((await list(all[1]?.name)).map(({ lead }) => lead)).toEqual(leads.slice(2));
  await expect(to(LedgerServiceService, 'bots').listErasures({ after: '', sinceMs: 0 })).rejects.toThrow();
});

describe('a deleted project, and a deleted account', () => {
  /** Handles the events as the kit does: in one transaction each, twice, since events may be redelivered. */
  async function deleteBoth() {
    const [idproject, id_user, time] = [newId(), newId(), new Date().toISOString()];
    const of = { idproject, time, data: { project: { __v: 9 } } } as Parameters<typeof endProject>[1];
    const account = { time, data: { id_user } } as Parameters<typeof endAccount>[1];
    for (const handle of [endProject, endProject]) await harness.db.transaction(() => handle(harness.context, of));
    for (const handle of [endAccount, endAccount]) {
      await harness.db.transaction(() => handle(harness.context, account));
    }
    return { at: String(Date.parse(time)).padStart(15, '0'), projectId: idproject, userId: id_user };
  }

  it('have an entry of their ids each, which contacts receives', async () => {
    const { at, projectId, userId } = await deleteBoth();
    await harness.settled();
    const { entries } = await to(LedgerServiceService).listErasures({ after: '', sinceMs: Number(at) });
    const ours = entries.filter((entry) =>
      [entry.idProject, entry.idUser].some((id) => id === projectId || id === userId),
    );
    expect(ours).toEqual([
      { name: `${at}--${userId}`, idProject: '', lead: '', idUser: userId },
      { name: `${at}-${projectId}`, idProject: projectId, lead: '', idUser: '' },
    ]);
  });

  it('have it once the store is back', async () => {
    const place = join(harness.folder, 'media', 'erasures');
    await rename(place, `${place}.aside`);
    await writeFile(place, '');
    const { projectId, userId } = await deleteBoth();
    const tried = `SELECT FROM task WHERE attempts > 0 AND id LIKE ANY(ARRAY['%' || $1, '%' || $2])`;
    await eventually(async () => expect(await harness.db.query(tried, [projectId, userId])).toHaveLength(2));
    await rm(place);
    await rename(`${place}.aside`, place);
    const ours = (name: string) => name.endsWith(projectId) || name.endsWith(userId);
    await eventually(async () => expect((await ledger()).filter(ours)).toHaveLength(2));
  });
});

it('is not swept away with the bytes that belong to no file', async () => {
  const lead = newId();
  await erase(lead, Date.now());
  harness.ageObjects();
  await harness.runJob('sweepObjects');
  expect((await ledger()).filter((name) => name.includes(lead))).toHaveLength(1);
});

it('is carried to another place by its names, and takes nothing else for an entry', async () => {
  const names = await ledger();
  const other = await startMediaHarness();
  const post = (body: object) =>
    fetch(`${other.addresses.ops}/ops/ledger`, { method: 'POST', body: JSON.stringify(body) });
  try {
    expect((await post({ names: ['../outside'] })).status).toBe(422);
    expect((await post({ names })).status).toBe(200);
    const response = await fetch(`${other.addresses.ops}/ops/ledger`);
    expect(await response.json()).toEqual({ names });
  } finally {
    await other.stop();
  }
});
