import { Freshness } from './freshness.ts';

it.each([0, 5_000, 3_600_000])(
  'lags by as much as has passed since the figures were complete: %i ms',
  async (agoMs) => {
    const asOf = new Date(Date.now() - agoMs);
    const { 'parley-as-of': said, 'parley-lag-ms': lag } = await new Freshness(async () => asOf).headers('visitors');
    expect(said).toBe(asOf.toISOString());
    expect(Number(lag)).toBeGreaterThanOrEqual(agoMs);
    expect(Number(lag)).toBeLessThanOrEqual(Date.now() - asOf.getTime());
  },
);

it('never lags by less than nothing, and is refused while it is unknown what is complete', async () => {
  const early = new Freshness(async () => new Date(Date.now() + 60_000));
  expect(await early.headers('conversations')).toMatchObject({ 'parley-lag-ms': '0' });
  await expect(new Freshness(async () => undefined).headers('activities')).rejects.toMatchObject({
    code: 'figures_not_ready',
  });
});
