import { type BadInputWorld, describeBadInput, type Personas, type Place, personasOf } from '@parley/testkit';

import { ChannelsHarness } from './channels-harness.ts';

const harness = new ChannelsHarness();
let world: BadInputWorld;
beforeAll(async () => {
  const { send, db } = await harness.start();
  const [mine, theirs] = [personasOf(), personasOf()];
  world = { send, db, owner: mine.ada, place: placeOf(mine), elsewhere: placeOf(theirs) };
});
afterAll(() => harness.stop());

function placeOf({ ada, projectId }: Personas): Place {
  return {
    projectId,
    owner: async (method, path, body) => {
      const answer = await harness.service.send(ada, { method, url: `/v3${path}`, body });
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
    known: {},
  };
}

describeBadInput('channels', () => world);
