import { openOf } from './widget.ts';

it.each([
  ['2026-12-07T09:00:00.000Z', '2026-12-07T09:00:00.000Z'],
  ['2026-12-07T09:00:00.001Z', undefined],
])('shows a change at %s as %s, fourteen days ahead at most', (nextChange, shown) => {
  const state = { open: false, nextChangeAt: new Date(nextChange), timezone: 'UTC' };
  const at = new Date('2026-11-23T09:00:00.000Z');
  expect(openOf(state, at)).toEqual({ isopen: false, next_change_at: shown, timezone: 'UTC' });
});
