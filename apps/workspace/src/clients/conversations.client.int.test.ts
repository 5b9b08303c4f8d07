import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { eventually } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startTeam } from '../../test/team.ts';

it('tells how many conversations teammates hold, and the last answer when there is none', async () => {
  let pause: PromiseWithResolvers<void> | undefined;
  const conversations = fakeService(ConversationsServiceService, {
    async countActiveByTeammate({ userIds }) {
      await pause?.promise;
      return { held: userIds.filter((id) => id === 'ada').map((idUser) => ({ idUser, held: 3 })) };
    },
  });
  const team = await startTeam({}, { fakes: { conversations } });
  const { workload } = team.context;
  const many = Array.from({ length: 250 }, (_, n) => `user-${n}`);

  // An answer may come too late.
  await eventually(async () => {
    expect(Object.fromEntries(await workload.heldBy('p', ['ada', 'grace']))).toEqual({ ada: 3, grace: 0 });
    expect((await workload.heldBy('p', many)).size).toBe(250);
  });
  pause = Promise.withResolvers();
  expect(Object.fromEntries(await workload.heldBy('p', ['ada', 'linus']))).toEqual({ ada: 3 });
  expect((await workload.heldBy('q', ['ada'])).size).toBe(0);
  pause.resolve();
  await team.stop();
});

it('knows nothing of a service that it has no address of', async () => {
  const team = await startTeam();

  expect((await team.context.workload.heldBy('p', ['ada'])).size).toBe(0);
  await team.stop();
});
