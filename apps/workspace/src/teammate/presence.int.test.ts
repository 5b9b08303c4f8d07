import { type Actor, teammateUpdated } from '@parley/contracts';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { client } from '@parley/service-kit/grpc';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
let realtime: ReturnType<typeof connect>;
beforeAll(async () => {
  team = await sharedTeam();
  realtime = connect();
});
afterAll(() => realtime.close());

function connect() {
  return client(DirectoryServiceService, {
    ...{ address: team.addresses.grpc, to: 'workspace', from: 'realtime' },
    actorKey: new Uint8Array(Buffer.from(team.env.ACTOR_KEY ?? '', 'base64url')),
  });
}

const report = (idUser: string, seenAtMs = Date.now()) => realtime.setPresence({ principals: [{ idUser }], seenAtMs });
const silence = (id: string) =>
  team.db.query(`UPDATE presences SET seen_at = seen_at - interval '41 seconds' WHERE id_principal = $1`, [id]);

async function recordOf(actor: Actor) {
  const { body } = await team.as(actor).getOwnTeammate();
  return { status: body[0]?.presence.status, version: body[0]?.__v, available: body[0]?.user_available };
}

async function recordedEvents(projectId: string) {
  const events = await team.outbox(teammateUpdated, projectId);
  return events.map(({ data, aggregateversion }) => [data.changes, data.teammate.presence.status, aggregateversion]);
}

it('shows a person online in all their projects from the first report until 40 seconds after the last', async () => {
  const { projectId, ada } = await team.project();
  const { body: second } = await team.as(ada).createProject({ name: 'Second' });
  const there = await team.member(second._id, ada);

  expect(await report(ada.id)).toEqual({ applied: 1 });
  expect(await report(ada.id, Date.now() + 5)).toEqual({ applied: 1 });
  await team.runJob('sweep-presence');
  expect([await recordOf(ada), await recordOf(there)]).toEqual(Array(2).fill({ ...online, version: 1 }));

  await silence(ada.id);
  await team.runJob('sweep-presence');
  expect([await recordOf(ada), await recordOf(there)]).toEqual(Array(2).fill({ ...offline, version: 2 }));
  expect(await recordedEvents(projectId)).toEqual([
    [['presence'], 'online', 1],
    [['presence'], 'offline', 2],
  ]);
  const { body } = await team.as(ada).listTeammates({ presencestatus: 'online' });
  expect(body).toEqual([]);
});

const online = { status: 'online', available: true };
const offline = { status: 'offline', available: true };

it('drops a report that is older than the previous one, or expired', async () => {
  const { ada } = await team.project();
  const now = Date.now();

  expect(await report(ada.id, now - 41_000)).toEqual({ applied: 0 });
  expect((await recordOf(ada)).status).toBe('offline');
  expect(await report(ada.id, now)).toEqual({ applied: 1 });
  expect(await report(ada.id, now - 1)).toEqual({ applied: 0 });
  await team.runJob('sweep-presence');
  expect((await recordOf(ada)).status).toBe('online');
});

it('keeps a report from the future no longer than one from now', async () => {
  const { ada } = await team.project();

  await report(ada.id, Date.now() + 3_600_000);
  await silence(ada.id);
  await team.runJob('sweep-presence');

  expect((await recordOf(ada)).status).toBe('offline');
});

it('shows a visitor in their project only, and leaves availability alone', async () => {
  const { projectId, ada } = await team.project();
  const vera = await team.guest(projectId);
  await team.as(ada).updateOwnTeammate({ user_available: false });
  const principals = [{ idProject: projectId, uuidUser: vera.actor.id }, { idUser: ada.id }];

  await realtime.setPresence({ principals, seenAtMs: Date.now() });

  const { body } = await team.as(ada).getTeammateByUser({ user_id: vera.actor.id });
  expect(body[0]?.presence).toEqual({ status: 'online', changedAt: expect.any(String) });
  expect((await recordOf(ada)).available).toBe(false);
  await silence(ada.id);
  await team.runJob('sweep-presence');
  expect(await recordOf(ada)).toMatchObject({ status: 'offline', available: false });
});

it('repairs what a report missed', async () => {
  const { ada } = await team.project();
  await report(ada.id);
  await team.db.query(`UPDATE teammates SET presence_status = 'offline' WHERE id_user = $1`, [ada.id]);

  await team.runJob('sweep-presence');

  expect((await recordOf(ada)).status).toBe('online');
});

it('makes one change from many concurrent reports', async () => {
  const { projectId, ada } = await team.project();

  await Promise.all(Array.from({ length: 10 }, (_, n) => report(ada.id, Date.now() - n)));

  expect(await recordedEvents(projectId)).toEqual([[['presence'], 'online', 1]]);
});

it('refuses reports that are invalid or too large, and from other services', async () => {
  const { ada } = await team.project();

  for (const principals of [[{}], [{ idUser: 'x' }], [{ uuidUser: 'x' }], Array(1001).fill({ idUser: ada.id })]) {
    await expect(realtime.setPresence({ principals, seenAtMs: Date.now() })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  }
  await expect(team.directory.setPresence({ principals: [], seenAtMs: 0 })).rejects.toThrow('PERMISSION_DENIED');
  await expect(report('f'.repeat(24))).resolves.toEqual({ applied: 1 });
});
