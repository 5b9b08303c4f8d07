import { ownZone } from '@parley/sdk/browser';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

it.each([
  ['Europe/Rome', 'Europe/Rome'],
  ['Etc/Unknown', 'UTC'],
  ['Mars/X', 'UTC'],
])('takes the zone %s for %s', (zone, expected) => {
  process.env.TZ = zone;
  expect(ownZone()).toBe(expected);
});
