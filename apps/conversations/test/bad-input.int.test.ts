import { type BadInputWorld, describeBadInput, eventually, type Place } from '@parley/testkit';

import { FakeContacts } from './contacts.ts';
import { ConversationsHarness, type ConversationsService } from './harness.ts';
import type { TestProject } from './test-project.ts';

const harness = new ConversationsHarness({ contacts: new FakeContacts().service });
let world: BadInputWorld;
beforeAll(async () => {
  const service = await harness.start();
  const project = await harness.project();
  const strangers = await harness.project();
  world = {
    send: service.send,
    db: service.db,
    settled: async () => {
      await service.settled();
      // Tasks confirm each lead with contacts, again when its details change, and store what they answer.
      await eventually(async () =>
        expect(await service.db.query('select from task where done_at is null and parked_at is null')).toEqual([]),
      );
    },
    owner: project.personas.ada,
    place: await placeOf(service, project),
    elsewhere: await placeOf(service, strangers),
  };
});
afterAll(() => harness.stop());

async function placeOf(service: ConversationsService, project: TestProject): Promise<Place> {
  const { ada } = project.personas;
  const linus = project.addMember({ available: false });
  const [department] = project.departments;
  const bot = await harness.addBot(project);
  await harness.syncReadModels(project);
  const { body: request } = await service.as(ada).createRequest({ first_text: 'Hello' });
  return {
    projectId: project.projectId,
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
