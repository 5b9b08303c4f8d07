import { timeReader } from './csv-times.ts';

it.each([
  [undefined, undefined, '2024-03-01T08:00:00+02:00', '2024-03-01T06:00:00.000Z'],
  [undefined, undefined, '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  [undefined, undefined, '2024-03-01 08:00', '2024-03-01T08:00:00.000Z'],
  [undefined, 'Europe/Berlin', '2024-07-01T08:00:00', '2024-07-01T06:00:00.000Z'],
  [undefined, 'Europe/Berlin', '2024-07-01T08:00:00Z', '2024-07-01T08:00:00.000Z'],
  ['dd.MM.yyyy HH:mm', 'Europe/Berlin', '1.2.2024 08:05', '2024-02-01T07:05:00.000Z'],
  ['MM/dd/yyyy HH:mm:ss', 'America/New_York', '07/04/2024 23:59:59', '2024-07-05T03:59:59.000Z'],
  ['yyyyMMdd', 'UTC', '20240229', '2024-02-29T00:00:00.000Z'],
  ['dd.MM.yyyy HH:mm:ss.SSS', undefined, '01.03.2024 00:00:00.250', '2024-03-01T00:00:00.250Z'],
  // An hour after the clocks went forward, and one before they went back.
  ['yyyy-MM-dd HH:mm', 'Europe/Berlin', '2024-03-31 03:30', '2024-03-31T01:30:00.000Z'],
  ['yyyy-MM-dd HH:mm', 'Europe/Berlin', '2024-10-27 01:30', '2024-10-26T23:30:00.000Z'],
])('reads %s of %s: %s', (format, tz, text, expected) => {
  expect(timeReader(format, tz)(text)).toBe(expected);
});

it.each([
  ['dd.MM.yyyy', '31.02.2024'],
  ['dd.MM.yyyy', '2024-03-01'],
  ['dd.MM.yyyy', ''],
  [undefined, 'yesterday'],
])('takes no other text by %s: %s', (format, text) => {
  expect(timeReader(format)(text)).toBeUndefined();
});

it.each([
  ['dd.MM', 'UTC'],
  ['dd.MM.yyyy at HH', 'UTC'],
  ['dd.MM.yyyy', 'Mars/Olympus'],
])('refuses the format %s with the zone %s', (format, tz) => {
  expect(() => timeReader(format, tz)).toThrow(/--time-format|--tz/);
});
