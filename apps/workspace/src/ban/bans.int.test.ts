import { projectUpdated, tokenRevoked } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { customToken, type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const from = (address: string) => ({ headers: { 'parley-client-address': address } });

it('bans a visitor by id: revokes their tokens and announces the entry', async () => {
  const { projectId, ada } = await team.project();
  const vera = await team.guest(projectId);
  const victor = await team.guest(projectId);

  const { status, body } = await team.as(ada).banVisitor({ id: vera.actor.id });

  expect(status).toBe(200);
  expect(body.bannedUsers).toEqual([
    { _id: expect.any(String), id: vera.actor.id, createdBy: ada.id, createdAt: expect.any(String) },
  ]);
  expect([await team.isLive(vera.token), await team.isLive(victor.token)]).toEqual([false, true]);
  const revoked = await team.outbox(tokenRevoked, projectId);
  expect(revoked.map(({ data }) => data.jti)).toEqual([vera.jti]);
  const updated = await team.outbox(projectUpdated, projectId);
  expect(updated.map(({ data }) => [data.changes, data.banned])).toEqual([[['bannedUsers'], body.bannedUsers?.[0]]]);
  const access = await team.identity.getProjectAccess({ idProject: projectId });
  expect(access).toMatchObject({ bannedIds: [vera.actor.id], bannedAddresses: [] });
});

it('rejects a banned visitor with a new token of the customer', async () => {
  const { projectId, ada } = await team.project();
  const token = await customToken(await team.secretOf(ada), projectId, { _id: 'victor' });
  expect((await team.exchange(token)).status).toBe(200);

  const { body } = await team.as(ada).banVisitor({ id: 'victor' });
  const refused = await team.exchange(token);
  await team.as(ada).liftBan({ banid: body.bannedUsers?.[0]?._id });

  expect([refused.status, refused.body.code]).toEqual([403, 'banned']);
  expect((await team.exchange(token)).status).toBe(200);
});

it('bans addresses and blocks in any spelling, and no others', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).banVisitor({ ip: ' ::ffff:203.0.113.7 ' });
  const { body } = await team.as(ada).banVisitor({ ip: '2001:DB8:1:2:3::/48' });
  const arrive = async (address: string) =>
    (await team.open.signInAnonymously({ id_project: projectId }, from(address))).status;

  expect(body.bannedUsers?.map(({ ip }) => ip)).toEqual(['203.0.113.7', '2001:db8:1::/48']);
  expect([await arrive('203.0.113.7'), await arrive('::ffff:203.0.113.7'), await arrive('2001:db8:1:9::1')]).toEqual([
    403, 403, 403,
  ]);
  expect(await arrive('203.0.113.8')).toBe(200);
});

it('adds one entry and one event for concurrent bans of the same visitor', async () => {
  const { projectId, ada } = await team.project();

  const answers = await Promise.all(Array.from({ length: 5 }, () => team.as(ada).banVisitor({ ip: '203.0.113.7' })));

  expect(answers.map(({ status, body }) => [status, body.bannedUsers?.length])).toEqual(Array(5).fill([200, 1]));
  const updated = await team.outbox(projectUpdated, projectId);
  expect(updated).toHaveLength(1);
});

it('bans no teammate, but a former one', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');

  const refused = await team.as(ada).banVisitor({ id: linus.id });
  expect([refused.status, refused.body.code]).toEqual([422, 'cannot_ban_teammate']);
  expect((await team.as(ada).banVisitor({ id: ada.id })).body.code).toBe('cannot_ban_teammate');
  await team.as(ada).removeTeammate({ project_user_id: linus.teammateId });
  expect((await team.as(ada).banVisitor({ id: linus.id })).status).toBe(200);
});

it.each([
  {},
  { id: null, ip: null },
  { id: '' },
  { id: 7 },
  { id: 'x'.repeat(256) },
  { ip: '' },
  { ip: 'everybody' },
  { ip: '203.0.113.7/23' },
  { ip: '0.0.0.0/0' },
  { ip: '2001:db8::/47' },
  { ip: '203.0.113.7/33' },
  { ip: { $ne: 1 } },
])('refuses %j', async (body) => {
  const { ada } = await team.project();

  const { status, body: problem } = await team.as(ada).banVisitor(body);
  expect([status, problem.code]).toEqual([422, 'validation_failed']);
});

it('lifts bans of its own project only, by a valid id', async () => {
  const [one, other] = [await team.project(), await team.project()];
  const { body: theirs } = await team.as(other.ada).banVisitor({ id: 'mallory', ip: '203.0.113.7' });
  const banid = theirs.bannedUsers?.[0]?._id;

  for (const id of [banid, newId(), 'x', 'z'.repeat(24), '0'.repeat(25), '%00', '{"$ne":1}']) {
    const { status, body } = await team.as(one.ada).liftBan({ banid: id });
    expect([id, status, body.code]).toEqual([id, 404, 'ban_not_found']);
  }
  expect((await team.as(other.ada).getProject()).body).toEqual(theirs);

  const { status, body } = await team.as(other.ada).liftBan({ banid });
  expect([status, body.bannedUsers, body.__v]).toEqual([200, [], 2]);
  expect((await team.as(other.ada).liftBan({ banid })).status).toBe(404);
});

it('lets admins ban, and no lower role', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const grace = await team.join(ada, 'Grace', 'admin');

  expect((await team.as(linus).banVisitor({ id: 'x' })).body.code).toBe('role_too_low');
  expect((await team.as(linus).liftBan({ banid: 'x' })).body.code).toBe('role_too_low');
  expect((await team.as(grace).banVisitor({ id: 'x' })).status).toBe(200);
});
