import { at, facts, message, states } from '../../test/states.ts';
import { supportRequest } from '../../test/support-request.ts';
import type { NewMessage } from '../request-state/message.ts';
import { receive } from './receive.ts';

describe('times', () => {
  const said = (side: NewMessage['side'], audience: NewMessage['audience'] = 'all') =>
    receive(states.human, [{ message: message({ side, audience }) }], facts()).next;

  it('a human who answers ends the wait, a bot or the requester does not', () => {
    const waited = at.getTime() - states.human.createdAt.getTime();
    expect(said('human')).toMatchObject({ waitingTime: waited, firstResponseAt: at });
    expect(said('bot')).toMatchObject({ waitingTime: null, firstResponseAt: at });
    expect(said('requester')).toMatchObject({ waitingTime: null, firstResponseAt: null });
    expect(said('human', 'private')).toMatchObject({ waitingTime: null, firstResponseAt: null });
  });

  it('are set once', () => {
    const answered = supportRequest({ ...states.human, waitingTime: 5, firstResponseAt: new Date(5) });
    const { next, events } = receive(answered, [{ message: message({ side: 'human' }) }], facts());
    expect(next).toMatchObject({ waitingTime: 5, firstResponseAt: new Date(5) });
    expect(events).toEqual([]);
  });
});

it('lets a pending request be worked on again when the requester writes', () => {
  const pending = supportRequest({ ...states.human, workingStatus: 'pending' });
  expect(receive(pending, [{ message: message() }], facts()).next.workingStatus).toBe('open');
});
