import { type BadInputWorld, describeBadInput, type Place } from '@parley/testkit';

import { FakeContacts } from './contacts.ts';
import { type ConversationsService, Desk } from './desk.ts';
import type { Office } from './office.ts';

const desk = new Desk({ contacts: new FakeContacts().service });
let world: BadInputWorld;
beforeAll(async () => {
  const service = await desk.start();
  const office = await desk.office();
  const strangers = await desk.office();
  world = {
    send: service.send,
    db: service.db,
    owner: office.personas.ada,
    place: await placeOf(service, office),
    elsewhere: await placeOf(service, strangers),
  };
});
afterAll(() => desk.stop());

async function placeOf(service: ConversationsService, office: Office): Promise<Place> {
  const { ada } = office.personas;
  const linus = office.hire({ available: false });
  const [department] = office.departments;
  const bot = await desk.bot(office);
  await desk.copy(office);
  const { body: request } = await service.as(ada).createRequest({ first_text: 'Hello' });
  return {
    projectId: office.projectId,
    owner: async (method, path, body) => {
      const answer = await service.send(ada, { method, url: `/v3${path}`, body });
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
    known: {
      user: linus.id,
      teammate: linus.teammateId,
      department: department?._id,
      bot,
      lead: request.requester_id,
    },
  };
}

describeBadInput('conversations', () => world);
