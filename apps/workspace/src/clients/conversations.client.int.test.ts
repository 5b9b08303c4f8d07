import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { eventually } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startTeamHarness } from '../../test/team-harness.ts';

it('returns the active conversations of teammates, or the cached counts without an answer', async () => {
  let pause: PromiseWithResolvers<void> | undefined;
  const conversations = fakeService(ConversationsServiceService, {
    async countActiveByTeammate({ userIds }) {
      await pause?.promise;
      return { held: userIds.filter((id) => id === 'ada').map((idUser) => ({ idUser, held: 3 })) };
    },
  });
  const team = await startTeamHarness({}, { fakes: { conversations } });
  const { activeConversations } = team.context;
  const many = Array.from({ length: 250 }, (_, n) => `user-${n}`);

  // An answer may arrive too late.
  await eventually(async () => {
    expect(Object.fromEntries(await activeConversations.countByTeammate('p', ['ada', 'grace']))).toEqual({
      ada: 3,
      grace: 0,
    });
    expect((await activeConversations.countByTeammate('p', many)).size).toBe(250);
  });
  pause = Promise.withResolvers();
  expect(Object.fromEntries(await activeConversations.countByTeammate('p', ['ada', 'linus']))).toEqual({ ada: 3 });
  expect((await activeConversations.countByTeammate('q', ['ada'])).size).toBe(0);
  pause.resolve();
  await team.stop();
});

it('returns no counts without an address of the service', async () => {
  const team = await startTeamHarness();

  expect((await team.context.activeConversations.countByTeammate('p', ['ada'])).size).toBe(0);
  await team.stop();
});
