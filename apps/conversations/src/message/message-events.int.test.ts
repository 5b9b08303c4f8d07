import { messageCreated, RequestInEvent, requestCreated, thinRequestMembers } from '@parley/contracts';

import { Desk } from '../../test/desk.ts';
import { eventsOf, seen } from '../../test/seen.ts';

const desk = new Desk();
afterEach(() => desk.stop());

type Told = { request: Record<string, unknown> };

it('announces a message with what consumers read of its request, and no more than that', async () => {
  const service = await desk.start();
  const { office, request_id, vera, linus } = await desk.opened();
  await service.as(vera).sendMessage({ request_id, text: 'Are you there?' });
  await service.as(linus).sendMessage({ request_id, text: 'I am' });

  const record: Record<string, unknown> = await seen(service, office, request_id);
  const events = (await eventsOf(service, String(record._id))).filter(({ type }) => type === messageCreated.type);
  const told = events.map(({ data }) => data as Told);
  expect(told).toHaveLength(3);
  for (const data of told) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(1_300);
  const { _id, lead_id } = record.lead as { _id: string; lead_id: string };
  const department = record.department as { _id: string };
  const members = Object.entries(record).filter(([name]) => thinRequestMembers.includes(name));
  expect(told[2]?.request).toEqual({
    ...Object.fromEntries(members),
    lead: { _id, lead_id },
    department: { _id: department._id, hasBot: false },
  });
});

it('announces a message with its whole request where a bot takes part', async () => {
  const service = await desk.start();
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  Object.assign(office.departments[0] ?? {}, { id_bot: await desk.bot(office) });
  await desk.copy(office);
  const { _id } = await seen(service, office, await desk.talk(office));
  const events = await eventsOf(service, _id);
  const [said, created] = [messageCreated, requestCreated].map(({ type }) =>
    events.find((event) => event.type === type),
  );
  expect(said?.data.request).toEqual(created?.data.request);
  expect(said?.data.request).toHaveProperty('participatingBots');
});

it('announces whole requests to consumers of the previous release, while configured to', async () => {
  const service = await desk.start({ MESSAGE_EVENTS: 'whole' });
  const { office, request_id } = await desk.opened();
  const { _id } = await seen(service, office, request_id);
  const said = (await eventsOf(service, _id)).find(({ type }) => type === messageCreated.type);
  expect(RequestInEvent.parse(said?.data.request)).toEqual(said?.data.request);
});
