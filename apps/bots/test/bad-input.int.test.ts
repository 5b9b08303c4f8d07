import { departmentErrors, requestErrors } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { newId } from '@parley/service-kit/call';
import { type BadInputWorld, describeBadInput, type Personas, type Place, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Bots, startTestBots } from './bots.ts';

const noDepartments = fakeService(DirectoryServiceService, {
  getDepartment() {
    throw departmentErrors.department_not_found();
  },
});

/** The request of each project. */
const requests = new Map<string, string>();
const conversations = fakeService(ConversationsServiceService, {
  getRequestFor({ idProject, requestId }) {
    if (requests.get(idProject) !== requestId) throw requestErrors.request_not_found();
    return { id: newId(), requestId, status: 200, lastSeq: 0, recordJson: '{"participants":[]}' };
  },
});

let service: Bots;
let world: BadInputWorld;
beforeAll(async () => {
  service = await startTestBots({ workspace: noDepartments, conversations });
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
  const requestId = `support-group-${projectId}`;
  requests.set(projectId, requestId);
  return {
    projectId,
    owner: async (method, path, body) => {
      // Requests are made elsewhere.
      if (path === `/${projectId}/requests`) return { request_id: requestId };
      const answer = await service.send(ada, { method, url: `/v3${path}`, body });
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
    known: { bot },
  };
}

describeBadInput('bots', () => world);
