import { localMinute, snoozeTimes } from './snooze-times.ts';

const offered = (...at: [number, number, number, number, number?]) =>
  snoozeTimes(new Date(...at)).map(({ key, at: time }) => [key, localMinute(time)]);

describe('times of a snooze', () => {
  it('are later today, the next morning and that of Monday', () => {
    // A Tuesday.
    expect(offered(2026, 2, 3, 10, 10)).toEqual([
      ['later', '2026-03-03T13:30'],
      ['tomorrow', '2026-03-04T09:00'],
      ['week', '2026-03-09T09:00'],
    ]);
  });

  it('are none today when the day is nearly over', () => {
    expect(offered(2026, 2, 3, 20, 59).map(([key]) => key)).toEqual(['later', 'tomorrow', 'week'].slice(1));
  });

  it('have the next Monday a week away on a Monday, and once on a Sunday', () => {
    expect(offered(2026, 2, 2, 8, 0).at(-1)).toEqual(['week', '2026-03-09T09:00']);
    expect(offered(2026, 2, 8, 8, 0).map(([key]) => key)).toEqual(['later', 'tomorrow']);
    expect(offered(2026, 1, 28, 8, 0).at(-1)).toEqual(['week', '2026-03-02T09:00']);
  });
});
