import type { Actor } from '@parley/contracts';
import { type BadInputWorld, describeBadInput, type Place } from '@parley/testkit';

import { type MediaHarness, startMediaHarness } from './media-harness.ts';

let harness: MediaHarness;
let world: BadInputWorld;
beforeAll(async () => {
  harness = await startMediaHarness();
  // An export that runs would change tables meanwhile.
  await harness.db.query(`
    create function tomorrow() returns trigger language plpgsql as $$
      begin new.due_at := now() + interval '1 day'; return new; end $$;
    create trigger tomorrow before insert on exports for each row execute function tomorrow()`);
  const [here, there] = [harness.project(), harness.project()];
  world = {
    send: harness.send,
    db: harness.db,
    owner: here.ada,
    place: placeOf(here.ada, here.linus),
    elsewhere: placeOf(there.ada, there.linus),
  };
});
afterAll(() => harness?.stop());

function placeOf(ada: Actor, linus: Actor): Place {
  const owner: Place['owner'] = async (method, path, body) => {
    return (await harness.send(ada, { method, url: `/v3${path}`, body })).body;
  };
  return {
    projectId: ada.projectId ?? '',
    owner,
    known: { user: linus.id, teammate: linus.teammateId },
    email: linus.email,
  };
}

describeBadInput('media', () => world);
