import { averageFiguresApi, conversationFiguresApi, trafficFiguresApi } from '@parley/contracts';

import { columnsOf } from './columns.ts';

it.each([
  [conversationFiguresApi.getConversationCount, ['totalCount']],
  [conversationFiguresApi.getConversationsByDay, ['year', 'month', 'day', 'count', 'date']],
  [conversationFiguresApi.getConversationsByWeekday, ['hour', 'weekday', 'count']],
  [averageFiguresApi.getDuration, ['duration_avg', 'duration_median', 'duration_p90', 'duration_mean', 'count']],
  [trafficFiguresApi.getMessagesBySender, ['sender', 'count', 'kind', 'name']],
])('names the columns of $operation', ({ response }, names) => {
  expect(columnsOf(response).map(({ name }) => name)).toEqual(names);
});

it('takes cells from the key and from the row', () => {
  const row = { _id: { sender: 'bot_1' }, count: 3, kind: 'bot', name: 'Maze' };

  expect(columnsOf(trafficFiguresApi.getMessagesBySender.response).map(({ cell }) => cell(row))).toEqual([
    'bot_1',
    3,
    'bot',
    'Maze',
  ]);
});

it('refuses what is no list of rows', () => {
  expect(() => columnsOf(trafficFiguresApi.getTagFigures.response)).toThrow(TypeError);
});
