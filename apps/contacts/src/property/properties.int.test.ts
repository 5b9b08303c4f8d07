import { personasOf } from '@parley/testkit';

import { type Contacts, startTestContacts } from '../../test/contacts.ts';

let service: Contacts;
beforeAll(async () => {
  service = await startTestContacts();
});
afterAll(() => service.stop());

it('keeps what an admin describes, for agents to read in the order of making', async () => {
  const { projectId, grace, linus } = personasOf();
  const plan = (await service.as(grace).createProperty({ label: ' Plan ', name: 'plan' })).body;
  const born = (await service.as(grace).createProperty({ label: 'Born', name: 'born', type: 'date' })).body;

  expect(plan).toMatchObject({ id_project: projectId, label: 'Plan', name: 'plan', type: 'text', status: 100, __v: 0 });
  expect((await service.as(linus).listProperties()).body).toEqual([plan, born]);
  expect((await service.as(linus).getProperty({ property: born._id })).body).toEqual(born);
});

it('accepts a name once in a project, hidden or not, and names the conflict', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const as = service.as(mine.grace);
  const { _id } = (await as.createProperty({ label: 'Plan', name: 'plan' })).body;
  await as.hideProperty({ property: _id });

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => as.createProperty({ label: 'Tariff', name: 'plan' })),
  );
  expect(answers.map(({ body }) => body)).toEqual(
    answers.map(() => expect.objectContaining({ code: 'property_exists', conflict: _id })),
  );
  expect((await service.as(theirs.grace).createProperty({ label: 'Plan', name: 'plan' })).status).toBe(200);
});

it('changes label and type, never the name, and nothing twice', async () => {
  const { grace } = personasOf();
  const as = service.as(grace);
  const made = (await as.createProperty({ label: 'Plan', name: 'plan' })).body;

  const changed = (await as.updateProperty({ property: made._id, label: 'Tariff', name: 'other' })).body;
  expect(changed).toMatchObject({ label: 'Tariff', name: 'plan', type: 'text', __v: 1 });
  expect((await as.updateProperty({ property: made._id, label: 'Tariff', type: 'text' })).body).toEqual(changed);
});

it('hides a field from the list and nothing else, and forgets it when it is removed', async () => {
  const { grace, linus } = personasOf();
  const as = service.as(grace);
  const { _id: property } = (await as.createProperty({ label: 'Plan', name: 'plan' })).body;
  const lead = (await service.as(linus).createLead({ properties: { plan: 'gold' } })).body;

  expect((await as.hideProperty({ property })).body).toMatchObject({ _id: property, status: 1000 });
  expect((await as.listProperties()).body).toEqual([]);
  expect((await as.getProperty({ property })).body.status).toBe(1000);
  expect((await as.removeProperty({ property })).body._id).toBe(property);
  expect((await as.getProperty({ property })).body.code).toBe('property_not_found');
  expect((await as.createProperty({ label: 'Plan', name: 'plan' })).status).toBe(200);
  expect((await service.as(linus).getLead({ lead: lead._id })).body.properties).toEqual({ plan: 'gold' });
});

it('is read by agents, written by admins, and closed to bots, guests and other projects', async () => {
  const { grace, linus, robby, vera, victor } = personasOf();
  const { _id: property } = (await service.as(grace).createProperty({ label: 'Plan', name: 'plan' })).body;

  const refused = [
    await service.as(linus).createProperty({ label: 'Other', name: 'other' }),
    await service.as(linus).updateProperty({ property, label: 'Other' }),
    await service.as(linus).hideProperty({ property }),
    await service.as(linus).removeProperty({ property }),
    ...(await Promise.all([robby, vera, victor].map((one) => service.as(one).listProperties()))),
    ...(await Promise.all([robby, vera, victor].map((one) => service.as(one).getProperty({ property })))),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'role_too_low']));

  const stranger = service.as(personasOf().ada);
  const unknown = [
    await stranger.getProperty({ property }),
    await stranger.updateProperty({ property, label: 'Other' }),
    await stranger.hideProperty({ property }),
    await stranger.removeProperty({ property }),
  ];
  expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await service.as(linus).getProperty({ property })).body.label).toBe('Plan');
});
