import type { HoursSpan } from '@parley/contracts';

import type { Draw } from './drawer.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Hours as they are written down. */
interface WrittenHours {
  /** Of the days of a week, Sunday first. */
  days: HoursSpan[][];
  /** Of those that share a day, the last one applies. */
  holidays: { name: string; from: string; to: string; yearly: boolean; spans: HoursSpan[] }[];
}

/** What the clock of a place shows in each minute of some days: open time is counted by it, to compare with what is computed. */
export class WallClock {
  readonly #from: number;
  readonly #dates: string[] = [];
  /** Place in `#dates`, and minute since midnight. */
  readonly #shown: { date: number; minute: number }[] = [];

  constructor(tzname: string, from: number, to: number) {
    this.#from = from;
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: tzname,
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    });
    for (let time = from; time < to; time += minuteMs) {
      const [date = '', hour = ''] = clock.format(time).split(' ');
      if (this.#dates.at(-1) !== date) this.#dates.push(date);
      const minute = Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3, 5));
      this.#shown.push({ date: this.#dates.length - 1, minute });
    }
  }

  /** Whether the minute that begins at a time is open by these hours. */
  isOpen({ days, holidays }: WrittenHours): (time: number) => boolean {
    const spans = this.#dates.map((date) => {
      const day = holidays.findLast(({ from, to, yearly }) =>
        yearly ? isBetween(from.slice(5), date.slice(5), to.slice(5)) : isBetween(from, date, to),
      );
      return day?.spans ?? days[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? [];
    });
    return (time) => {
      const shown = this.#shown[(time - this.#from) / minuteMs];
      if (!shown) throw new RangeError('The clock was not looked at then.');
      return spans[shown.date]?.some(({ start, end }) => start <= shown.minute && shown.minute < end) ?? false;
    };
  }
}

/** Of a year's days from `from` on, also over the end of the year. */
const isBetween = (from: string, day: string, to: string) =>
  from <= to ? from <= day && day <= to : day >= from || day <= to;

/** Hours by chance, some of the holidays about a time. */
export function randomHours(draw: Draw, around: number): WrittenHours {
  const days = Array.from({ length: 7 }, () => randomSpans(draw));
  const holidays = Array.from({ length: draw(4) }, () => {
    const from = around + (draw(8) - 4) * dayMs;
    const yearly = draw(2) === 0;
    const year = yearly ? draw(3) : 0;
    const shifted = (time: number) => {
      const day = new Date(time).toISOString().slice(0, 10);
      return `${Number(day.slice(0, 4)) - year}${day.slice(4)}`;
    };
    const spans = draw(2) === 0 ? [] : randomSpans(draw);
    return { name: 'Holiday', from: shifted(from), to: shifted(from + draw(3) * dayMs), yearly, spans };
  });
  return { days, holidays };
}

function randomSpans(draw: Draw): HoursSpan[] {
  const times = new Set(Array.from({ length: 2 * draw(4) }, () => draw(1_441)));
  const sorted = [...times].sort((one, other) => one - other);
  return sorted.flatMap((start, place) => {
    const end = sorted[place + 1];
    return place % 2 === 0 && end !== undefined ? [{ start, end }] : [];
  });
}
