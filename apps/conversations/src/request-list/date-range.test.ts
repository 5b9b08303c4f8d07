import { ListRequestsQuery } from '@parley/contracts';

import { dateRange, instantOf } from './date-range.ts';

const rangeOf = (sent: Record<string, string>) => {
  const { from, before } = dateRange(ListRequestsQuery.parse(sent));
  return [from?.toISOString(), before?.toISOString()];
};

it.each<[Record<string, string>, (string | undefined)[]]>([
  [{}, [undefined, undefined]],
  [{ start_date: '01/03/2026' }, ['2026-03-01T00:00:00.000Z', undefined]],
  [{ end_date: '01/03/2026' }, [undefined, '2026-03-02T00:00:00.000Z']],
  [{ end_date: '31/12/2026' }, [undefined, '2027-01-01T00:00:00.000Z']],
  [{ end_date: '01/03/2026 23:59' }, [undefined, '2026-03-02T00:00:00.000Z']],
  [{ end_date_time: '2026/03/01 10:00:05' }, [undefined, '2026-03-01T10:00:06.000Z']],
  [{ start_date_time: '2026/03/01 10:00', timezone: 'Europe/Rome' }, ['2026-03-01T09:00:00.000Z', undefined]],
  [{ end_date: '01/03/2026', timezone: 'America/New_York' }, [undefined, '2026-03-02T05:00:00.000Z']],
  // The day on which the clocks go forward has 23 hours.
  [
    { start_date: '29/03/2026', end_date: '29/03/2026', timezone: 'Europe/Rome' },
    ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ],
])('%j', (sent, range) => {
  expect(rangeOf(sent)).toEqual(range);
});

it('reads an hour that comes twice as its first time, and one that is skipped as the hour after it', () => {
  const at = (month: number, day: number) => ({ year: 2026, month, day, time: { hour: 2, minute: 30 } });
  expect(instantOf(at(10, 25), 'Europe/Rome').toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(instantOf(at(3, 29), 'Europe/Rome').toISOString()).toBe('2026-03-29T01:30:00.000Z');
});
