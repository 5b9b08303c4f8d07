import { type Actor, largestRow, type MatchView, type RequestRow } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { askedWords } from '@parley/service-kit/search';
import { amountOf, personasOf } from '@parley/testkit';

import type { ConversationsService } from '../../test/harness.ts';
import { seeded } from '../../test/inbox.ts';
import { startAlone } from '../../test/reading.ts';
import { insertMessages, insertRequests, keepDepartment } from '../../test/rows.ts';
import { MatchQueries } from './match.query.repository.ts';

let service: ConversationsService;
beforeAll(async () => {
  service = await startAlone();
});
afterAll(() => service.stop());

async function project() {
  const people = personasOf();
  await keepDepartment(service.db, people.projectId, { default: true, routing: 'pooled' });
  const request_id = `support-group-${people.projectId}-${newId()}`;
  await service.as(people.vera).sendMessage({ request_id, text: 'Hello' });
  return { ...people, request_id };
}

async function rowsOf(actor: Actor, full_text: string, list: 'listRequests' | 'listMyRequests' = 'listRequests') {
  const { status, body } = await service.as(actor)[list]({ full_text, view: 'row', status: 'all', limit: '200' });
  expect(status).toBe(200);
  return body.requests as RequestRow[];
}

const matchesOf = async (...call: Parameters<typeof rowsOf>) => (await rowsOf(...call)).map(({ matches }) => matches);
const shown = (matches: MatchView[] = []) => matches.map(({ in: place, seq, text }) => [place, seq, text]);

it('say where the words stand: messages, notes, subject, tags, lead and rating', async () => {
  const { ada, vera, request_id } = await project();
  const team = service.as(ada);
  await service.as(vera).sendMessage({ request_id, text: 'It is a Lámpshade' });
  await team.sendMessage({ request_id, text: 'suspicious lampshade', attributes: { private: true } });
  await team.addNote({ request_id, text: 'Be kind to the bicycle' });
  await team.updateRequest({ request_id, subject: 'Order of a kettle', tags: ['wholesale'] });
  await service.as(vera).rateRequest({ request_id, rate: 5, rate_message: 'marvellous' });

  expect(shown((await matchesOf(ada, 'lampshade'))[0])).toEqual([
    ['message', 3, 'suspicious lampshade'],
    ['message', 2, 'It is a Lámpshade'],
  ]);
  expect(await matchesOf(ada, 'bicy')).toEqual([[{ in: 'note', text: 'Be kind to the bicycle', ranges: [[15, 19]] }]]);
  expect(
    shown((await matchesOf(ada, 'kettle wholesale marvellous'))[0])
      .map(([place]) => place)
      .toSorted(),
  ).toEqual(['rating', 'subject', 'tag']);
  expect(shown((await matchesOf(ada, 'vera'))[0])).toEqual([['lead', undefined, 'Vera']]);
});

it('say of a request that its rating was found, to the team and to who has rated', async () => {
  const { ada, vera, request_id } = await project();
  await service.as(vera).rateRequest({ request_id, rate: 5, rate_message: 'Quite marvellous, thank you' });

  const expected = [[{ in: 'rating', text: 'Quite marvellous, thank you', ranges: [[6, 16]] }]];
  expect(await matchesOf(ada, 'marvellous')).toEqual(expected);
  expect(await matchesOf(vera, 'marvellous', 'listMyRequests')).toEqual(expected);
});

it('say to end users nothing that they may not see', async () => {
  const { ada, vera, request_id } = await project();
  const team = service.as(ada);
  await team.sendMessage({ request_id, text: 'your parcel is here' });
  await team.sendMessage({ request_id, text: 'parcel of a liar', attributes: { private: true } });
  await team.sendMessage({ request_id, text: 'parcel hidden', attributes: { subtype: 'info' } });
  await team.addNote({ request_id, text: 'parcel noted' });
  await team.addRequestTags({ request_id }, { body: ['parcel'] });

  for (const indexed of [false, true]) {
    if (indexed) await service.settled();
    expect((await matchesOf(vera, 'parcel', 'listMyRequests')).map(shown)).toEqual([
      [['message', 2, 'your parcel is here']],
    ]);
    expect(shown((await matchesOf(ada, 'parcel'))[0])).toHaveLength(3);
  }
});

it('come as they were typed', async () => {
  const { ada, vera, request_id } = await project();
  const text = 'a <b>parcel</b> & "more"\n<script>alert(1)</script>';
  await service.as(vera).sendMessage({ request_id, text });

  expect(await matchesOf(ada, 'parcel')).toEqual([[{ in: 'message', seq: 2, text, ranges: [[5, 11]] }]]);
});

it('are there with view=row and full_text only', async () => {
  const { ada } = await project();
  const listed = async (query: object) => (await service.as(ada).listRequests({ ...query })).body.requests[0];

  expect(await listed({ full_text: 'hello' })).not.toHaveProperty('matches');
  expect(await listed({ view: 'row' })).not.toHaveProperty('matches');
  expect(await listed({ view: 'row', full_text: 'hello' })).toHaveProperty('matches');
});

const vocabulary = [
  'parcel',
  'Lámpshade',
  'kettle',
  'straße',
  'Добрый',
  'ﬁsh',
  'order-7',
  '<i>',
  '😀',
  'e\u0301t\u0301',
];

it.each([1, 2, 3, 4, 5, 6, 7].slice(0, amountOf({ quick: 2, soak: 7 })))(
  'cover words of the query in every row, which stays small (seed %i)',
  async (seed) => {
    const { ada, projectId } = personasOf();
    const pick = seeded(seed);
    const sentence = () => Array.from({ length: 3 + pick(60) }, () => vocabulary[pick(vocabulary.length)]).join(' ');
    const rows = await insertRequests(
      service.db,
      projectId,
      Array.from({ length: 100 }, () => ({
        first_text: sentence(),
        subject: sentence(),
        tags: Array.from({ length: 5 }, () => ({
          _id: newId(),
          tag: [...sentence()].slice(0, 60).join(''),
          color: '#43B1F2',
        })),
      })),
    );
    for (const { id } of rows)
      await insertMessages(service.db, projectId, id, [{ text: sentence() }, { text: sentence() }]);
    await service.settled();

    let hits = 0;
    for (const [query, words] of [
      ['parcel lampsh', ['parcel', 'lampsh']],
      ['kettle', ['kettle']],
      ['добрый fish', ['добрыи', 'fish']],
    ] as const) {
      for (const row of await rowsOf(ada, query)) {
        hits += 1;
        expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThanOrEqual(largestRow);
        const covered = (row.matches ?? []).flatMap(({ text, ranges }) =>
          ranges.map(([from, to]) => text.slice(from, to)),
        );
        const plain = covered.map((word) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
        expect(plain.length).toBeGreaterThan(0);
        expect(plain.filter((word) => !(words as readonly string[]).includes(word))).toEqual([]);
      }
    }
    expect(hits).toBeGreaterThan(150);
  },
);

it('are left out when there is no time for them', async () => {
  const { ada } = await project();
  const db = { ...service.db, query: () => Promise.reject(new Error('another failure')) };
  const ask = (failing: typeof service.db) =>
    new MatchQueries(failing).find(ada.projectId ?? '', {
      ids: ['a'],
      words: askedWords('hello', 'last'),
      isEndUser: false,
    });

  await expect(ask(db as typeof service.db)).rejects.toThrow('another failure');
  const { commonErrors } = await import('@parley/contracts');
  const slow = { ...db, query: () => Promise.reject(commonErrors.dependency_down()) };
  expect(await ask(slow as typeof service.db)).toEqual(new Map());
});
