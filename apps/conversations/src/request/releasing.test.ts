import { RequestStatus } from '@parley/contracts';
import { facts, outcome, states } from '../../test/states.ts';
import { supportRequest } from '../../test/support-request.ts';
import { releaseBot } from './releasing.ts';

const { temporary, served } = RequestStatus;

it('a trashed bot leaves a human alone, and what has not begun as it was before', () => {
  const both = supportRequest({ ...states.human, participants: ['grace', 'bot_b1'], hasBot: true });
  const { next, events } = releaseBot(both, 'bot_b1', facts());
  expect(next).toMatchObject({ status: served, participants: ['grace'] });
  expect(events[0]?.data).toMatchObject({ member: 'bot_b1', reason: 'bot_removed' });
  const silent = supportRequest({ ...states.bot, preflight: true });
  expect(outcome(() => releaseBot(silent, 'bot_b1', facts()))).toMatchObject({ status: temporary, participants: [] });
});
