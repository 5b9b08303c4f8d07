import type { Actor } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { PushService } from '@parley/testkit/push-service';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

let team: TeamHarness;
let push: PushService;
beforeAll(async () => {
  push = await PushService.start();
  team = await startTeamHarness({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await team?.stop();
  await push?.stop();
});

/** A person in a session of theirs. */
const inSession = (actor: Actor): Actor => ({ ...actor, jti: crypto.randomUUID() });

async function owner() {
  const { projectId, ada } = await team.project();
  return { projectId, ada: inSession(ada) };
}

async function save(actor: Actor, facts: object = {}) {
  const { status, body } = await team.as(actor).savePushDevice({ ...push.subscribe(), ...facts });
  if (status !== 200) throw new Error(`savePushDevice answered ${status} ${body.code}`);
  return body;
}

const listed = async (actor: Actor) => (await team.as(actor).listPushDevices()).body.devices.map(({ _id }) => _id);

it('registers a browser and shows it without its address and keys, which are stored encrypted', async () => {
  const { projectId, ada } = await owner();
  const subscription = push.subscribe();
  const device = await save(ada, { ...subscription, language: 'pt-BR', timezone: 'America/Sao_Paulo' });

  expect(device).toEqual({
    ...{ _id: device._id, id: device._id, id_project: projectId, language: 'pt-BR', timezone: 'America/Sao_Paulo' },
    ...{ shows_text: false, createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  const { body } = await team.as(ada).listPushDevices();
  expect(body).toEqual({ key: expect.stringMatching(/^B[\w-]{86}$/), devices: [device] });
  const [row] = await team.db.query<{ row: string }>(
    'SELECT row_to_json(d)::text AS row FROM push_devices d WHERE id_project = $1',
    [projectId],
  );
  const path = new URL(subscription.endpoint).pathname;
  for (const secret of [path, subscription.keys.auth, subscription.keys.p256dh]) expect(row?.row).not.toContain(secret);
});

it('changes a device whose address it knows', async () => {
  const { ada } = await owner();
  const subscription = push.subscribe();
  const { _id } = await save(ada, subscription);
  expect(await save(ada, { ...subscription, shows_text: true })).toMatchObject({ _id, shows_text: true });
  expect(await listed(ada)).toEqual([_id]);
});

it('keeps ten devices of a person at most, also when many are registered at once: the oldest go', async () => {
  const { ada } = await owner();
  const first = await save(ada);
  await Promise.all(Array.from({ length: 12 }, () => save(ada)));
  const newest = await save(ada);
  const kept = await listed(ada);
  expect(kept).toHaveLength(10);
  expect(kept[0]).toBe(newest._id);
  expect(kept).not.toContain(first._id);
});

it('belongs to one person: neither teammates nor other projects see, change or remove it', async () => {
  const { ada } = await owner();
  const linus = inSession(await team.join(ada, 'Linus'));
  const stranger = await owner();
  const { _id } = await save(ada);
  for (const other of [linus, stranger.ada]) {
    expect(await listed(other)).toEqual([]);
    const { status, body } = await team.as(other).deletePushDevice({ push_device_id: _id });
    expect([status, body]).toMatchObject([404, { code: 'push_device_not_found' }]);
  }
  expect((await team.as(ada).deletePushDevice({ push_device_id: _id })).body).toMatchObject({ _id });
  expect(await listed(ada)).toEqual([]);
});

it('goes over to the person who registers the same browser, in every project', async () => {
  const [{ ada }, other] = [await owner(), await owner()];
  const subscription = push.subscribe();
  await save(ada, subscription);
  const { _id } = await save(other.ada, subscription);
  expect(await listed(ada)).toEqual([]);
  expect(await listed(other.ada)).toEqual([_id]);
});

it('refuses what it could never call: other networks, no point of the curve, callers without a session', async () => {
  const { ada } = await owner();
  const codeOf = async (actor: Actor, facts: object) => {
    const { status, body } = await team.as(actor).savePushDevice({ ...push.subscribe(), ...facts });
    return [status, body.code, body.errors?.[0]?.param];
  };
  for (const endpoint of ['https://10.0.0.1/send', 'https://user@push.example/send', 'ftp://push.example/send', 'push'])
    expect(await codeOf(ada, { endpoint })).toEqual([422, 'url_not_allowed', undefined]);
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
  const keys = { ...push.subscribe().keys, p256dh };
  expect(await codeOf(ada, { keys })).toEqual([422, 'validation_failed', 'keys.p256dh']);
  expect(await codeOf(ada, { timezone: '+02:00' })).toEqual([422, 'validation_failed', 'timezone']);
  expect(await codeOf({ ...ada, jti: undefined }, {})).toEqual([403, 'push_session_required', undefined]);
});

it('is removed once the session has ended, and is not registered for one who has left the team', async () => {
  const { ada } = await owner();
  const linus = inSession(await team.join(ada, 'Linus'));
  await save(linus);
  expect(await listed(linus)).toHaveLength(1);
  await team.runJob('clean-push-devices');
  // Its session is none of this service: no token has its `jti`.
  expect(await listed(linus)).toEqual([]);

  await team.as(ada).removeTeammate({ project_user_id: linus.teammateId });
  const { status, body } = await team.as(linus).savePushDevice(push.subscribe());
  expect([status, body]).toMatchObject([403, { code: 'not_a_member' }]);
});

it('is refused where the operator has set no key, and no key is shown', async () => {
  const off = await startTeamHarness({ VAPID_PRIVATE_KEY: undefined });
  try {
    const { ada } = await off.project();
    const { body } = await off.as(ada).listPushDevices();
    expect(body).toEqual({ devices: [] });
    const refused = await off.as({ ...ada, jti: newId() }).savePushDevice(push.subscribe());
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'push_off' }]);
  } finally {
    await off.stop();
  }
});
