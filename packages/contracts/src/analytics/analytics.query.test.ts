import { ListActivitiesQuery } from './activity.api.ts';
import { ConversationFiguresQuery, WaitingTimeQuery } from './analytics.query.ts';

const faultsIn = (schema: typeof ConversationFiguresQuery | typeof ListActivitiesQuery, query: object) =>
  schema.safeParse(query).error?.issues.map(({ path }) => path.join('.'));

it.each([
  { tz: 'Mars/Base' },
  { tz: '+05:44' },
  { timezone: '+15:00' },
  { start_date: '31/02/2026' },
  { end_date: '2026-13-01' },
  { lastdays: '0' },
  { lastdays: 'abc' },
  { direction: '0' },
  { fill: 'one' },
  { format: 'xlsx' },
  { department_id: 'x' },
  { participant: ['a', 'b'] },
  { channel: { $ne: 'x' } },
])('figures of %j are refused, and the parameter is named', (query) => {
  expect(faultsIn(ConversationFiguresQuery, query)).toEqual(Object.keys(query));
});

it.each([
  { page: '-1' },
  { limit: 'abc' },
  { direction: '0' },
  { sortField: '__proto__' },
  { start_date: '31/02/2026' },
  { agent_id: ['a', 'b'] },
  { activities: { $ne: 'x' } },
])('a list of activities of %j is refused, and the parameter is named', (query) => {
  expect(faultsIn(ListActivitiesQuery, query)).toEqual(Object.keys(query));
});

it('reads zones, dates and formats, and takes what is empty for absent', () => {
  const query = {
    tz: ' 05:45',
    start_date: '01/03/2026',
    end_date: '2026-03-02',
    format: 'csv',
    fill: '',
    channel: '',
  };

  expect(ConversationFiguresQuery.parse(query)).toMatchObject({
    ...{ tz: '+05:45', start_date: 20_513, end_date: 20_514, format: 'csv', fill: undefined, channel: undefined },
  });
  expect(WaitingTimeQuery.parse({ last: '14400' })).toMatchObject({ last: 14_400 });
});
