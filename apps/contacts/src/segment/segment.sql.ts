import {
  classOf,
  durationOf,
  isRelative,
  jsonPathOf,
  type LeadText,
  type SegmentFilter,
  type SegmentOperator,
  timeOf,
} from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';

import type { Segment } from './segment.ts';

/** Columns of `lead l` by field name: the allowlist. */
const columns: Readonly<Record<LeadText | 'lead_id' | 'createdBy' | 'createdAt' | 'updatedAt' | 'tags', string>> = {
  fullname: 'l.fullname',
  email: 'l.email',
  phone: 'l.phone',
  company: 'l.company',
  note: 'l.note',
  streetAddress: 'l.street_address',
  city: 'l.city',
  region: 'l.region',
  zipcode: 'l.zipcode',
  country: 'l.country',
  lead_id: 'l.lead_id',
  createdBy: 'l.created_by',
  createdAt: 'l.created_at',
  updatedAt: 'l.updated_at',
  tags: 'l.tags',
};

/**
 * The condition of a segment on `lead l`. Fields and operators select fixed SQL texts; values and JSON paths are bound, so that no
 * input becomes SQL. Source: contract 30 sections 3.3 and 3.5.
 * @param clock SQL of the moment of evaluation, for relative times
 */
export function segmentSql(
  { match, filters }: Pick<Segment, 'match' | 'filters'>,
  bind: Bind,
  clock = 'now()',
): string {
  if (filters.length === 0) return 'true';
  return `(${filters.map((filter) => conditionSql(filter, bind, clock)).join(match === 'any' ? ' or ' : ' and ')})`;
}

/** For each relative condition, the next instant after `clock` at which it may change for `lead l`; null when there is none. */
export function turnsSql(filters: readonly SegmentFilter[], bind: Bind, clock: string): string[] {
  return filters.filter(isRelative).map(({ field, value }) => {
    const stored = storedTimeSql(field, bind);
    return `next_turn(${stored}, ${bind(durationOf(value))}::float8, ${clock})`;
  });
}

/** Whether an index supports the segment, so that not every lead has to be read. */
export function isIndexed({ match, filters }: Pick<Segment, 'match' | 'filters'>): boolean {
  if (filters.length === 0) return false;
  return match === 'any' ? filters.every(hasIndex) : filters.some(hasIndex);
}

/** Text fields with a trigram index. */
const searchedTexts: readonly string[] = ['fullname', 'email', 'company'];

function hasIndex({ field, operator, value }: SegmentFilter): boolean {
  switch (classOf(field)) {
    case 'text':
      // A trigram needs three characters.
      return (
        searchedTexts.includes(field) &&
        ['=', 'starts with', 'contains'].includes(operator) &&
        /\w{3}/.test(String(value))
      );
    case 'identifier':
      return field === 'lead_id' && ['=', 'in', 'starts with'].includes(operator);
    case 'list':
      return ['=', 'in', 'contains'].includes(operator);
    case 'time':
      return false;
    default:
      return ['=', 'in'].includes(operator);
  }
}

/** Negative operators with the positive ones they negate. */
const opposites: Partial<Record<SegmentOperator, SegmentOperator>> = {
  '!=': '=',
  'not contains': 'contains',
  'not in': 'in',
  'is not null': 'is null',
};

function conditionSql(filter: SegmentFilter, bind: Bind, clock: string): string {
  const opposite = opposites[filter.operator];
  // Absent values make the positive condition null, which counts as false.
  if (opposite) return `(${conditionSql({ ...filter, operator: opposite }, bind, clock)}) is not true`;

  switch (classOf(filter.field)) {
    case 'text':
    case 'identifier':
      return textSql(filter, bind);
    case 'time':
      return timeSql(filter, bind, clock);
    case 'list':
      return listSql(filter, bind);
    default:
      return jsonSql(filter, bind, clock);
  }
}

function columnOf(field: string): string {
  return columns[field as keyof typeof columns];
}

function textSql({ field, operator, value }: SegmentFilter, bind: Bind): string {
  const column = columnOf(field);
  const isText = classOf(field) === 'text';
  // Identifiers compare exactly, other texts ignoring case.
  const folded = (sql: string) => (isText ? `lower(${sql})` : sql);
  switch (operator) {
    case 'is null':
      return `${column} is null`;
    case 'in':
      return `${folded(column)} = any(array(select ${folded('v')} from unnest(${bind(value)}::text[]) v))`;
    case 'starts with':
      return `${folded(column)} like ${folded(`${bind(literal(value))}::text`)} || '%'`;
    case 'contains':
      return `${folded(column)} like '%' || ${folded(`${bind(literal(value))}::text`)} || '%'`;
    default:
      return `${folded(column)} = ${folded(`${bind(value)}::text`)}`;
  }
}

function timeSql({ field, operator, value }: SegmentFilter, bind: Bind, clock: string): string {
  const column = columnOf(field);
  if (operator === 'is null') return `${column} is null`;
  return `${column} ${comparison(operator)} ${instantSql(value, bind, clock)}`;
}

function storedTimeSql(field: string, bind: Bind): string {
  const path = jsonPathOf(field);
  if (!path) return columnOf(field);
  const keys = `${bind(path.keys)}::text[]`;
  return stringSql(`(l.${path.column} #> ${keys})`, `iso_time(l.${path.column} #>> ${keys})`);
}

function instantSql(value: unknown, bind: Bind, clock: string): string {
  const ms = durationOf(value);
  return ms === undefined
    ? `${bind(timeOf(value))}::timestamptz`
    : `(${clock} + ${bind(ms)}::float8 * interval '1 ms')`;
}

function listSql({ field, operator, value }: SegmentFilter, bind: Bind): string {
  const column = columnOf(field);
  if (operator === 'is null') return `${column} = '{}'`;
  return operator === 'in' ? `${column} && ${bind(value)}::text[]` : `${column} @> array[${bind(value)}::text]`;
}

function jsonSql({ field, operator, value }: SegmentFilter, bind: Bind, clock: string): string {
  const { column, keys } = jsonPathOf(field) ?? { column: 'attributes', keys: [] };
  if (operator === '=') return `l.${column} @@ ${bind(equalPath(keys, [value]))}::jsonpath`;
  if (operator === 'in') return `l.${column} @@ ${bind(equalPath(keys, value as unknown[]))}::jsonpath`;

  const path = `${bind(keys)}::text[]`;
  const found = `(l.${column} #> ${path})`;
  const text = `(l.${column} #>> ${path})`;
  switch (operator) {
    case 'is null':
      return `coalesce(jsonb_typeof${found}, 'null') = 'null'`;
    case 'starts with':
      return stringSql(found, `lower(${text}) like lower(${bind(literal(value))}::text) || '%'`);
    case 'contains':
      return stringSql(found, `lower(${text}) like '%' || lower(${bind(literal(value))}::text) || '%'`);
    default: {
      if (typeof value !== 'number')
        return stringSql(found, `iso_time(${text}) ${comparison(operator)} ${instantSql(value, bind, clock)}`);
      return `case when jsonb_typeof${found} = 'number' then ${text}::numeric ${comparison(operator)} ${bind(value)}::numeric end`;
    }
  }
}

/**
 * A JSON path that matches one of the values, alone or in an array: one condition, which the index can combine with others.
 * `strict`, since lax mode unwraps arrays along the path.
 */
function equalPath(keys: readonly string[], values: readonly unknown[]): string {
  const place = `$.${keys.map((key) => JSON.stringify(key)).join('.')}`;
  const equal = values.map((value) => `@ == ${JSON.stringify(value)}`).join(' || ');
  return `strict exists(${place} ? (${equal})) || exists(${place}[*] ? (${equal}))`;
}

/** `case`, since PostgreSQL may otherwise cast a value before checking its type. */
function stringSql(found: string, condition: string): string {
  return `case when jsonb_typeof${found} = 'string' then ${condition} end`;
}

function comparison(operator: SegmentOperator): string {
  if (operator === '>' || operator === '>=' || operator === '<' || operator === '<=') return operator;
  return '=';
}

/** Escapes the wildcards of `like`. */
function literal(value: unknown): string {
  return String(value).replace(/[\\%_]/g, '\\$&');
}
