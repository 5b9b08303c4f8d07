import { type ConversationsService, Desk } from '../../test/desk.ts';
import { newRequestId } from '../../test/office.ts';

const desk = new Desk();
let service: ConversationsService;
beforeAll(async () => {
  service = await desk.start();
});
afterAll(() => desk.stop());

interface Line {
  key: string;
  parameters: Record<string, unknown>;
}

it('is said what the contract names of each thing that happens, and nothing of what changes nothing', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { ada, linus, vera } = office.personas;
  const alan = office.hire({ actor: office.personas.alan, available: false });
  await desk.copy(office);
  const robby = await desk.bot(office);
  const bot = `bot_${robby}`;
  const request_id = newRequestId(office.projectId);
  const team = service.as(ada);
  let read = 0;
  const said = async (answer: Promise<{ status: number }>): Promise<string[]> => {
    expect((await answer).status).toBe(200);
    const { body } = await team.listMessages({ request_id, after: String(read) });
    read = body.at(-1)?.seq ?? read;
    return body.flatMap(({ sender, createdBy, attributes }) => {
      if (sender !== 'system') return [];
      expect(createdBy).toBe('system');
      const { key, parameters } = attributes.messagelabel as Line;
      const whom = parameters.member_id ?? parameters.closed_by ?? attributes.updateconversationfor;
      return [whom === undefined ? key : `${key} ${whom}`];
    });
  };

  expect(await said(service.as(vera).sendMessage({ request_id, text: 'Hello' }))).toEqual([]);
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
});
