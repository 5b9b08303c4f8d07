import { classOf, durationOf, jsonPathOf, type LeadRecordView, type SegmentFilter, timeOf } from '@parley/contracts';

/** Whether a segment contains a lead: a reference implementation of contract 30 section 3.3, to compare the SQL with. */
export function isIn(lead: LeadRecordView, match: 'all' | 'any', filters: readonly SegmentFilter[]): boolean {
  if (filters.length === 0) return true;
  const holds = (filter: SegmentFilter) => holdsFor(lead, filter);
  return match === 'any' ? filters.some(holds) : filters.every(holds);
}

function holdsFor(lead: LeadRecordView, { field, operator, value }: SegmentFilter): boolean {
  const kind = classOf(field);
  const stored = storedIn(lead, field);
  const isAbsent = stored === undefined || stored === null || (kind === 'list' && (stored as unknown[]).length === 0);
  switch (operator) {
    case 'is null':
      return isAbsent;
    case 'is not null':
      return !isAbsent;
    case '!=':
      return !holdsFor(lead, { field, operator: '=', value });
    case 'not contains':
      return !holdsFor(lead, { field, operator: 'contains', value });
    case 'not in':
      return !holdsFor(lead, { field, operator: 'in', value });
    case 'in':
      return !isAbsent && (value as unknown[]).some((one) => equals(kind, stored, one));
    case '=':
      return !isAbsent && equals(kind, stored, value);
    case 'contains':
      if (isAbsent) return false;
      if (kind === 'list') return (stored as string[]).includes(value as string);
      return typeof stored === 'string' && stored.toLowerCase().includes((value as string).toLowerCase());
    case 'starts with':
      if (typeof stored !== 'string') return false;
      if (kind === 'identifier') return stored.startsWith(value as string);
      return stored.toLowerCase().startsWith((value as string).toLowerCase());
    default:
      return !isAbsent && compares(kind === 'time' || typeof value !== 'number', operator, stored, value);
  }
}

function compares(asTimes: boolean, operator: string, stored: unknown, value: unknown): boolean {
  const [left, right] = asTimes
    ? [typeof stored === 'string' ? storedTime(stored) : undefined, instantOf(value)]
    : [typeof stored === 'number' ? stored : undefined, value as number];
  if (left === undefined || right === undefined) return false;
  if (operator === '>') return left > right;
  if (operator === '>=') return left >= right;
  return operator === '<' ? left < right : left <= right;
}

/** Of a relative time, as of now. */
function instantOf(value: unknown): number | undefined {
  const ms = durationOf(value);
  return ms === undefined ? timeOf(value)?.getTime() : Date.now() + ms;
}

/** Stored texts count as times in ISO 8601 only, not in `DD/MM/YYYY`. */
function storedTime(stored: string): number | undefined {
  return /^\d{4}-/.test(stored) ? timeOf(stored)?.getTime() : undefined;
}

function equals(kind: string | undefined, stored: unknown, value: unknown): boolean {
  if (kind === 'text') return (stored as string).toLowerCase() === (value as string).toLowerCase();
  if (kind === 'time') return timeOf(stored)?.getTime() === instantOf(value);
  if (kind === 'list') return (stored as unknown[]).includes(value);
  return stored === value || (kind === 'json' && Array.isArray(stored) && stored.includes(value));
}

function storedIn(lead: LeadRecordView, field: string): unknown {
  const path = jsonPathOf(field);
  if (!path) return lead[field];
  return path.keys.reduce<unknown>(
    (below, key) =>
      typeof below === 'object' && below !== null && !Array.isArray(below) && Object.hasOwn(below, key)
        ? (below as Record<string, unknown>)[key]
        : undefined,
    lead[path.column],
  );
}
