import type { TeammateView } from '@parley/sdk';

import { withTeammate } from './team-list.ts';

const ada = {
  _id: 'a',
  __v: 3,
  role: 'owner',
  trashed: false,
  id_user: { _id: 'u1', id: 'u1', firstname: 'Ada' },
} as TeammateView;
const linus = { _id: 'b', __v: 1, role: 'agent', trashed: false, number_assigned_requests: 1 } as TeammateView;

it('replaces a teammate by a newer state, and keeps their name where only its id comes', () => {
  const [first] = withTeammate([ada, linus], {
    method: 'UPDATE',
    message: { ...ada, __v: 4, role: 'admin', id_user: 'u1' },
  });
  expect(first).toEqual({ ...ada, __v: 4, role: 'admin' });
});

it('takes a load that changed without a new version, but nothing older', () => {
  const busy = { ...linus, number_assigned_requests: 2 };
  expect(withTeammate([ada, linus], { method: 'UPDATE', message: busy })).toEqual([ada, busy]);
  expect(withTeammate([ada, linus], { method: 'UPDATE', message: { ...ada, __v: 2, role: 'agent' } })).toEqual([
    ada,
    linus,
  ]);
});

it('drops a limit that was removed, and keeps what frames leave out', () => {
  const known = { ...linus, max_served_chat: 4, last_login_at: '2026-01-01' };
  const { number_assigned_requests: _, ...frame } = linus;
  expect(withTeammate([known], { method: 'UPDATE', message: { ...frame, __v: 2 } as TeammateView })).toEqual([
    { ...linus, __v: 2, last_login_at: '2026-01-01' },
  ]);
});

it('adds who joins, and marks who was removed', () => {
  expect(withTeammate([ada], { method: 'CREATE', message: linus })).toEqual([ada, linus]);
  const removed = { _id: 'b', __v: 2 } as TeammateView;
  expect(withTeammate([ada, linus], { method: 'DELETE', message: removed })).toEqual([
    ada,
    { ...linus, __v: 2, trashed: true },
  ]);
  expect(withTeammate([ada], { method: 'DELETE', message: removed })).toEqual([ada]);
});
