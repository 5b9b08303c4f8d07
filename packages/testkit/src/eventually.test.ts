import { eventually } from './eventually.ts';

it('asks again until the check neither throws nor answers false, and hands its answer on', async () => {
  const answers = [() => Promise.reject(new Error('not yet')), () => false as const, () => 'done'];
  let asked = 0;
  expect(await eventually(() => answers[asked++]?.(), { everyMs: 1 })).toBe('done');
  expect(asked).toBe(3);
});

it('fails with the last error of the check when the time is over', async () => {
  let asked = 0;
  const never = eventually(() => Promise.reject(new Error(`no ${++asked}`)), { timeoutMs: 20, everyMs: 1 });
  await expect(never).rejects.toThrow(/^no \d+$/);
  await expect(eventually(() => false, { timeoutMs: 1, everyMs: 1 })).rejects.toThrow('did not become true');
});
