import type { Actor } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness({ contacts: new FakeContacts().service });
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

interface Talk {
  project: TestProject;
  request_id: string;
  vera: Actor;
  linus: Actor;
}

/** a project whose only agent is linus, with a request that vera has opened. */
async function talk(): Promise<Talk> {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  return { project, request_id, vera, linus };
}

async function textsOf({ request_id, linus }: Talk): Promise<string[]> {
  const { body } = await service.as(linus).listMessages({ request_id });
  return body.map(({ text }) => text);
}

it('answers what was stored, in the order of the array', async () => {
  const { request_id, vera, linus } = await talk();

  const { status, body } = await service
    .as(linus)
    .sendMessages({ request_id, items: [{ text: 'one' }, { text: 'two', sender: vera.id }, { text: 'three' }] });

  expect(status).toBe(200);
  expect(body.map(({ seq, text, sender, status: state }) => ({ seq, text, sender, state }))).toEqual([
    { seq: 2, text: 'one', sender: linus.id, state: 200 },
    { seq: 3, text: 'two', sender: vera.id, state: 200 },
    { seq: 4, text: 'three', sender: linus.id, state: 200 },
  ]);
  expect(body.every((message) => !('request' in message))).toBe(true);
});

it('keeps each array contiguous and in order under concurrent writes', async () => {
  const { request_id, vera, linus } = await talk();
  const items = (name: string) => Array.from({ length: 50 }, (_, place) => ({ text: `${name}.${place}` }));
  const multis = Array.from({ length: 10 }, (_, name) =>
    service.as(linus).sendMessages({ request_id, items: items(String(name)) }),
  );
  const singles = Array.from({ length: 10 }, () => service.as(vera).sendMessage({ request_id, text: 'single' }));

  const answers = await Promise.all(multis);
  await Promise.all(singles);

  for (const [name, { status, body }] of answers.entries()) {
    expect(status).toBe(200);
    const first = body[0]?.seq ?? 0;
    expect(body.map(({ seq, text }) => [seq - first, text])).toEqual(
      items(String(name)).map(({ text }, place) => [place, text]),
    );
  }
  const { body: all } = await service.as(linus).listMessages({ request_id });
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 511 }, (_, place) => place + 1));
});

it('stores nothing when one is faulty, and names every fault', async () => {
  const one = await talk();
  const { request_id, linus } = one;

  const { status, body } = await service.as(linus).sendMessages({
    request_id,
    items: [{ text: 'good' }, { text: ' ' }, { type: 'image' }, { text: 'x', createdAt: '2999-01-01T00:00:00Z' }],
  });
  expect(status).toBe(422);
  expect(body.errors?.map(({ param }) => param)).toEqual(['1.text', '2.metadata.src']);

  const later = await service.as(linus).sendMessages({
    request_id,
    items: [
      { text: 'x', createdAt: '2999-01-01T00:00:00Z' },
      { text: 'x', createdAt: 'yesterday' },
      { text: 'x', createdAt: '1969-12-31T23:59:59Z' },
      { text: 'x', createdAt: '2020-01-01T00:00:00Z', status: 7 },
    ],
  });
  expect(later.body.errors?.map(({ param }) => param)).toEqual([
    '0.createdAt',
    '1.createdAt',
    '2.createdAt',
    '3.status',
  ]);
  expect(await textsOf(one)).toEqual(['Hello']);
});

it.each([
  ['nothing', []],
  ['an object', {}],
  ['a text', 'hello'],
  ['501 messages', Array.from({ length: 501 }, () => ({ text: 'x' }))],
])('refuses %s', async (_what, body) => {
  const one = await talk();
  const answer = await service
    .as(one.linus)
    .sendMessages(
      { request_id: one.request_id },
      { body: typeof body === 'string' ? JSON.stringify(body) : body, headers: { 'content-type': 'application/json' } },
    );
  expect(answer.status).toBe(422);
  expect(await textsOf(one)).toEqual(['Hello']);
});

it('takes 500 at once, and none for a request that does not exist or is another guest’s', async () => {
  const { project, request_id, linus } = await talk();
  const items = Array.from({ length: 500 }, (_, place) => ({ text: String(place) }));

  expect((await service.as(linus).sendMessages({ request_id, items })).body).toHaveLength(500);
  const unknown = await service.as(linus).sendMessages({ request_id: newRequestId(project.projectId), items });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'request_not_found' } });
  const stranger = { ...project.personas.victor };
  expect((await service.as(stranger).sendMessages({ request_id, items })).body.code).toBe('request_not_visible');
});

it('checks the sender of each, and lets no end user be private or send for another', async () => {
  const one = await talk();
  const { request_id, vera, linus } = one;
  const send = (who: Actor, ...items: object[]) => service.as(who).sendMessages({ request_id, items });

  expect((await send(vera, { text: 'x' }, { text: 'x', sender: linus.id })).body.code).toBe('sender_not_allowed');
  expect((await send(linus, { text: 'x', sender: 'nobody' })).body.code).toBe('unknown_sender');
  const hidden = await send(vera, { text: 'x' }, { text: 'x', attributes: { subtype: 'private' } });
  expect(hidden.body.errors?.map(({ param }) => param)).toEqual(['1.attributes.subtype']);
  expect(await textsOf(one)).toEqual(['Hello']);
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: the form of a label.
const labelAndButton = '${WELCOME}\n* Yes';

it('applies labels, micro-language and commands of each', async () => {
  const one = await talk();
  one.project.labels.set('EN', { WELCOME: 'Welcome' });
  const bot = await harness.addBot(one.project);
  const robby = { ...one.project.personas.robby, id: bot };

  const { body } = await service.as(robby).sendMessages({
    request_id: one.request_id,
    items: [{ text: labelAndButton, attributes: { microlanguage: true } }, { text: 'Bye \\close' }],
  });

  expect(body[0]).toMatchObject({
    text: 'Welcome',
    attributes: { attachment: { buttons: [{ value: 'Yes' }] }, _raw_message: labelAndButton },
  });
  expect(body[1]?.text).toBe('Bye');
  expect((await seen(service, one.project, one.request_id)).status).toBe(1000);
});

it('answers the first message for an id it has already, in the request or in the array', async () => {
  const one = await talk();
  const { request_id, vera } = one;
  const first = await service.as(vera).sendMessage({ request_id, text: 'known', external_id: 'a' });

  const { body } = await service.as(vera).sendMessages({
    request_id,
    items: [
      { text: 'again', external_id: 'a' },
      { text: 'new', external_id: 'b' },
      { text: 'new again', external_id: 'b' },
      { text: 'last' },
    ],
  });

  expect(body.map(({ text }) => text)).toEqual(['known', 'new', 'new', 'last']);
  expect(body[0]?._id).toBe(first.body._id);
  expect(body[1]?._id).toBe(body[2]?._id);
  expect(await textsOf(one)).toEqual(['Hello', 'known', 'new', 'last']);
});

it('does not count several at once against the budget of a bot', async () => {
  const { project, request_id, vera } = await talk();
  const bot = await harness.addBot(project);
  const robby = { ...project.personas.robby, id: bot };
  const items = Array.from({ length: 40 }, () => ({ text: 'x' }));
  await service.as(robby).sendMessages({ request_id, items });

  expect((await service.as(robby).sendMessage({ request_id, text: 'still here' })).status).toBe(200);
  expect((await service.as(vera).sendMessages({ request_id, items: [{ text: 'y' }] })).status).toBe(200);
});

describe('an import', () => {
  const then = '2020-05-01T10:00:00.000Z';

  it('keeps dates and statuses, notifies no agent, runs no command, and is marked as an import', async () => {
    const one = await talk();
    const { request_id, linus, vera, project } = one;
    await service.as(linus).closeRequest({ request_id });
    const before = await seen(service, project, request_id);

    const { status, body } = await service.as(linus).sendMessages({
      request_id,
      import: true,
      items: [
        { text: 'from her', sender: vera.id, createdAt: then, status: 300 },
        { text: 'from me \\close', createdAt: '2020-05-01T10:00:01.000Z' },
        { text: 'undated' },
      ],
    });

    expect(status).toBe(200);
    expect(body[0]).toMatchObject({ createdAt: then, status: 300, imported: true });
    expect(body[1]).toMatchObject({ text: 'from me \\close', status: 200, imported: true });
    expect(body[2]).toMatchObject({ imported: true });
    const after = await seen(service, project, request_id);
    expect(after).toMatchObject({ status: 1000, closed_at: before.closed_at });
    const types = (await eventsOf(service, after._id)).map(({ type }) => type);
    expect(types).not.toContain('request.reopened');
    expect(types.slice(-4).sort()).toEqual([
      'message.created',
      'message.created',
      'message.created',
      'request.updated',
    ]);
  });

  it('is each message with a date of its own, the others are sent now', async () => {
    const { request_id, linus } = await talk();
    const { body } = await service.as(linus).sendMessages({
      request_id,
      items: [
        { text: 'old', createdAt: then },
        { text: 'new', status: 300 },
      ],
    });
    expect(body[0]).toMatchObject({ createdAt: then, imported: true });
    expect(body[1]).not.toHaveProperty('imported');
    expect(body[1]?.status).toBe(200);
  });

  it('keeps people of the old system as an admin names them, and neither routes nor times by them', async () => {
    const one = await talk();
    const { request_id, project, vera } = one;
    const { ada, grace } = project.personas;
    const old = {
      text: 'Hello there',
      sender: '5f3c9a7b1d2e4f6a8b0c1d2e',
      senderFullname: 'Old Agent',
      createdAt: then,
    };
    const before = await seen(service, project, request_id);

    const { status, body } = await service.as(grace).sendMessages({
      request_id,
      items: [old, { ...old, sender: 'crm user 7', senderFullname: undefined }, { ...old, sender: vera.id }],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject([
      { sender: old.sender, senderFullname: 'Old Agent', createdBy: grace.id, createdAt: then, imported: true },
      { sender: 'crm user 7', senderFullname: 'Guest', createdBy: grace.id },
      { sender: vera.id, senderFullname: 'Vera' },
    ]);
    const after = await seen(service, project, request_id);
    expect([after.participants, after.first_response_at]).toEqual([before.participants, before.first_response_at]);
    const all = await service.as(ada).sendMessages({ request_id, import: true, items: [{ ...old, createdAt: null }] });
    expect(all.body[0]).toMatchObject({ sender: old.sender, imported: true });
  });

  it('keeps no other sender: none of an agent’s import, none sent now, and no id of a principal or lead', async () => {
    const one = await talk();
    const { request_id, project, linus, vera } = one;
    const { grace, robby, alan } = project.personas;
    project.addMember({ actor: alan, disabled: true });
    const bot = await harness.addBot(project);
    await harness.syncReadModels(project);
    const { body: announced } = await service.as(vera).sendMessage({ request_id, text: 'x' });
    const lead = announced.request.requester_id;
    const send = (who: Actor, ...items: object[]) => service.as(who).sendMessages({ request_id, items });
    const old = { text: 'x', sender: 'crm-7', createdAt: then };

    const gone = alan.teammateId;
    for (const sender of [
      'system',
      'bot_crm-7',
      `bot_${newId()}`,
      alan.id,
      gone,
      lead,
      'a\u0007b',
      ' ',
      'x'.repeat(129),
    ])
      expect([sender, (await send(grace, { ...old, sender })).body.code]).toEqual([sender, 'unknown_sender']);
    for (const who of [linus, { ...robby, id: bot }]) expect((await send(who, old)).body.code).toBe('unknown_sender');
    expect((await send(grace, { ...old, createdAt: undefined })).body.code).toBe('unknown_sender');
    expect((await send(grace, old, { ...old, createdAt: undefined })).body.code).toBe('unknown_sender');
    expect((await send(vera, old)).body.code).toBe('sender_not_allowed');
    expect(await textsOf(one)).toEqual(['Hello', 'x']);
  });

  it('is not available to end users: their dates are ignored', async () => {
    const { request_id, vera } = await talk();
    const { body } = await service
      .as(vera)
      .sendMessages({ request_id, import: true, items: [{ text: 'x', createdAt: 'nonsense', status: 'x' }] });
    expect(body[0]).not.toHaveProperty('imported');
    expect(Date.parse(body[0]?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });
});

it('reopens by a visible message of the requester, as a single one would', async () => {
  const { project, request_id, linus, vera } = await talk();
  await service.as(linus).closeRequest({ request_id });
  await service.as(vera).sendMessages({ request_id, items: [{ text: 'hidden', attributes: { subtype: 'info' } }] });
  expect((await seen(service, project, request_id)).status).toBe(1000);
  await service.as(vera).sendMessages({ request_id, items: [{ text: 'still there?' }, { text: 'hello?' }] });
  expect((await seen(service, project, request_id)).status).toBe(200);
});
