import { Refused } from '../config.ts';

/** @returns ISO, or nothing for what is no time */
export type ReadTime = (value: unknown) => string | undefined;

const parts = ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss', 'SSS'] as const;
type Part = (typeof parts)[number];
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/**
 * Reads times as ISO, or by a format such as `dd.MM.yyyy HH:mm`; those without a zone are of `tz`, an IANA name.
 * @throws Refused when there is no such format or zone
 */
export function timeReader(format: string | undefined, tz = 'UTC'): ReadTime {
  const zone = zoneOf(tz);
  const read = format === undefined ? undefined : formatReader(format);
  return (value) => {
    const text = value === undefined || value === null ? '' : String(value).trim();
    if (text === '') return undefined;
    if (read) return instantOf(read(text), zone);
    if (typeof value === 'string' && withoutZone.test(text))
      return instantOf(Date.parse(`${text.replace(' ', 'T')}Z`), zone);
    return isoOf(typeof value === 'number' ? value : Date.parse(text));
  };
}

const isoOf = (ms: number): string | undefined =>
  Math.abs(ms) <= 8_640_000_000_000_000 ? new Date(ms).toISOString() : undefined;

function zoneOf(tz: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-u-hc-h23', {
      ...{ timeZone: tz, year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
      second: 'numeric',
    });
  } catch {
    throw new Refused(`--tz: there is no zone ${tz}.`);
  }
}

/** @returns how many ms the clocks of a zone are ahead at an instant */
function aheadMs(zone: Intl.DateTimeFormat, at: number): number {
  const found = Object.fromEntries(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** @param local what clocks of the zone show, as if it were UTC */
function instantOf(local: number, zone: Intl.DateTimeFormat): string | undefined {
  if (!Number.isFinite(local)) return undefined;
  // The second step corrects the hours beside a change of the clocks.
  const first = local - aheadMs(zone, local);
  return isoOf(local - aheadMs(zone, first));
}

function formatReader(format: string): (text: string) => number {
  const order: Part[] = [];
  const pattern = format.replace(/yyyy|MM|dd|HH|mm|ss|SSS|[^A-Za-z]/g, (token) => {
    const part = parts.find((one) => one === token);
    if (part === undefined) return token.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');
    order.push(part);
    return `(\\d{${part.length === 2 ? '1,2' : part.length}})`;
  });
  if (
    !['yyyy', 'MM', 'dd'].every((part) => order.includes(part as Part)) ||
    /[A-Za-z]/.test(pattern.replaceAll('\\d', ''))
  )
    throw new Refused('--time-format has yyyy, MM and dd, and may have HH, mm, ss and SSS: dd.MM.yyyy HH:mm');
  const matcher = new RegExp(`^${pattern}$`);
  return (text) => {
    const found = matcher.exec(text);
    if (!found) return Number.NaN;
    const of = (part: Part, otherwise: number) => Number(found[order.indexOf(part) + 1] ?? otherwise);
    const optional = (part: Part) => (order.includes(part) ? of(part, 0) : 0);
    const [year, month, day] = [of('yyyy', 0), of('MM', 1), of('dd', 1)];
    const at = Date.UTC(year, month - 1, day, optional('HH'), optional('mm'), optional('ss'), optional('SSS'));
    // The 31st of February is none.
    const made = new Date(at);
    return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? at : Number.NaN;
  };
}
