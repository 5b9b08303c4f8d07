import type { Actor } from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { type BadInputWorld, describeBadInput, idAt, type Place } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startTeamHarness, type TeamHarness } from './team-harness.ts';

let team: TeamHarness;
let world: BadInputWorld;
beforeAll(async () => {
  // There is no bot in any project.
  const bots = fakeService(BotsServiceService, { getBots: () => ({ bots: [] }) });
  team = await startTeamHarness({}, { fakes: { bots } });
  const ada = await inSession((await team.project()).ada);
  const strangersAda = await inSession((await team.project()).ada);
  world = {
    send: team.send,
    settled: () => team.settled(),
    db: team.db,
    owner: ada,
    place: await placeOf(ada),
    elsewhere: await placeOf(strangersAda),
  };
});
afterAll(() => team?.stop());

/** In a session that has just begun, as people have one in a browser. */
async function inSession(actor: Actor): Promise<Actor> {
  const { session } = await team.context.db.transaction(() => team.context.sessions.open(actor.id));
  return { ...actor, jti: session.jti };
}

async function placeOf(ada: Actor): Promise<Place> {
  const linus = await team.join(ada, 'Linus');
  const { body: departments } = await team.as(ada).listDepartments();
  const owner: Place['owner'] = async (method, path, body) => {
    const answer = await team.send(ada, { method, url: `/v3${path}`, body });
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.code}`);
    return answer.body;
  };
  const group = idAt(await owner('post', `/${ada.projectId}/groups`, { name: 'Night shift' }), '_id');
  const role = idAt(await owner('post', `/${ada.projectId}/roles`, { name: 'Supervisor', base: 'agent' }), '_id');
  return {
    projectId: ada.projectId ?? '',
    owner,
    known: { user: linus.id, teammate: linus.teammateId, department: departments[0]?._id, group, role, bot: newId() },
    email: linus.email,
  };
}

describeBadInput('workspace', () => world);
