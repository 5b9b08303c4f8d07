import { type BadInputWorld, describeBadInput, type Personas, type Place, personasOf } from '@parley/testkit';

import { type Contacts, startTestContacts } from './contacts.ts';

let service: Contacts;
let world: BadInputWorld;
beforeAll(async () => {
  service = await startTestContacts();
  const [mine, theirs] = [personasOf(), personasOf()];
  world = {
    send: service.send,
    db: service.db,
    owner: mine.ada,
    place: placeOf(mine),
    elsewhere: placeOf(theirs),
  };
});
afterAll(() => service?.stop());

function placeOf({ ada, projectId }: Personas): Place {
  return {
    projectId,
    owner: async (method, path, body) => {
      const answer = await service.send(ada, { method, url: `/v3${path}`, body });
      // Erasures run in the background.
      await service.settled();
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
    known: {},
  };
}

describeBadInput('contacts', () => world);
