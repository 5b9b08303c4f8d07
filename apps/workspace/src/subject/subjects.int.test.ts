import { randomUUID } from 'node:crypto';

import { type Actor, teammateRemoved, tokenRevoked } from '@parley/contracts';
import { type Subject, SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';
import { collect } from '@parley/testkit';

import { customToken, type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
let subjects: PromiseClient<typeof SubjectServiceService>;

beforeAll(async () => {
  team = await sharedTeam();
  const actorKey = new Uint8Array(Buffer.from(team.env.ACTOR_KEY ?? '', 'base64url'));
  const calling = { address: team.addresses.grpc, to: 'workspace', from: 'contacts', actorKey } as const;
  subjects = client(SubjectServiceService, calling);
});
afterAll(() => subjects?.close());

const profile = { firstname: 'Sappho', email: 'sappho@lesbos.example' };

/** A project with a visitor, Sappho, who has an external id and has signed in twice. */
async function visitorWithHistory() {
  const { projectId, ada } = await team.project();
  const secret = await team.secretOf(ada);
  const leadId = `sappho-${newId()}`;
  const enter = async () => {
    const token = await customToken(secret, projectId, { _id: leadId, ...profile, city: 'Mytilene' });
    return (await team.exchange(token)).body;
  };
  await enter();
  await enter();
  await team.settled();
  const lead = newId();
  const subject = { idProject: projectId, lead, leadId, requests: [], untilMs: Date.now() };
  const sappho: Actor = { kind: 'external', id: leadId, projectId };
  return { projectId, ada, leadId, lead, subject, enter, sappho };
}

/** Repeats the call, as contacts does: events published meanwhile are erased by the next one. */
async function erase(subject: Subject) {
  const first = await subjects.erase({ subject });
  await team.settled();
  const second = await subjects.erase({ subject });
  await team.settled();
  return [first.erased, second.erased];
}

const nothing = { memberships: 0, tokens: 0, presences: 0, events: 0, answers: 0 };

/** The tables that contain any of the words. */
async function traces(words: readonly string[]): Promise<string[]> {
  const tables = await team.db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await team.db.query<{ row: string }>(`select t::text as row from ${name} t`)) {
      for (const word of words) if (row.toLowerCase().includes(word.toLowerCase())) found.push(`${name}: ${word}`);
    }
  }
  return found;
}

it('exports a visitor’s membership, and no teammate’s', async () => {
  const { subject, leadId, ada } = await visitorWithHistory();
  const [membership, ...rest] = await collect(subjects.export({ subject }));
  expect([membership?.type, rest]).toEqual(['membership', []]);
  expect(JSON.parse(membership?.recordJson ?? '')).toMatchObject({ uuid_user: leadId, role: 'user', profile });
  expect(await collect(subjects.export({ subject: { ...subject, leadId: ada.id } }))).toEqual([]);
  await erase(subject);
});

it('leaves nothing of an erased visitor in any table, and announces the removal without personal data', async () => {
  const { subject, projectId, sappho, lead, leadId } = await visitorWithHistory();
  const membership = (await collect(subjects.export({ subject })))[0];
  const { _id } = JSON.parse(membership?.recordJson ?? '') as { _id: string };
  const before = await subjects.count({ subject });
  expect(before.remaining).toMatchObject({ memberships: 1, tokens: 2, presences: 0 });
  expect(before.remaining.events).toBeGreaterThanOrEqual(3);

  const [first, second] = await erase(subject);

  // What had to be published first is erased by the second call.
  const erased = (kind: string) => (first?.[kind] ?? 0) + (second?.[kind] ?? 0);
  expect([erased('memberships'), erased('tokens')]).toEqual([1, 2]);
  expect((await subjects.count({ subject })).remaining).toEqual(nothing);
  expect(await traces([leadId, 'sappho', 'lesbos', 'mytilene'])).toEqual([]);
  expect(await team.outbox(teammateRemoved, projectId)).toEqual([
    expect.objectContaining({
      ...{ actor: 'system', subject: `teammate/${_id}` },
      data: expect.objectContaining({
        teammate: expect.objectContaining({ uuid_user: `erased-${lead}`, profile: {} }),
      }),
    }),
  ]);
  expect((await team.as(sappho).listTokens()).body).toEqual([]);
});

it('rejects the tokens of an erased visitor at once', async () => {
  const { projectId } = await team.project();
  const vera = await team.guest(projectId);
  const owner = { sub: 'guest', id: vera.actor.id, idProject: projectId };
  const subject = { idProject: projectId, lead: newId(), leadId: vera.actor.id, requests: [] };
  expect((await team.identity.checkToken({ jti: vera.jti, ...owner })).live).toBe(true);

  await subjects.erase({ subject });
  expect((await team.identity.checkToken({ jti: vera.jti, ...owner })).live).toBe(false);
  const events = await team.db.query('select from outbox where type = $1 and id_project = $2', [
    ...[tokenRevoked.type, projectId],
  ]);
  expect(events).toHaveLength(1);
  await erase(subject);
  expect((await team.identity.checkToken({ jti: vera.jti, ...owner })).live).toBe(false);
  expect(await traces([vera.actor.id, vera.jti])).toEqual([]);
});

it('erases the stored answer of a guest’s sign-in, and no other guest’s', async () => {
  const { projectId } = await team.project();
  const arrive = () =>
    team.open.signInAnonymously({ id_project: projectId }, { headers: { 'idempotency-key': randomUUID() } });
  const [vera, other] = [await arrive(), await arrive()];
  const subjectOf = ({ body }: typeof vera) => ({
    ...{ idProject: projectId, lead: newId(), leadId: body.user._id, requests: [] },
  });
  expect((await subjects.count({ subject: subjectOf(vera) })).remaining).toMatchObject({ answers: 1 });

  await erase(subjectOf(vera));

  const remaining = async (of: typeof vera) => (await subjects.count({ subject: subjectOf(of) })).remaining.answers;
  expect([await remaining(vera), await remaining(other)]).toEqual([0, 1]);
});

it('leaves a visitor who returned under the same id, and visitors of other projects', async () => {
  const one = await visitorWithHistory();
  const { projectId, ada } = await team.project();
  const token = await customToken(await team.secretOf(ada), projectId, { _id: one.leadId, firstname: 'Anactoria' });
  await team.exchange(token);
  await erase(one.subject);
  await one.enter();
  await team.settled();

  const [first, second] = await erase(one.subject);

  expect([first, second]).toEqual([nothing, nothing]);
  expect((await subjects.count({ subject: one.subject })).remaining).toEqual(nothing);
  // Without `until`, the call covers the present visitor.
  const now = { ...one.subject, untilMs: undefined };
  for (const subject of [now, { ...now, idProject: projectId }]) {
    expect((await subjects.count({ subject })).remaining).toMatchObject({ memberships: 1, tokens: 1 });
    await erase(subject);
  }
});

it('keeps a teammate who is also a lead', async () => {
  const { projectId, ada } = await team.project();
  const subject = { idProject: projectId, lead: newId(), leadId: ada.id, requests: [] };
  await erase(subject);
  expect((await team.as(ada).getOwnTeammate()).status).toBe(200);
});

it('refuses an erasure without a subject', async () => {
  await expect(subjects.erase({})).rejects.toMatchObject({ code: 'validation_failed' });
});
