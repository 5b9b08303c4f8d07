import { type BadInputWorld, describeBadInput, type Personas, type Place, personasOf } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from './analytics-harness.ts';

let service: Analytics;
let world: BadInputWorld;
beforeAll(async () => {
  service = await startTestAnalytics(undefined, { env: { RATE_LIMIT_FACTOR: '1000' } });
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
      if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
      return answer.body;
    },
    known: {},
  };
}

describeBadInput('analytics', () => world);
