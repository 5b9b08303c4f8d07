import { isBusy, limitOf } from './busy.ts';

const project = (on: boolean, limit?: number) => ({ chat_limit_on: on, max_agent_assigned_chat: limit });

it.each([
  [2, 5, 2, 2],
  [5, 2, 5, 5],
  [-1, 3, 3, undefined],
  [0, 5, 0, 0],
  [null, 0, 0, undefined],
  [null, undefined, undefined, undefined],
])('takes the limit of a teammate (%s) before that of the project (%s)', (own, ofProject, whenOn, whenOff) => {
  expect(limitOf(own, project(true, ofProject))).toBe(whenOn);
  expect(limitOf(own, project(false, ofProject))).toBe(whenOff);
});

it.each([
  [2, 1, false],
  [2, 2, true],
  [2, 3, true],
  [0, 0, true],
  [0, undefined, false],
  [null, 1000, false],
])('calls a teammate with the limit %s who holds %s busy: %s', (own, held, expected) => {
  expect(isBusy(own, project(false), held)).toBe(expected);
});
