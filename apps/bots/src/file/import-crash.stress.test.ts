import { setTimeout as delay } from 'node:timers/promises';

import { amountOf, personasOf } from '@parley/testkit';

import { type Bots, startTestBots } from '../../test/bots.ts';

let service: Bots;
beforeAll(async () => {
  service = await startTestBots({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => service?.stop());

const size = 1_000;
const rounds = amountOf({ quick: 4, soak: 8 });

/** Sets of intents of which none shares a name with another. */
function setOf(word: string) {
  return Array.from({ length: size }, (_, place) => ({
    intent_display_name: `${word} ${place}`,
    question: 'q',
    answer: word,
  }));
}

it('leaves the old or the new set after a crash, and never shows a mixture', async () => {
  const { ada } = personasOf();
  const api = service.as(ada);
  const headers = { 'content-type': 'application/json' };
  const load = (bot: string, word: string, query: Record<string, string>) =>
    api.importBot({ bot }, { query, body: { name: 'Robby', intents: setOf(word) }, headers });
  const { body } = await load('null', 'set 0', { create: 'true' });
  const bot = body._id;
  const began = Date.now();
  await load(bot, 'set 1', { replace: 'true' });
  const takesMs = Date.now() - began;
  const setsSeen = async () => {
    const answer = await api.listIntents({ id_faq_kb: bot });
    if (answer.status !== 200) return undefined;
    expect(answer.body).toHaveLength(size);
    const words = new Set(answer.body.map(({ answer: word }) => word));
    expect(words.size).toBe(1);
    return words;
  };

  for (let round = 0; round < rounds; round += 1) {
    const loading = load(bot, `round ${round}`, { replace: 'true' });
    const watching = setsSeen();
    // Spread over the whole of an import, its end included.
    await delay((takesMs * (round + 0.5)) / rounds);
    await service.db
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      .catch(() => []);
    await Promise.all([loading, watching]);
    for (let seen = await setsSeen(); seen === undefined; ) seen = await setsSeen();
  }
}, 120_000);
