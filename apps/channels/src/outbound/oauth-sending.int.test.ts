import { OauthServer } from '../../test/oauth-server.ts';
import { OutgoingHarness } from '../../test/outgoing-harness.ts';

const harness = new OutgoingHarness();
const provider = new OauthServer();
beforeAll(async () => {
  await provider.start();
  await harness.start({ smtp: { tokens: provider.live } });
});
afterAll(async () => {
  await harness.stop();
  provider.stop();
});
beforeEach(() => {
  harness.smtp.mails.length = 0;
  provider.forget();
});

const oauthOf = (refresh_token = provider.refreshToken) => ({
  ...{ provider: 'custom' as const, token_url: `${provider.url}/token`, client_id: 'parley', client_secret: 'hush' },
  refresh_token,
});
const outbound = () => ({ ...harness.server, username: 'help', oauth: true });

it('signs in by an access token to send, and fetches another when it has ended before its time', async () => {
  const { people, requestId, owner, id } = await harness.thread({ outbound: outbound(), oauth: oauthOf() });
  await harness.say(people.projectId, requestId);
  await harness.pass();
  expect([harness.smtp.mails.length, harness.smtp.users.at(-1)]).toEqual([1, 'help']);
  const grants = provider.grants;

  await harness.say(people.projectId, requestId);
  await harness.pass();
  expect([harness.smtp.mails.length, provider.grants]).toEqual([2, grants]);
  provider.forget();
  await harness.say(people.projectId, requestId);
  await harness.pass();
  expect([harness.smtp.mails.length, provider.grants]).toEqual([3, grants + 1]);

  const shown = (await owner.getMailbox({ mailbox_id: id })).body;
  expect(shown.outbound).toMatchObject({ type: 'smtp', username: 'help', oauth: true });
  expect(JSON.stringify(shown)).not.toMatch(/hush|refresh-|access-/);
});

it('says that the consent has ended, and sends with the next one what has waited', async () => {
  const { people, requestId, owner, id } = await harness.thread({ outbound: outbound(), oauth: oauthOf('withdrawn') });
  await harness.say(people.projectId, requestId);
  await harness.pass();
  const mail = async () => (await owner.getRequestMail({ request_id: requestId })).body.mails.at(-1);
  expect(await mail()).toMatchObject({ state: 'waiting', error: { code: 'oauth_expired' } });
  expect(harness.smtp.mails).toEqual([]);

  expect((await owner.updateMailbox({ mailbox_id: id, oauth: oauthOf() })).status).toBe(200);
  await harness.pass(60_001);
  expect(await mail()).toMatchObject({ state: 'sent' });
});

it('tries a sign-in by a token before the mailbox is made', async () => {
  const { owner, people } = await harness.mailbox();
  const call = { address: `help@${people.projectId}.example`, outbound: outbound() };
  const right = await owner.checkMailbox({ ...call, oauth: oauthOf() });
  expect(right.body.outbound).toMatchObject({ ok: true });
  const wrong = await owner.checkMailbox({ ...call, oauth: oauthOf('withdrawn') });
  expect(wrong.body.outbound).toMatchObject({ ok: false, error: { code: 'oauth_expired' } });
});
