import { messageDirected } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let project: TestProject;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

beforeEach(async () => {
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
});

it('reaches a member without any request, and is announced', async () => {
  const { ada, linus } = project.personas;
  const { status, body } = await service
    .as(linus)
    .sendDirectMessage({ recipient: ada.teammateId, recipientFullname: 'Ada', text: 'Lunch? \\close' });

  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      sender: linus.id,
      recipient: ada.id,
      recipientFullname: 'Ada',
      text: 'Lunch? \\close',
      channel_type: 'direct',
      status: 200,
      __v: 0,
    },
  });
  const events = await service.outbox(messageDirected, project.projectId);
  expect(events).toMatchObject([{ data: { message: { _id: body._id, text: body.text } } }]);
});

it('requires a member as recipient, a text and a name', async () => {
  const { ada, linus } = project.personas;
  const send = (body: object) => service.as(linus).sendDirectMessage({ recipientFullname: 'Ada', text: 'x', ...body });
  const faulty = [
    { recipient: 'nobody' },
    {},
    { recipient: ada.id, recipientFullname: '' },
    { recipient: ada.id, recipientFullname: undefined },
    { recipient: ada.id, text: ' ' },
    { recipient: ada.id, text: undefined },
  ];
  for (const body of faulty) expect((await send(body)).status).toBe(422);
  const elsewhere = await harness.project();
  expect((await send({ recipient: elsewhere.personas.ada.id })).status).toBe(422);
});

it('are all listed to the owner, newest first, page by page, with their requests on demand', async () => {
  const { ada, linus, vera } = project.personas;
  const request_id = newRequestId(project.projectId);
  for (let place = 0; place < 6; place++) {
    await service.as(vera).sendMessage({ request_id, text: `talk ${place}` });
    await service.as(linus).sendDirectMessage({ recipient: ada.id, recipientFullname: 'Ada', text: `direct ${place}` });
  }

  const first = await service.as(ada).listProjectMessages();
  expect(first.body.map(({ text }) => text)).toEqual(
    [5, 4, 3, 2, 1].flatMap((place) => [`direct ${place}`, `talk ${place}`]),
  );
  expect(first.body.every((message) => !('request' in message))).toBe(true);
  const cursor = new URLSearchParams(first.headers.link?.match(/\?([^>]*)/)?.[1]).get('cursor');
  const rest = await service.as(ada).listProjectMessages({ cursor });
  expect(rest.body.map(({ text }) => text)).toEqual(['direct 0', 'talk 0']);
  expect(rest.headers.link).toBeUndefined();

  const filled = await service.as(ada).listProjectMessages({ populate_request: '1', limit: 2 });
  expect(filled.body[0]).not.toHaveProperty('request');
  expect(filled.body[1]).toMatchObject({ text: 'talk 5', seq: 6, request: { request_id } });
  expect((await service.as(ada).listProjectMessages({ limit: 1000 })).body).toHaveLength(12);
  expect((await service.as(ada).listProjectMessages({ cursor: 'x' })).status).toBe(400);
  expect((await service.as(ada).listProjectMessages({ limit: 0 })).status).toBe(422);

  const elsewhere = await harness.project();
  expect((await service.as(elsewhere.personas.ada).listProjectMessages()).body).toEqual([]);
});

it('are exported with all other messages as a file, with formulas escaped', async () => {
  const { ada, linus, vera } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: '=1+1; "quoted"' });
  await service.as(linus).sendDirectMessage({ recipient: ada.id, recipientFullname: 'Ada', text: 'Lunch?' });

  const { headers, body } = await service.as(ada).exportProjectMessages();

  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, direct, talk, end] = String(body).split('\r\n');
  expect(head).toContain('_id;createdAt;request_id;seq;sender');
  expect(direct).toContain(`;;;${linus.id};Linus Pauling;${ada.id};text;Lunch?;chat21;direct;200;;`);
  expect(talk).toContain(
    `;${request_id};1;${vera.id};Vera;${request_id};text;"'=1+1; ""quoted""";chat21;group;200;all;`,
  );
  expect(end).toBe('');
});
