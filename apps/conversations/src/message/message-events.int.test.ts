import { messageCreated, RequestInEvent, requestCreated, thinRequestMembers } from '@parley/contracts';

import { ConversationsHarness } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';

const harness = new ConversationsHarness();
afterEach(() => harness.stop());

type MessageData = { request: Record<string, unknown> };

it('announces a message with what consumers read of its request, and no more than that', async () => {
  const service = await harness.start();
  const { project, request_id, vera, linus } = await harness.openedRequest();
  await service.as(vera).sendMessage({ request_id, text: 'Are you there?' });
  await service.as(linus).sendMessage({ request_id, text: 'I am' });

  const record: Record<string, unknown> = await seen(service, project, request_id);
  const events = (await eventsOf(service, String(record._id))).filter(({ type }) => type === messageCreated.type);
  const messages = events.map(({ data }) => data as MessageData);
  expect(messages).toHaveLength(3);
  for (const data of messages) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(1_300);
  const { _id, lead_id } = record.lead as { _id: string; lead_id: string };
  const department = record.department as { _id: string };
  const members = Object.entries(record).filter(([name]) => thinRequestMembers.includes(name));
  expect(messages[2]?.request).toEqual({
    ...Object.fromEntries(members),
    lead: { _id, lead_id },
    department: { _id: department._id, hasBot: false },
  });
});

it('announces a message with its whole request where a bot takes part', async () => {
  const service = await harness.start();
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  Object.assign(project.departments[0] ?? {}, { id_bot: await harness.addBot(project) });
  await harness.syncReadModels(project);
  const { _id } = await seen(service, project, await harness.conversation(project));
  const events = await eventsOf(service, _id);
  const [said, created] = [messageCreated, requestCreated].map(({ type }) =>
    events.find((event) => event.type === type),
  );
  expect(said?.data.request).toEqual(created?.data.request);
  expect(said?.data.request).toHaveProperty('participatingBots');
});

it('announces whole requests to consumers of the previous release, while configured to', async () => {
  const service = await harness.start({ MESSAGE_EVENTS: 'whole' });
  const { project, request_id } = await harness.openedRequest();
  const { _id } = await seen(service, project, request_id);
  const said = (await eventsOf(service, _id)).find(({ type }) => type === messageCreated.type);
  expect(RequestInEvent.parse(said?.data.request)).toEqual(said?.data.request);
});
