import { Calendar } from '@parley/service-kit/hours';

const [opens, closes] = [8, 22];
const hour = (at: number) => `${String(at).padStart(2, '0')}:00`;
const days = Array.from({ length: 7 }, () => [{ start: opens * 60, end: closes * 60 }]);

/** Where the shop may be if it is night at the machine: in one of them it is day. */
const otherZones = ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Sydney'];

/** A new shop stays open for so long. */
const firstLookMs = 2 * 3_600_000;

const holidays = [
  { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true },
  { name: 'New Year’s Day', from: '2027-01-01', to: '2027-01-01', yearly: true },
  { name: 'Stocktaking', from: '2027-01-04', to: '2027-01-04', spans: [{ start: '14:00', end: '18:00' }] },
];

interface ShopHours {
  operatingHours: { tzname: string };
  holidays: typeof holidays;
}

/**
 * Operating hours and holidays of a shop that is made now. It is open every day, in the zone of the machine; where night is near, in a zone
 * where it is day, and without a holiday of this day: the first look at the demo finds it open, at any time.
 */
export function shopHours(now: Date, own = Intl.DateTimeFormat().resolvedOptions().timeZone): ShopHours {
  const tzname = [own, ...otherZones].find((zone) => isOpenFor(firstLookMs, zone, now)) ?? own;
  const span = [{ start: hour(opens), end: hour(closes) }];
  return {
    operatingHours: { tzname, ...Object.fromEntries(days.map((_, day) => [day, span])) },
    holidays: holidays.filter(({ name, from, to, yearly = false }) => {
      const calendar = new Calendar({ tzname, days }, [{ name, from, to, yearly, spans: [] }]);
      return calendar.holidayAt(now.getTime()) === undefined;
    }),
  };
}

function isOpenFor(ms: number, tzname: string, now: Date): boolean {
  return new Calendar({ tzname, days }).openMs(now.getTime(), now.getTime() + ms) === ms;
}
