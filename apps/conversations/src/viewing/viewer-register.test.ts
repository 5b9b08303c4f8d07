import { ViewerRegister, type ViewerReport } from './viewer-register.ts';

const report = (facts: Partial<ViewerReport> = {}): ViewerReport => ({
  ...{ topic: 't', user_id: 'linus', fullname: 'Linus', state: 'viewing', connection: 'c1' },
  ...facts,
});
const at = (ms: number) => new Date(ms).toISOString();

it('holds one entry for each person, with the busiest state of their sockets', () => {
  const register = new ViewerRegister(30_000);
  register.report(report(), 1_000);
  register.report(report({ connection: 'c2', state: 'replying' }), 2_000);
  register.report(report({ connection: 'c3', state: 'noting' }), 3_000);
  register.report(report({ user_id: 'alan', fullname: 'Alan' }), 4_000);

  expect(register.viewersOf('t')).toEqual([
    { user_id: 'alan', fullname: 'Alan', state: 'viewing', since: at(4_000) },
    { user_id: 'linus', fullname: 'Linus', state: 'replying', since: at(2_000) },
  ]);
  register.report(report({ connection: 'c2', state: 'left' }), 5_000);
  expect(register.viewersOf('t')[1]).toMatchObject({ state: 'noting', since: at(3_000) });
  expect(register.viewersOf('other')).toEqual([]);
});

it('says whether a report has changed anything', () => {
  const register = new ViewerRegister(30_000);
  const changedBy = (state: ViewerReport['state'], nowMs: number) => register.report(report({ state }), nowMs);

  expect([
    changedBy('viewing', 1),
    changedBy('viewing', 2),
    changedBy('replying', 3),
    changedBy('left', 4),
    changedBy('left', 5),
  ]).toEqual([true, false, true, true, false]);
});

it('forgets an entry 30 s after its last report', () => {
  const register = new ViewerRegister(30_000);
  register.report(report(), 0);
  register.report(report(), 20_000);
  register.report(report({ user_id: 'alan' }), 21_000);

  expect(register.lapse(49_999)).toEqual([]);
  expect(register.lapse(50_000)).toEqual(['t']);
  expect(register.viewersOf('t')).toMatchObject([{ user_id: 'alan' }]);
  expect(register.lapse(51_000)).toEqual(['t']);
  expect(register.viewersOf('t')).toEqual([]);
});

it('is bounded for each request and in all', () => {
  const register = new ViewerRegister(30_000);
  for (let n = 0; n < 300; n++) register.report(report({ user_id: `u${n}` }), n);
  expect(register.viewersOf('t')).toHaveLength(200);

  for (let n = 0; n < 20_000; n++) register.report(report({ topic: `t${n}` }), n);
  expect(register.viewersOf('t19000')).toHaveLength(1);
  expect(register.viewersOf('t19999')).toHaveLength(0);
  register.lapse(60_000);
  expect(register.report(report(), 60_000)).toBe(true);
});
