import { ChannelsHarness } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const inbound = { type: 'imap', host: 'imap.shop.example', port: 993, username: 'help', password: 'old' } as const;
const fault = 'auth_failed';

it('is neither given up nor found failing by a session with former settings, though one replica has both', async () => {
  const { owner, id, people } = await harness.mailbox({ inbound });
  // The reader leaves it alone.
  expect((await owner.updateMailbox({ mailbox_id: id, enabled: false })).status).toBe(200);
  const { imap, clock } = harness.service.context;
  const key = { projectId: people.projectId, id };
  const held = `update imap_account set holder = 'one', failures = 0, state = 'ok', error = null, due_at = '2100-01-01' where id = $1`;
  await harness.service.db.query(held, [id]);
  const present = await imap.find(key);
  const former = { ...key, holder: 'one', revision: (present?.revision ?? 0) - 1 };

  for (let nth = 0; nth < 3; nth += 1) await imap.fail(former, fault, clock.now());
  await imap.release(former, 0);
  expect(await imap.find(key)).toEqual(present);

  await imap.fail({ ...former, revision: former.revision + 1 }, fault, clock.now());
  await imap.release({ ...former, revision: former.revision + 1 }, 0);
  expect(await imap.find(key)).toMatchObject({ holder: null, failures: 1, error: fault });
});
