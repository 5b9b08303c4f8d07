import { endpointsOf, requestSlaEnded } from '@parley/contracts';
import { readCsv } from '@parley/service-kit/http';
import { type Personas, personasOf } from '@parley/testkit';

import { type Analytics, analyticsApi, startTestAnalytics } from '../../test/analytics-harness.ts';
import { outgoing } from '../../test/history.ts';
import { seeded } from '../../test/random.ts';
import { randomHistory } from '../../test/random-history.ts';

let service: Analytics;
let personas: Personas;

beforeAll(async () => {
  service = await startTestAnalytics(undefined, { env: { RATE_LIMIT_FACTOR: '1000' } });
  personas = personasOf();
  const history = randomHistory(personas.projectId, 300, seeded(3), Date.now());
  const [conversation] = history.conversations.values();
  if (!conversation) throw new Error('The history has no request.');
  const times = { started_at: new Date().toISOString(), ended_at: new Date().toISOString() };
  const clock = { metric: 'resolution', cycle: 1, state: 'met', target: 60_000, ...times } as const;
  const policy = { _id: '64b000000000000000000005', name: 'Gold' };
  history.tell(requestSlaEnded({ request: conversation.request, clock, policy, agents: ['ada'] }), conversation);
  for (const event of history.events) await service.bus.publish([outgoing(event)], () => undefined);
  await service.settled();
}, 60_000);
afterAll(() => service?.stop());

/** The history has no custom events, and a line of one empty cell is none to `readCsv`. */
const apart = ['getCustomEventsByDay', 'getLastDayWaitingTime'];
const figures = endpointsOf({ analyticsApi }).filter(
  ({ operation, produces }) => produces?.join() === 'application/json,text/csv' && !apart.includes(operation),
);

async function ask(path: string, query: string) {
  const url = `${path.replace(':id_project', personas.projectId)}?${query}`;
  return service.send(personas.grace, { method: 'get', url });
}

/** Key and row in one, as text, without the id of the project. */
function flat(row: Record<string, unknown>): Record<string, string> {
  const { _id, ...members } = row;
  const parts = Object.entries(members).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, inner]) => [`${name}_${part}`, inner])
      : [[name, value]],
  );
  const all = { ...(typeof _id === 'object' ? _id : {}), ...Object.fromEntries(parts) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value === null ? '' : String(value)]));
}

it.each(figures)(
  '$operation answers with `format=csv` the rows that it answers as JSON',
  async ({ operation, path }) => {
    const range = 'start_date=2020-01-01&end_date=2020-01-03';
    const [json, file] = [await ask(path, 'fill=zero'), await ask(path, 'fill=zero&format=csv')];

    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${operation}.csv"`,
      'parley-as-of': expect.any(String),
    });
    const [names, ...rows] = readCsv(String(file.body)).map(({ cells }) => cells);
    const read = rows.map((cells) => Object.fromEntries((names ?? []).map((name, place) => [name, cells[place]])));
    expect((json.body as unknown[]).length).toBeGreaterThan(0);
    expect(read).toEqual((json.body as Record<string, unknown>[]).map(flat));
    // Of an empty time, too, a file says what it would hold.
    expect(readCsv(String((await ask(path, `${range}&format=csv`)).body))[0]?.cells).toEqual(names);
  },
);

it('refuses other formats; figures that are no rows stay JSON', async () => {
  const day = await ask(analyticsApi.getConversationsByDay.path, 'format=xlsx');
  expect([day.status, day.body]).toMatchObject([422, { errors: [{ param: 'format', location: 'query' }] }]);
  const tags = await ask(analyticsApi.getTagFigures.path.replace(':tag_type', 'conversation-tag'), 'format=csv');
  expect(tags.headers['content-type']).toContain('application/json');
});
