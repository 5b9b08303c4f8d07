import { isWindowClosed } from './channel-window.ts';

const now = Date.parse('2026-11-29T10:00:00Z');
const [before, after] = ['2026-11-29T09:59:59Z', '2026-11-29T10:00:01Z'];

it.each([
  [undefined, false],
  [{ templates_only: true }, true],
  [{ templates_only: false }, false],
  [{ templates_only: true, closes_at: after }, false],
  [{ templates_only: true, closes_at: before }, true],
  [{ templates_only: false, closes_at: after }, false],
  [{ templates_only: false, closes_at: before }, true],
])('is closed as the API has it: %j', (window, closed) => {
  expect(isWindowClosed(window, now)).toBe(closed);
});
