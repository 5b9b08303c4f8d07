import { importStates } from '@parley/contracts';

import { type ImportReport, type ImportRun, runAfter, viewOf } from './import-run.ts';

const at = new Date('2026-12-07T10:00:00.000Z');
const after = (ms: number) => new Date(at.getTime() + ms);

function reported(change: Partial<ImportReport> = {}): ImportReport {
  const kinds = { lead: { done: 10, total: 10, quarantined: 1 }, message: { done: 40, total: 100, quarantined: 2 } };
  return { state: 'loading', source: 'tiledesk', startedBy: 'grace', kind: 'message', rate: 30, kinds, ...change };
}

function viewAt(ms: number, run: ImportRun) {
  const id = 'a'.repeat(24);
  return viewOf({ id, projectId: id, name: 'Shop', run, createdAt: at, reportedAt: at }, after(ms));
}

it('never goes back when a run that was cut off counts again from the beginning', () => {
  const cut = runAfter(undefined, reported(), at);
  const resumed = runAfter(cut, reported({ kinds: { lead: { done: 3, total: 10, quarantined: 0 } } }), after(1));
  expect(resumed.kinds.lead).toEqual({ done: 10, total: 10, quarantined: 1 });
  const further = runAfter(resumed, reported({ kinds: { lead: { done: 10, total: 10, quarantined: 4 } } }), after(2));
  expect(further.kinds.lead).toEqual({ done: 10, total: 10, quarantined: 4 });
});

it.each(['loading', 'verifying', 'activating'])(
  'shows one that is %s as stopped after a minute of silence',
  (state) => {
    const run = runAfter(undefined, reported({ state }), at);
    expect(viewAt(60_000, run).state).toBe(state);
    expect(viewAt(60_001, run)).toMatchObject({ state: 'stopped', rate: 0, finishedAt: at.toISOString() });
  },
);

it.each(['verified', 'failed', 'active', 'stopped'])('has ended when it is %s, however long ago', (state) => {
  const run = runAfter(undefined, reported({ state }), at);
  expect(viewAt(1_000_000_000, run)).toMatchObject({ state, finishedAt: at.toISOString() });
});

it('stays active, whatever is reported of it afterwards', () => {
  const active = runAfter(undefined, reported({ state: 'active' }), at);
  for (const state of importStates) expect(runAfter(active, reported({ state }), after(1))).toEqual(active);
});

it('sums what is left and refused over all kinds', () => {
  expect(viewAt(0, runAfter(undefined, reported(), at))).toMatchObject({
    ...{ kind: 'message', rate: 30, remaining: 60, quarantined: 3 },
  });
});
