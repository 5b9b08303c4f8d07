import { topicNames } from '@parley/contracts';
import { anonymous, eventually } from '@parley/testkit';
import { changesAfter, endOfFeed } from '../../test/follower.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { hiddenSpellings } from '../../test/hidden-spellings.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
afterAll(() => harness.stopFollowers());

const formats = ['txt', 'csv', 'html'] as const;
const aside = 'Between ourselves';
const asides = hiddenSpellings.map((attributes) => ({ text: aside, attributes }));
const answer = 'Are you there?';

it('private messages of the team are hidden from end users everywhere, in any spelling, and shown to the team everywhere', async () => {
  const { project, request_id, vera, linus } = await harness.openedRequest();
  const { ada } = project.personas;
  const ofMessages = topicNames.messages(project.projectId, request_id);
  const topics = [
    topicNames.requests(project.projectId),
    topicNames.request(project.projectId, request_id),
    ofMessages,
  ];
  const start = await endOfFeed(service, vera);
  const live = await Promise.all(topics.map((topic) => harness.follow(vera, topic)));
  const announced: string[] = [];
  for (const one of asides) announced.push((await service.as(linus).sendMessage({ request_id, ...one })).body._id);
  const { body: several } = await service.as(linus).sendMessages({ request_id, items: asides });
  announced.push(...several.map(({ _id }) => _id));
  const { body: sent } = await service.as(vera).sendMessage({ request_id, text: answer });
  const joined = await Promise.all(topics.map((topic) => harness.follow(vera, topic)));
  await service.as(linus).closeRequest({ request_id });
  await eventually(() => {
    expect(live[1]?.frames.at(-1)?.message.status).toBe(1000);
    expect(live[2]?.frames.map(({ message }) => message.text)).toContain(answer);
  });

  const reader = service.as(vera);
  const holding = (all: object, words: string) =>
    Object.entries(all).flatMap(([name, one]) => (JSON.stringify(one).includes(words) ? [name] : []));
  const read = async () => {
    const files = await Promise.all(
      formats.flatMap((format) => [
        reader.getTranscript({ request_id, format }),
        service.as(anonymous).getPublicTranscript({ request_id, format }),
      ]),
    );
    return {
      list: (await reader.listMessages({ request_id })).body,
      single: (await reader.getMessage({ request_id, message_id: sent._id })).body,
      csv: (await reader.exportMessages({ request_id })).body,
      ...Object.fromEntries(files.map(({ body }, place) => [`transcript ${place}`, body])),
      feed: await changesAfter(service, vera, start),
      live: live.map(({ heard }) => heard),
      joined: joined.map(({ heard }) => heard),
    };
  };
  // On a busy machine one of so many reads may be asked to come again.
  const talks = await eventually(async () => {
    const all = await read();
    expect(holding(all, answer)).toEqual(Object.keys(all));
    return { sent, ...all };
  });
  const mine = (await reader.listMyRequests({ status: '1000' })).body.requests;
  expect(mine).toMatchObject([{ request_id }]);
  expect(holding({ ...talks, mine }, aside)).toEqual([]);
  for (const message_id of announced) {
    const { status, body } = await reader.getMessage({ request_id, message_id });
    expect([status, body.code]).toEqual([404, 'message_not_found']);
  }

  const team = (await service.as(ada).listMessages({ request_id })).body.filter(({ text }) => text === aside);
  expect(team.map(({ _id }) => _id)).toEqual(announced);
  const fed = await changesAfter(service, ada, start, { topics: ofMessages });
  const heard = fed.map(({ message }) => message).filter(({ text }) => text === aside);
  expect(heard.map(({ _id }) => _id)).toEqual(announced);
});
