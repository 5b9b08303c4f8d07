import { actor } from '@parley/testkit';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const contacts = new FakeContacts();
const harness = new ConversationsHarness({ contacts: contacts.service });
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

describe('the sender', () => {
  it.each([
    [
      'another guest',
      (one: TestProject) => one.addMember({ actor: { ...one.personas.vera, id: 'other-guest', teammateId: 'tx' } }).id,
      403,
    ],
    ['a teammate', (one: TestProject) => one.personas.linus.id, 403],
    ['the system', () => 'system', 403],
    ['nobody', () => '', 422],
    ['an object', () => ({ $ne: 1 }), 422],
  ])('may not be %s when an end user sends', async (_who, senderOf, status) => {
    const { project, vera, request_id } = await harness.openedRequest();
    const sender = senderOf(project);
    const answer = await service.as(vera).sendMessage({ request_id, text: 'x', sender });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 403 ? 'sender_not_allowed' : 'validation_failed');
  });

  it('may be a member, a lead or a bot of the project when an agent sends, under the stored name', async () => {
    const { project, vera, linus, request_id } = await harness.openedRequest();
    const bot = await harness.addBot(project, 'Helper');
    const alan = project.addMember({ actor: project.personas.alan });
    await harness.syncReadModels(project);
    const send = (sender: string) =>
      service.as(linus).sendMessage({ request_id, text: 'x', sender, senderFullname: 'Forged' });

    expect((await send(alan.id)).body).toMatchObject({
      sender: alan.id,
      senderFullname: 'Alan Turing',
      createdBy: linus.id,
    });
    expect((await send(alan.teammateId ?? '')).body).toMatchObject({ sender: alan.id });
    expect((await send(vera.id)).body).toMatchObject({ sender: vera.id, senderFullname: 'Vera', createdBy: linus.id });
    expect((await send(bot)).body).toMatchObject({ sender: `bot_${bot}`, senderFullname: 'Helper' });
    expect((await send(linus.id)).body).toMatchObject({ sender: linus.id, senderFullname: 'Forged' });
    for (const stranger of ['system', 'nobody', actor().id, 'bot_0123']) {
      expect((await send(stranger)).body.code).toBe('unknown_sender');
    }
  });

  it('has the name of their lead where they have none of their own', async () => {
    const { project, linus, request_id } = await harness.openedRequest();
    const { projectId } = project;
    const nameless = actor({ projectId, kind: 'guest', role: 'guest', name: '' });
    const { name: _none, ...anonymous } = nameless;
    project.addMember({ actor: nameless, available: false });
    const lead = contacts.put(projectId, nameless.id, { fullname: 'Vera Molnár' });
    await service.context.leads.findByLeadId(projectId, lead.leadId);

    const first = newRequestId(projectId);
    const own = await service.as(anonymous).sendMessage({ request_id: first, text: 'x' });
    expect(own.body).toMatchObject({ senderFullname: 'Vera Molnár' });
    expect(
      (await service.as(anonymous).sendMessages({ request_id: first, items: [{ text: 'y' }] })).body,
    ).toMatchObject([{ senderFullname: 'Vera Molnár' }]);
    const named = await service.as(linus).sendMessage({ request_id, text: 'x', sender: nameless.id });
    expect(named.body).toMatchObject({ senderFullname: 'Vera Molnár' });
    const alias = await service.as(anonymous).sendMessage({ request_id: first, text: 'x', senderFullname: 'V.' });
    expect(alias.body).toMatchObject({ senderFullname: 'V.' });
    const stranger = { ...anonymous, id: 'no-lead' };
    expect(
      (await service.as(stranger).sendMessage({ request_id: newRequestId(projectId), text: 'x' })).body,
    ).toMatchObject({
      senderFullname: 'Guest',
    });
  });

  it('is unknown where a lead has the id of a former teammate', async () => {
    const { project, linus, request_id } = await harness.openedRequest();
    const gone = project.addMember({ actor: project.personas.alan, disabled: true });
    contacts.put(project.projectId, gone.id, { fullname: 'Alan' });
    const { status, body } = await service.as(linus).sendMessage({ request_id, text: 'x', sender: gone.id });
    expect([status, body.code]).toEqual([403, 'unknown_sender']);
    expect(JSON.stringify(body)).not.toContain('uuid_user');
  });

  it('of another project is unknown', async () => {
    const { linus, request_id } = await harness.openedRequest();
    const elsewhere = await harness.project((one) => one.addMember({ actor: one.personas.alan }));
    const bot = await harness.addBot(elsewhere);
    for (const sender of [elsewhere.personas.alan.id, bot, `bot_${bot}`]) {
      expect((await service.as(linus).sendMessage({ request_id, text: 'x', sender })).body.code).toBe('unknown_sender');
    }
  });

  it('must be named by a webhook', async () => {
    const { project, linus, request_id } = await harness.openedRequest();
    const webhook = actor({ kind: 'subscription', projectId: project.projectId, role: 'agent' });
    expect((await service.as(webhook).sendMessage({ request_id, text: 'x' })).status).toBe(422);
    const answer = await service.as(webhook).sendMessage({ request_id, text: 'x', sender: linus.id });
    expect(answer.body).toMatchObject({ sender: linus.id, createdBy: webhook.id });
  });
});

describe('where one may write', () => {
  it('is not the request of another guest, and nothing is stored there', async () => {
    const { project, request_id, vera } = await harness.openedRequest();
    const stranger = actor({ kind: 'guest', role: 'guest', projectId: project.projectId, id: 'stranger' });

    expect(await service.as(stranger).sendMessage({ request_id, text: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'request_not_visible' },
    });
    expect((await service.as(stranger).listMessages({ request_id })).status).toBe(404);
    expect((await service.as(vera).listMessages({ request_id })).body).toHaveLength(1);
  });

  it('is for an agent what they see', async () => {
    const project = await harness.project((one) => {
      one.addMember({ actor: one.personas.linus, groups: ['a'.repeat(24)] });
      one.addMember({ actor: one.personas.alan, groups: ['b'.repeat(24)] });
      one.addDepartment({ id_group: 'a'.repeat(24) });
    });
    const { vera, linus, alan, ada } = project.personas;
    const request_id = newRequestId(project.projectId);
    await service.as(vera).sendMessage({ request_id, text: 'Hello' });

    expect((await service.as(linus).sendMessage({ request_id, text: 'x' })).status).toBe(200);
    expect((await service.as(ada).sendMessage({ request_id, text: 'x' })).status).toBe(200);
    expect((await service.as(alan).sendMessage({ request_id, text: 'x' })).body.code).toBe('request_not_visible');
    expect((await seen(service, project, request_id)).participants).toEqual([linus.id]);
  });

  it('is the same id in every project', async () => {
    const one = await harness.openedRequest();
    const other = await harness.project();
    const { body } = await service.as(other.personas.vera).sendMessage({ request_id: one.request_id, text: 'mine' });
    expect(body.seq).toBe(1);
  });
});

describe('what is refused', () => {
  const attributes = (depth: number): object => (depth === 0 ? {} : { a: attributes(depth - 1) });

  it.each([
    ['blank text', { text: ' \n' }],
    ['no text', {}],
    ['an unknown type', { text: 'x', type: 'banana' }],
    ['an image without address', { type: 'image', metadata: { width: 1 } }],
    ['a script for an address', { type: 'image', metadata: { src: 'javascript:alert(1)' } }],
    ['a relative address', { type: 'image', metadata: { src: '/a.png' } }],
    ['a script for the address of a file', { text: 'x', type: 'file', metadata: { src: 'javascript:alert(1)' } }],
    ['a long text', { text: 'x'.repeat(65_537) }],
    ['U+0000', { text: 'a\u0000b' }],
    ['a list of attributes', { text: 'x', attributes: [] }],
    ['large attributes', { text: 'x', attributes: { a: 'x'.repeat(65_536) } }],
    ['deep attributes', { text: 'x', attributes: attributes(21) }],
    ['a private message of an end user', { text: 'x', attributes: { subtype: 'private' } }],
    ['a private message by its prefix', { text: 'x', attributes: { subtype: 'private/x' } }],
    ['a private message by its flag', { text: 'x', attributes: { private: true } }],
    ['an unknown department', { text: 'x', departmentid: 'f'.repeat(24) }],
  ])('%s: 422, and the request is not created', async (_what, body) => {
    const project = await harness.project();
    const request_id = newRequestId(project.projectId);
    const { vera, ada } = project.personas;

    const answer = await service.as(vera).sendMessage({ request_id, ...body });

    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(answer.body.errors).not.toHaveLength(0);
    expect((await service.as(ada).getRequest({ request_id })).status).toBe(404);
  });

  it.each(['x', 'support-group-', `support-group-${'x'.repeat(201)}`, 'support-group-a b'])(
    'a new request with the id %j',
    async (request_id) => {
      const project = await harness.project();
      expect((await service.as(project.personas.vera).sendMessage({ request_id, text: 'x' })).status).toBe(422);
    },
  );

  it('people named by an end user', async () => {
    const { project, vera, linus } = await harness.openedRequest();
    const send = (participants: string[]) =>
      service.as(vera).sendMessage({ request_id: newRequestId(project.projectId), text: 'x', participants });
    expect((await send([linus.id])).body.code).toBe('participants_not_allowed');
    expect((await send(['stranger'])).status).toBe(422);
    const bot = await harness.addBot(project);
    expect((await send([bot])).body).toMatchObject({ request: { participants: [`bot_${bot}`], status: 200 } });
  });
});
