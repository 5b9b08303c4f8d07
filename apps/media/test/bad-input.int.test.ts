import type { Actor } from '@parley/contracts';
import { type BadInputWorld, describeBadInput, type Place } from '@parley/testkit';

import { type Studio, startStudio } from './studio.ts';

let studio: Studio;
let world: BadInputWorld;
beforeAll(async () => {
  studio = await startStudio();
  const [here, there] = [studio.project(), studio.project()];
  world = {
    send: studio.send,
    db: studio.db,
    owner: here.ada,
    place: placeOf(here.ada, here.linus),
    elsewhere: placeOf(there.ada, there.linus),
  };
});
afterAll(() => studio?.stop());

function placeOf(ada: Actor, linus: Actor): Place {
  const owner: Place['owner'] = async (method, path, body) => {
    return (await studio.send(ada, { method, url: `/v3${path}`, body })).body;
  };
  return {
    projectId: ada.projectId ?? '',
    owner,
    known: { user: linus.id, teammate: linus.teammateId },
    email: linus.email,
  };
}

describeBadInput('media', () => world);
