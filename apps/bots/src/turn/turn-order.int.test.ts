import type { ServerResponse } from 'node:http';

import type { EventEnvelope } from '@parley/contracts';
import { Endpoint, eventually } from '@parley/testkit';

import { Stage, type Talk } from '../../test/stage.ts';

const stage = new Stage();
const intents = [{ intent_display_name: 'defaultFallback', answer: '{{lastUserText}}' }];
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await new Endpoint().start();
  await stage.start({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await stage.service?.stop();
  endpoint?.stop();
});
beforeEach(() => {
  stage.onApply = () => undefined;
});

const answers = ({ applied }: Talk) => applied.map(({ texts }) => texts.join());

function shuffled<Item>(items: readonly Item[]): Item[] {
  const placed = items.map((item) => ({ item, at: Math.random() }));
  return placed.toSorted((one, other) => one.at - other.at).map(({ item }) => item);
}

it('answers each message once and in order, however often and in whatever order they are told', async () => {
  const { people, id } = await stage.bot(intents);
  const talks = Array.from({ length: 20 }, () => stage.open(people, id));
  const said = ['1', '2', '3', '4'];
  const told = talks.flatMap((talk) => said.map((text) => talk.message(text)));
  for (const event of shuffled<EventEnvelope>(Array(5).fill(told).flat())) await stage.deliver([event]);
  await stage.service.settled();
  for (const talk of talks) expect(answers(talk)).toEqual(said);
});

it('does not wait for messages of a time when no bot was there', async () => {
  const { talk } = await stage.bot(intents);
  talk.extra = { assigned_at: '2026-11-21T10:00:00.000Z' };
  talk.seq = 17;
  expect(await talk.ask('hello')).toEqual(['hello']);
});

describe('after an outage', () => {
  const createdAt = new Date(Date.now() - 60_000).toISOString();

  it('answers the newest message of each request, once all of them are known', async () => {
    const { talk, people, id } = await stage.bot(intents);
    const other = stage.open(people, id);
    const [first, second, third] = ['1', '2', '3'].map((text) => talk.message(text, { createdAt }));
    const alone = other.message('alone', { createdAt });
    await stage.deliver([first, alone] as EventEnvelope[]);
    await eventually(() => expect(answers(other)).toEqual(['alone']));
    expect(answers(talk)).toEqual([]);
    await stage.deliver([second, third] as EventEnvelope[]);
    await eventually(() => expect(answers(talk)).toEqual(['3']));
    await stage.service.settled();
    expect(answers(talk)).toEqual(['3']);
  });

  it('answers nothing that somebody else has answered, and nothing where the bot has left or the request is closed', async () => {
    const { people, id } = await stage.bot(intents);
    const [answered, left, closed] = [stage.open(people, id), stage.open(people, id), stage.open(people, id)];
    const old = [answered, left, closed].map((talk) => talk.message('hello', { createdAt }));
    const reply = answered.message('I am here', { createdAt, sender: 'linus' });
    left.bots = [];
    closed.status = 1000;
    await stage.deliver([...old, reply]);
    await eventually(async () => {
      const [row] = await stage.service.db.query('select 1 from turn where id_project = $1', [people.projectId]);
      expect(row).toBeUndefined();
    });
    expect([answered, left, closed].map(answers)).toEqual([[], [], []]);
  });
});

it('says nothing once a human has joined, or the bot has been in the trash for a while, however long it thinks', async () => {
  const webhook = { webhook_url: endpoint.url, webhook_enabled: true };
  const slow = [{ intent_display_name: 'x', question: 'x', answer: 'static', webhook_enabled: true }];
  const joined = await stage.bot(slow, webhook);
  const trashed = await stage.bot(slow, webhook);
  const waiting: ServerResponse[] = [];
  endpoint.answering = (res) => void waiting.push(res);
  await stage.deliver([joined.talk.message('x'), trashed.talk.message('x')]);
  await eventually(() => expect(waiting).toHaveLength(2));

  joined.talk.bots = [];
  await trashed.owner.updateBot({ bot: trashed.id, trashed: true });
  const since = Date.now();
  await eventually(() => Date.now() - since > 500);
  for (const res of waiting) res.end('{"text":"dynamic"}');
  await stage.service.settled();
  expect([joined.talk, trashed.talk].map(answers)).toEqual([[], []]);
});

it('gives a conversation with an echo thirty turns, people once, and then silence', async () => {
  const first = await stage.bot(intents);
  const second = await stage.bot(intents, {}, first.people);
  const talk = stage.open(first.people, first.id, second.id);
  let text = 'hello';
  for (let round = 0; round < 40; round += 1) {
    const turn = await talk.say(text);
    // What one bot says plainly, the other one does not answer.
    text = turn?.texts[0] ?? text;
  }
  const moves = talk.applied.map(({ move }) => move);
  expect(moves).toEqual([...Array(30).fill('none'), 'handoff']);
  expect(new Set(talk.applied.map(({ bot }) => bot))).toEqual(new Set([second.id]));
});

it('looks at once at what need no longer wait for the turns of a bot that has left, was closed out or is gone', async () => {
  const { turns } = stage.service.context;
  let looks = 0;
  turns.onTurn(() => {
    looks += 1;
  });
  await turns.endSession('p', 'r', 'b');
  expect(looks).toBe(1);
  await turns.endPending('p', 'r', new Date());
  expect(looks).toBe(2);
  await turns.forgetBots('p', ['b']);
  expect(looks).toBe(3);
});
