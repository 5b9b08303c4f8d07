import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

interface Line {
  key: string;
  parameters: Record<string, unknown>;
}

it('gets the service lines that the contract names for each change, and none for what changes nothing', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { ada, linus, vera } = project.personas;
  const alan = project.addMember({ actor: project.personas.alan, available: false });
  await harness.syncReadModels(project);
  const robby = await harness.addBot(project);
  const bot = `bot_${robby}`;
  const request_id = newRequestId(project.projectId);
  const team = service.as(ada);
  let read = 0;
  const said = async (answer: Promise<{ status: number }>): Promise<string[]> => {
    expect((await answer).status).toBe(200);
    const { body } = await team.listMessages({ request_id, after: String(read) });
    read = body.at(-1)?.seq ?? read;
    return body.flatMap(({ sender, attributes, ...line }) => {
      if (sender !== 'system') return [];
      const { key, parameters } = attributes.messagelabel as Line;
      expect({ ...line, parameters }).toMatchObject({
        ...{ createdBy: 'system', senderFullname: 'System', type: 'text', status: 200, language: 'it' },
        parameters: expect.any(Object),
      });
      const whom = parameters.member_id ?? parameters.closed_by ?? attributes.updateconversationfor;
      return [whom === undefined ? key : `${key} ${whom}`];
    });
  };

  expect(await said(service.as(vera).sendMessage({ request_id, text: 'Hello', language: 'it' }))).toEqual([]);
  expect(await said(service.as(linus).sendMessage({ request_id, text: 'Hi' }))).toEqual([]);
  expect(await said(team.addParticipant({ request_id, member: alan.id }))).toEqual([
    `MEMBER_JOINED_GROUP ${alan.id}`,
    `TOUCHING_OPERATOR ${alan.id}`,
  ]);
  expect(await said(team.addParticipant({ request_id, member: alan.id }))).toEqual([]);
  expect(await said(team.removeParticipant({ request_id, participant_id: alan.id }))).toEqual([
    `MEMBER_LEFT_GROUP ${alan.id}`,
  ]);
  expect(await said(team.removeParticipant({ request_id, participant_id: alan.id }))).toEqual([]);
  expect(await said(team.routeRequest({ request_id }))).toEqual([]);
  expect(await said(team.setParticipants({ request_id }, { body: [bot] }))).toEqual([
    `MEMBER_LEFT_GROUP ${linus.id}`,
    `MEMBER_JOINED_GROUP ${bot}`,
  ]);
  expect(await said(team.handOffRequest({ request_id }))).toEqual([
    `MEMBER_LEFT_GROUP ${bot}`,
    `MEMBER_JOINED_GROUP ${linus.id}`,
    `TOUCHING_OPERATOR ${linus.id}`,
  ]);
  expect(await said(team.handOffRequest({ request_id }))).toEqual([]);
  expect(await said(team.addNote({ request_id, text: 'noted' }))).toEqual([]);
  expect(await said(team.updateRequest({ request_id, subject: 'Parcel', tags: ['late'] }))).toEqual([]);
  expect(await said(team.rateRequest({ request_id, rate: 3 }))).toEqual([]);
  expect(await said(team.closeRequest({ request_id }))).toEqual([`CHAT_CLOSED ${ada.id}`]);
  expect(await said(team.closeRequest({ request_id }))).toEqual([]);
  expect(await said(team.reopenRequest({ request_id }))).toEqual(['CHAT_REOPENED', `TOUCHING_OPERATOR ${linus.id}`]);
  expect(await said(team.reopenRequest({ request_id }))).toEqual([]);
  expect(await said(team.updateRequest({ request_id, status: 1000 }))).toEqual([`CHAT_CLOSED ${ada.id}`]);
  expect(await said(team.updateRequest({ request_id, status: 1000 }))).toEqual([]);
  expect(await said(team.updateRequest({ request_id, status: 100 }))).toEqual([
    'CHAT_REOPENED',
    `TOUCHING_OPERATOR ${linus.id}`,
  ]);
  expect(await said(team.setParticipants({ request_id }, { body: [bot] }))).toEqual([
    `MEMBER_LEFT_GROUP ${linus.id}`,
    `MEMBER_JOINED_GROUP ${bot}`,
  ]);
  expect(await said(service.as(linus).claimRequest({ request_id }))).toEqual([
    `MEMBER_JOINED_GROUP ${linus.id}`,
    `TOUCHING_OPERATOR ${linus.id}`,
    `MEMBER_LEFT_GROUP ${bot}`,
  ]);
  expect(await said(service.as(linus).claimRequest({ request_id }))).toEqual([]);
  expect(await said(team.assignRequest({ request_id }))).toEqual([]);
  expect(await said(service.as(linus).sendMessage({ request_id, text: 'Bye \\close' }))).toEqual([
    `CHAT_CLOSED ${linus.id}`,
  ]);
});

it('gets no service line when a request begins, in any way', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { ada, linus, vera } = project.personas;
  const bot = `bot_${await harness.addBot(project)}`;
  const team = service.as(ada);
  const ids = Array.from({ length: 7 }, () => newRequestId(project.projectId));
  const [routed = '', named = '', begun = '', parked = '', imported = '', hidden = '', byBot = ''] = ids;
  const answers = [
    await team.createRequest({ request_id: routed, first_text: 'Hello' }),
    await team.createRequest({ request_id: named, first_text: 'Hello', participants: [linus.id] }),
    await service.as(vera).sendMessage({ request_id: begun, text: 'Hello', participants: [bot] }),
    await service.as(vera).createRequest({ request_id: parked, first_text: 'Hello', preflight: true }),
    await team.createRequest({ request_id: imported, first_text: 'Hello', import: 'true' }),
    await service.as(vera).sendMessage({ request_id: hidden, text: 'Hello', attributes: { subtype: 'info' } }),
    await team.createRequest({ request_id: byBot, first_text: 'Hello', participants: [bot] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  await harness.queueIdle();
  for (const request_id of ids) {
    const { body } = await team.listMessages({ request_id });
    expect(body.filter(({ sender }) => sender === 'system')).toEqual([]);
  }
});
