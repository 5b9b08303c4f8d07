import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { leadDeleted } from '@parley/contracts';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { newId } from '@parley/service-kit/call';
import { type Personas, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { envelopeOf, outgoing } from '../../test/history.ts';
import { faultsInFile } from './chain-file.ts';

let service: Analytics;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'current' }];

function signed(claims: object, key: KeyObject): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${encoded({ alg: 'EdDSA', kid: 'current' })}.${encoded({ ...claims, sub: 'activity_chain' })}`;
  return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`;
}

beforeAll(async () => {
  const workspace = fakeService(IdentityServiceService, {
    signToken: ({ claimsJson }) => ({ tokens: claimsJson.map((json) => signed(JSON.parse(json), privateKey)) }),
  });
  service = await startTestAnalytics(undefined, { fakes: { workspace } });
});
afterAll(() => service?.stop());

interface Entry {
  id: string;
  lead: string;
}

/** A project with activities, each of a lead of its own. @param ages in days */
async function projectWith(...ages: number[]): Promise<Personas & { entries: Entry[] }> {
  const people = personasOf();
  const entries: Entry[] = [];
  expect((await verified(people)).checked).toBe(0);
  for (const days of ages) entries.push(await publish(people, days));
  await service.runJob('chainActivities');
  return { ...people, entries };
}

/** @param days its age */
async function publish({ projectId }: Personas, days: number): Promise<Entry> {
  const lead = newId();
  const event = leadDeleted({ lead: { _id: lead, id: lead, id_project: projectId }, mode: 'physical' } as never);
  const time = new Date(Date.now() - days * 86_400_000);
  const envelope = envelopeOf(event, { projectId, subject: `lead/${lead}`, version: 1, time });
  await service.bus.publish([outgoing(envelope)], () => undefined);
  await service.settled();
  return { id: envelope.id, lead };
}

const verified = async ({ grace }: Personas) => (await service.as(grace).verifyActivities({})).body;

async function exported({ grace }: Personas): Promise<string[]> {
  const { status, body } = await service.as(grace).exportChain({});
  expect(status).toBe(200);
  return String(body).trimEnd().split('\n');
}

const inProject = (text: string, { projectId }: Personas, ...values: unknown[]) =>
  service.db.query(text, [projectId, ...values]);

it('goes through all activities of a project, and is valid', async () => {
  const project = await projectWith(3, 2, 1);
  expect(await verified(project)).toMatchObject({ valid: true, checked: 3, faults: [], head: { seq: 3 } });
  expect(await verified(personasOf())).toMatchObject({ valid: true, checked: 0, head: { seq: 0 } });
});

it('begins with what is there when it is first asked for, and not before', async () => {
  const people = personasOf();
  await publish(people, 2);
  await service.runJob('chainActivities');
  expect(await inProject('select from activity_chain where id_project = $1', people)).toEqual([]);

  expect(await verified(people)).toMatchObject({ valid: true, checked: 1 });
});

it('takes in 5,000 activities in a call, and the rest in the background', async () => {
  const people = personasOf();
  await publish(people, 1);
  await inProject(
    `insert into activity select id_project, id || '-' || nth, created_at, verb, actor, action_obj, target, related, agents
      from activity, generate_series(1, 5200) nth where id_project = $1`,
    people,
  );
  expect(await verified(people)).toMatchObject({ valid: true, head: { seq: 5000 } });

  await service.runJob('chainActivities');
  const { body } = await service.as(people.grace).verifyActivities({}, { query: { after: '5000' } as never });
  expect(body).toMatchObject({ valid: true, head: { seq: 5201 } });
});

describe('finds in the database', () => {
  const one = 'id_project = $1 and id = $2';
  const link = 'id_project = $1 and activity = $2';
  it.each([
    ['a changed activity', `update activity set actor = '{"type":"user","id":"eve"}' where ${one}`, 'activity_changed'],
    ['another verb', `update activity set verb = 'REQUEST_CLOSE' where ${one}`, 'activity_changed'],
    [
      'another time',
      `update activity set created_at = created_at - interval '1 hour' where ${one}`,
      'activity_changed',
    ],
    ['a removed activity', `delete from activity where ${one}`, 'activity_missing'],
    ['a removed link', `delete from activity_link where ${link}`, 'link_missing'],
    [
      'a changed link',
      `update activity_link set created_at = created_at - interval '1 hour' where ${link}`,
      'link_changed',
    ],
    ['a replaced digest', `update activity_link set digest = sha256(digest) where ${link}`, 'link_changed'],
    [
      'a moved link',
      `update activity_link set seq = case when activity = $2 then 100 else seq end where id_project = $1`,
      'link_missing',
    ],
    [
      'a doubled activity',
      `insert into activity select id_project, id || 'b', created_at, verb, actor, action_obj, target, related, agents, chained
        from activity where ${one}`,
      'activity_unknown',
    ],
    [
      'a head that was put back',
      `update activity_chain set seq = seq - 1 where id_project = $1 and $2 <> ''`,
      'link_missing',
    ],
  ])('%s', async (_what, text, fault) => {
    const project = await projectWith(3, 2, 1);
    await inProject(text, project, project.entries[1]?.id);
    const { valid, faults } = await verified(project);
    expect([valid, faults.map((found) => found.fault)]).toEqual([false, expect.arrayContaining([fault])]);
  });
});

it('stays valid through erasure and retention, and reveals nothing of what was erased', async () => {
  const project = await projectWith(400, 2, 1);
  const { projectId, entries } = project;
  const [, erased] = entries;
  await inProject(
    `update activity set target = jsonb_set(target, '{object,fullname}', '"Sappho"'), chained = false where id_project = $1 and id = $2`,
    project,
    erased?.id,
  );
  await service.runJob('chainActivities');
  expect(await verified(project)).toMatchObject({ valid: true, checked: 4 });
  await service.context.subjects.eraseActivities({
    ...{ projectId, lead: erased?.lead ?? '', leadId: 'sappho', requests: [], until: null },
  });
  await service.runJob('removeExpired');

  expect(await verified(project)).toMatchObject({ valid: true, checked: 5, faults: [] });
  const lines = await exported(project);
  expect(lines.join('\n')).not.toContain('Sappho');
  expect(await faultsInFile(lines, keys)).toEqual([]);
  const salts = await inProject(
    'select seq from activity_link where id_project = $1 and activity = $2 and salt is not null',
    project,
    erased?.id,
  );
  expect(salts).toHaveLength(1);
});

describe('an export', () => {
  it('shows each line that is removed, changed, doubled or moved, and another signature', async () => {
    const lines = await exported(await projectWith(5, 4, 3, 2, 1));
    expect(await faultsInFile(lines, keys)).toEqual([]);
    const changed = (text: string) =>
      text.includes('signature')
        ? text.replace(/.{4}"}$/, 'AAAA"}')
        : text.replace(/"(user|lead|previous|physical)"/, '"other"');
    for (const [at, line] of lines.entries()) {
      const before = lines.slice(0, at);
      const behind = lines.slice(at + 1);
      const files = {
        removed: [...before, ...behind],
        changed: [...before, changed(line), ...behind],
        doubled: [...before, line, line, ...behind],
        moved: [...behind, ...before, line],
        cut: before,
      };
      for (const [how, file] of Object.entries(files)) {
        if (file.join() === lines.join()) continue;
        expect([how, at, (await faultsInFile(file, keys)).length > 0]).toEqual([how, at, true]);
      }
    }
    const others = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    expect(await faultsInFile(lines, [{ ...others, kid: 'current' }])).not.toEqual([]);
  });

  it('shows content that was taken out of a line', async () => {
    const lines = await exported(await projectWith(2, 1));
    const bare = lines.map((line, at) => {
      const { content: _content, salt: _salt, ...rest } = JSON.parse(line);
      return at === 1 ? JSON.stringify(rest) : line;
    });
    expect(await faultsInFile(bare, keys)).toEqual(['line 1: its activity is missing']);
  });

  it('goes on after an earlier one', async () => {
    const project = await projectWith(3, 2, 1);
    const { body } = await service.as(project.grace).exportChain({ after: '2' });
    const lines = String(body).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(await faultsInFile(lines, keys)).toEqual([]);
  });
});
