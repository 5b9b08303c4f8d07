import { readTopic, topicNames } from './topics.ts';

const project = '65c5f3599faf2d04cd7da528';

it.each([
  [topicNames.requests(project), { kind: 'requests', projectId: project }],
  [topicNames.inbox(project), { kind: 'inbox', projectId: project }],
  [topicNames.team(project), { kind: 'team', projectId: project }],
  [topicNames.request(project, 'R.1'), { kind: 'request', projectId: project, requestId: 'R.1' }],
  [topicNames.messages(project, 'R'), { kind: 'messages', projectId: project, requestId: 'R' }],
  [topicNames.typing(project, 'R'), { kind: 'typing', projectId: project, requestId: 'R' }],
  [topicNames.viewers(project, 'R'), { kind: 'viewers', projectId: project, requestId: 'R' }],
  [topicNames.direct(project, 'U'), { kind: 'direct', projectId: project, userId: 'U' }],
  [topicNames.teammate(project, 'T'), { kind: 'teammate', projectId: project, teammateId: 'T' }],
  [topicNames.user(project, 'U'), { kind: 'user', projectId: project, userId: 'U' }],
  [topicNames.bot(project, 'B'), { kind: 'bot', projectId: project, botId: 'B' }],
  [topicNames.events(project, 'T'), { kind: 'events', projectId: project, teammateId: 'T' }],
])('reads the topic %s', (name, topic) => {
  expect(readTopic(name)).toEqual(topic);
});

it.each([
  '',
  '/',
  'P/requests',
  '/P',
  '//requests',
  '/P/requests/',
  '/P/requests/R/',
  '/P/requests/R/notes',
  '/P/requests/R/messages/1',
  '/P/inbox/1',
  '/P/messages',
  '/P/bots',
  '/P/project_users/users/',
  '/P/elsewhere/1',
  `/P/requests/${'x'.repeat(700)}`,
])('knows no topic %p', (name) => {
  expect(readTopic(name)).toBeUndefined();
});
