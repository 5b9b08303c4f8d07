import { OperatingHours, readHours, TimeSlots } from './hours.fields.ts';

const rome = { tzname: 'Europe/Rome', 1: [{ start: '09:00', end: '13:00' }] };
const faultOf = (sent: unknown) => OperatingHours.safeParse(sent).error?.issues[0]?.message;

it('keeps a text as sent and writes an object as text', () => {
  const sent = ` ${JSON.stringify(rome)}`;

  expect(OperatingHours.parse(sent)).toBe(sent);
  expect(OperatingHours.parse(rome)).toBe(JSON.stringify(rome));
  expect(OperatingHours.parse('')).toBe('');
});

it('reads both keys of Sunday, in order, and a missing day as closed', () => {
  const text = '{"tzname":"UTC","7":[{"start":"09:00","end":"24:00"}],"0":[{"start":"00:00","end":"08:30"}],"2":null}';

  expect(readHours(text)?.days).toEqual([
    [
      { start: 0, end: 510 },
      { start: 540, end: 1440 },
    ],
    ...Array.from({ length: 6 }, () => []),
  ]);
});

it.each([
  ['nothing', {}],
  ['no zone', { 1: rome[1] }],
  ['an unknown zone', { ...rome, tzname: 'Mars/Base' }],
  ['an offset for a zone', { ...rome, tzname: '+01:00' }],
  ['a zone that is no text', { ...rome, tzname: 7 }],
  ['an hour that is none', { ...rome, 1: [{ start: '09:00', end: '25:00' }] }],
  ['a start at 24:00', { ...rome, 1: [{ start: '24:00', end: '24:00' }] }],
  ['a time without its zero', { ...rome, 1: [{ start: '9:00', end: '13:00' }] }],
  ['an end before its start', { ...rome, 1: [{ start: '13:00', end: '09:00' }] }],
  ['an empty span', { ...rome, 1: [{ start: '09:00', end: '09:00' }] }],
  ['a day that is no list', { ...rome, 1: { start: '09:00', end: '13:00' } }],
  ['a span without end', { ...rome, 1: [{ start: '09:00' }] }],
  ['spans that overlap', { ...rome, 2: ['09:00', '12:59'].map((start) => ({ start, end: '13:00' })) }],
  ['Sundays that overlap', { ...rome, 0: rome[1], 7: rome[1] }],
  [
    'thirteen spans a day',
    { ...rome, 3: Array.from({ length: 13 }, (_, n) => ({ start: `${n + 10}:00`, end: `${n + 10}:30` })) },
  ],
  ['more than 16 kB', { ...rome, note: 'x'.repeat(17_000) }],
])('refuses %s, as an object and as a text', (_, hours) => {
  expect(faultOf(hours)).toEqual(expect.any(String));
  expect(faultOf(JSON.stringify(hours))).toEqual(expect.any(String));
});

it.each(['{', '[]', '7', 'null', '"x"', 'x', `{"tzname":"UTC","x":"\u0000"}`])('refuses the text %j', (text) => {
  expect(faultOf(text)).toEqual(expect.any(String));
});

it('lets spans touch', () => {
  expect(
    faultOf({
      tzname: 'UTC',
      1: [
        { start: '12:00', end: '13:00' },
        { start: '09:00', end: '12:00' },
      ],
    }),
  ).toBeUndefined();
});

it('takes time slots with the same hours, and refuses what is none', () => {
  const slot = { name: 'Sales', active: true, hours: rome };

  expect(TimeSlots.parse({ a1: slot })).toEqual({ a1: { ...slot, hours: JSON.stringify(rome) } });
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`s${n}`, slot]));
  for (const faulty of [[], { '': slot }, { ['x'.repeat(65)]: slot }, { a: { ...slot, hours: '' } }, many]) {
    expect(TimeSlots.safeParse(faulty).success).toBe(false);
  }
  expect(TimeSlots.safeParse({ a: { ...slot, hours: '{}' } }).success).toBe(false);
  expect(TimeSlots.safeParse({ a: { ...slot, active: 'yes' } }).success).toBe(false);
});
