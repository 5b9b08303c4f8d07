import { ParleyError } from '@parley/sdk';

import { BulkRun, itemsPerCall } from './bulk-run.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));
const done = (request_id: string) => ({ request_id, status: 200 });

describe('BulkRun', () => {
  it('does all in calls, and names each refusal', async () => {
    const calls: number[] = [];
    const run = new BulkRun(items(200), async (ids) => {
      calls.push(ids.length);
      return ids.map((id) =>
        Number(id.slice(1)) % 10 < 3 ? { request_id: id, status: 403, code: 'not_a_participant' } : done(id),
      );
    });
    const { done: count, refused, left } = await run.run();

    expect(calls).toEqual(Array(200 / itemsPerCall).fill(itemsPerCall));
    expect([count, refused.length, left.length]).toEqual([140, 60, 0]);
    expect(refused[0]).toEqual({ item: { id: 'r0', name: 'Row 0' }, code: 'not_a_participant' });
  });

  it('tells exactly what was done when it is stopped, and repeats the rest', async () => {
    const seen: string[] = [];
    const run = new BulkRun(items(120), async (ids) => {
      seen.push(...ids);
      if (seen.length === itemsPerCall) run.stop();
      return ids.map(done);
    });
    expect(await run.run()).toMatchObject({ done: 50, unanswered: 0, phase: 'ended' });
    expect(run.state().left.map(({ id }) => id)).toEqual(
      items(120)
        .slice(50)
        .map(({ id }) => id),
    );

    await run.retry();

    expect(run.state()).toMatchObject({ done: 120, refused: [], left: [] });
    expect(seen).toEqual(items(120).map(({ id }) => id));
  });

  it('goes on with what the API had no time for, but not for ever', async () => {
    let calls = 0;
    const slow = new BulkRun(items(3), async (ids) => {
      calls += 1;
      return ids.map((id, index) => (index === 0 ? done(id) : { request_id: id, status: 503, code: 'not_attempted' }));
    });
    expect(await slow.run()).toMatchObject({ done: 3, left: [] });
    expect(calls).toBe(3);

    const stuck = new BulkRun(items(2), async (ids) =>
      ids.map((request_id) => ({ request_id, status: 503, code: 'not_attempted' })),
    );
    expect(await stuck.run()).toMatchObject({ done: 0, phase: 'ended' });
    expect(stuck.state().left).toHaveLength(2);
  });

  it('counts nothing as done that got no answer, and says why', async () => {
    const offline = new Error('offline');
    const run = new BulkRun(items(60), async (ids) => {
      if (ids.length < itemsPerCall && !isBack) throw offline;
      return ids.map(done);
    });
    let isBack = false;

    expect(await run.run()).toMatchObject({ done: 50, refused: [], unanswered: 10, error: offline, phase: 'ended' });
    expect(run.state().left).toHaveLength(10);
    isBack = true;
    expect(await run.retry()).toMatchObject({ done: 60, unanswered: 0, error: undefined });
  });

  it('has begun nothing of a call that was refused as a whole', async () => {
    const refusal = { code: 'rate_limited', status: 429, msg: 'Too many calls.', requestId: '1' };
    const limited = new ParleyError('bulkRequests', 1, { ...refusal, retryAfter: 4, problem: {} });
    const run = new BulkRun(items(2), () => Promise.reject(limited));

    expect(await run.run()).toMatchObject({ done: 0, refused: [], unanswered: 0, error: limited, phase: 'ended' });
    expect(run.state().left).toHaveLength(2);
  });
});
