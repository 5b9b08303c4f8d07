import { departmentErrors } from '@parley/contracts';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import {
  type BadInputWorld,
  describeBadInput,
  fakeService,
  type Personas,
  type Place,
  personasOf,
} from '@parley/testkit';

import { type Bots, startTestBots } from './bots.ts';

const noDepartments = fakeService(DirectoryServiceService, {
  getDepartment() {
    throw departmentErrors.department_not_found();
  },
});

let service: Bots;
let world: BadInputWorld;
beforeAll(async () => {
  service = await startTestBots({ workspace: noDepartments });
  const [mine, theirs] = [personasOf(), personasOf()];
  world = {
    send: service.send,
    db: service.db,
    owner: mine.ada,
    place: await placeOf(mine),
    elsewhere: await placeOf(theirs),
  };
});
afterAll(() => service?.stop());

async function placeOf({ ada, projectId }: Personas): Promise<Place> {
  const { body } = await service.as(ada).createBot({ name: 'Robby', template: 'empty' });
  const bot = body._id;
  return {
    projectId,
    owner: async (method, path, body) => {
      const answer = await service.send(ada, { method, url: `/v3${path}`, body });
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
    known: { bot },
  };
}

describeBadInput('bots', () => world);
