import { Endpoint } from '@parley/testkit';
import { type SharedBots, sharedBots } from '../../test/bots-harness.ts';

let harness: SharedBots;
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await new Endpoint().start();
  harness = await sharedBots();
});
afterAll(() => endpoint?.stop());

const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost.',
  ],
  ...['[2002:7f00:1::]', '0', 'user@127.0.0.1'],
];

it('makes no call for an external bot imported without an address, and hands over', async () => {
  const silent = await harness.bot([], { type: 'external', url: 'https://bots.example.com/' });
  await harness.service.db.query('update bot set url = null where id = $1', [silent.id]);
  const conversation = await harness.open(silent.people, silent.id);
  expect(await conversation.say('hello')).toMatchObject({ move: 'handoff' });
  expect(endpoint.connections).toBe(0);
});

// For addresses stored before the rules existed, the call itself checks.
it('makes no call to a refused address, for a bot, its webhook or an answer', async () => {
  const { db } = harness.service;
  const known = { question: 'hello', answer: 'own words', webhook_enabled: true };
  const address = 'https://bots.example.com/';
  const external = await harness.bot([], { type: 'external', url: address });
  const internal = await harness.bot([known], { webhook_enabled: true, webhook_url: address });
  const inAnswer = await harness.bot([known], { webhook_enabled: true });
  const { port } = new URL(endpoint.url);

  for (const host of hosts) {
    const url = `${host === '127.0.0.1' ? 'http' : 'https'}://${host}:${port}/`;
    await db.query('update bot set url = $2 where id = $1', [external.id, url]);
    await db.query('update bot set webhook_url = $2 where id = $1', [internal.id, url]);
    const answer = `\\webhook:${url}\nown words`;
    await db.query('update intent set answer = $2 where id_bot = $1', [inAnswer.id, answer]);
    const talkOf = ({ people, id }: typeof external) => harness.open(people, id);

    expect(await talkOf(external).say('hello')).toMatchObject({ move: 'handoff' });
    expect(await talkOf(internal).ask('hello')).toEqual(['own words']);
    expect(await talkOf(inAnswer).ask('hello')).toEqual(['own words']);
  }
  for (const { owner, id } of [external, internal, inAnswer]) {
    const { body } = await owner.listBotCalls({ bot: id });
    expect(body.calls.map(({ outcome }) => outcome)).toEqual(hosts.map(() => 'url_not_allowed'));
  }
  expect(endpoint.connections).toBe(0);
}, 60_000);
