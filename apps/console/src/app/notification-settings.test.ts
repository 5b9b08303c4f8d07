import { defaultNotifications, isQuiet, type NotificationSettings, notificationsOf } from './notification-settings.ts';

it('reads what was saved, and the defaults where nothing was', () => {
  const own: NotificationSettings = {
    assigned: 'both',
    message: 'none',
    mention: 'desktop',
    waiting: 'sound',
    inView: true,
    volume: 0,
    sound: 'bell',
    quiet: { from: '22:00', until: '07:30' },
  };
  expect(notificationsOf({ 'console.notifications': own })).toEqual(own);
  expect(notificationsOf({})).toEqual(defaultNotifications);
});

it.each([
  null,
  'sound',
  [],
  { assigned: 'loud', message: 7, inView: 'yes', volume: 101, sound: 'gong' },
  { volume: Number.NaN, quiet: { from: '9:00', until: '24:00' } },
  { volume: '60', quiet: { from: '09:00', until: '09:00' } },
])('counts %j as the defaults', (kept) => {
  expect(notificationsOf({ 'console.notifications': kept })).toEqual(defaultNotifications);
});

it.each([
  ['22:00', '07:00', '21:59', false],
  ['22:00', '07:00', '22:00', true],
  ['22:00', '07:00', '00:00', true],
  ['22:00', '07:00', '07:00', false],
  ['12:00', '13:00', '11:59', false],
  ['12:00', '13:00', '12:30', true],
  ['12:00', '13:00', '13:00', false],
])('keeps quiet from %s until %s at %s: %s', (from, until, time, expected) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const settings = { ...defaultNotifications, quiet: { from, until } };
  expect(isQuiet(settings, new Date(2026, 10, 23, hours, minutes))).toBe(expected);
});

it('is never quiet without quiet hours', () => {
  expect(isQuiet(defaultNotifications, new Date(2026, 10, 23, 3))).toBe(false);
});
