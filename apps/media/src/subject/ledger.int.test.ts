import { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';

import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';

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
