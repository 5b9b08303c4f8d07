import { readHours } from '@parley/contracts';
import { Calendar } from '@parley/service-kit/hours';

import { shopHours } from './shop-hours.ts';

const hourMs = 3_600_000;
const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Honolulu'];

it('is open for two hours after it is made, at any hour of the year and in any zone', () => {
  const start = Date.UTC(2026, 11, 20);
  for (const zone of zones)
    for (let at = start; at < start + 366 * 24 * hourMs; at += 13 * hourMs) {
      const { operatingHours, holidays } = shopHours(new Date(at), zone);
      const week = readHours(JSON.stringify(operatingHours));
      if (!week) throw new Error('The hours of the shop cannot be read.');
      const closed = holidays.map(({ yearly = false, ...one }) => ({ ...one, yearly, spans: [] }));
      expect([zone, new Date(at), new Calendar(week, closed).openMs(at, at + 2 * hourMs)]).toEqual([
        zone,
        new Date(at),
        2 * hourMs,
      ]);
    }
});

it('is in the zone of the machine by day, with all of its holidays on other days', () => {
  const { operatingHours, holidays } = shopHours(new Date('2026-11-30T12:00:00Z'), 'Europe/Rome');
  expect(operatingHours).toMatchObject({ tzname: 'Europe/Rome', 0: [{ start: '08:00', end: '22:00' }] });
  expect(holidays.map(({ name }) => name)).toEqual(['Christmas', 'New Year’s Day', 'Stocktaking']);
});
