import { z } from 'zod';

import { oneOf, text } from '../fields.ts';
import { leadTexts } from './fields.ts';

/** What kind of values a field of a lead has: which operators it takes. Source: contract 30 section 3.2. */
export type FieldClass = 'text' | 'identifier' | 'time' | 'list' | 'json';

const identifiers: readonly string[] = ['lead_id', 'createdBy'];
const times: readonly string[] = ['createdAt', 'updatedAt'];
const jsonPath = /^(attributes|properties)((?:\.[^.\p{Cc}]{1,100}){1,5})$/u;

/** The class of a field, or nothing when segments cannot ask for it. */
export function classOf(field: string): FieldClass | undefined {
  if ((leadTexts as readonly string[]).includes(field)) return 'text';
  if (identifiers.includes(field)) return 'identifier';
  if (times.includes(field)) return 'time';
  if (field === 'tags') return 'list';
  return jsonPath.test(field) ? 'json' : undefined;
}

/** `attributes.a.b`: the column and the keys below it. */
export function jsonPathOf(field: string): { column: 'attributes' | 'properties'; keys: string[] } | undefined {
  const [, column, keys = ''] = jsonPath.exec(field) ?? [];
  if (column !== 'attributes' && column !== 'properties') return undefined;
  return { column, keys: keys.slice(1).split('.') };
}

/** Operators by the classes they are offered for. Source: contract 30 section 3.3. */
export const segmentOperators = {
  '=': ['text', 'identifier', 'time', 'list', 'json'],
  '!=': ['text', 'identifier', 'time', 'list', 'json'],
  '>': ['time', 'json'],
  '>=': ['time', 'json'],
  '<': ['time', 'json'],
  '<=': ['time', 'json'],
  'starts with': ['text', 'identifier', 'json'],
  contains: ['text', 'json', 'list'],
  'not contains': ['text', 'json', 'list'],
  in: ['text', 'identifier', 'list', 'json'],
  'not in': ['text', 'identifier', 'list', 'json'],
  'is null': ['text', 'identifier', 'time', 'list', 'json'],
  'is not null': ['text', 'identifier', 'time', 'list', 'json'],
} as const satisfies Record<string, readonly FieldClass[]>;
export type SegmentOperator = keyof typeof segmentOperators;

const slashDate = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** A time as segments write it: ISO 8601 with zone, a bare date (UTC), `DD/MM/YYYY`, or milliseconds since 1970. */
export function timeOf(value: unknown): Date | undefined {
  if (typeof value === 'number') return validTime(new Date(value));
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  const [, day, month, year] = slashDate.exec(trimmed) ?? [];
  const iso = day ? `${year}-${month}-${day}` : trimmed;
  if (isoDate.test(iso)) return dayOf(iso);
  return isoTime.test(iso) && dayOf(iso.slice(0, 10)) ? validTime(new Date(iso)) : undefined;
}

/** A day that the calendar has: the parser of JavaScript takes 30 February for 2 March. */
function dayOf(iso: string): Date | undefined {
  const day = validTime(new Date(`${iso}T00:00:00Z`));
  return day?.toISOString().slice(0, 10) === iso ? day : undefined;
}

const duration =
  /^([+-]?)P(?=\d|T\d)(?:(\d{1,7})W)?(?:(\d{1,7})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,11})S)?)?$/;
const secondsOf = [7 * 86_400, 86_400, 3_600, 60, 1];
const maxDurationMs = 36_525 * 86_400_000;

/**
 * A time that is counted from the moment of evaluation, in milliseconds: `-P7D` is a week ago, `PT30M` in half an hour. Weeks, days,
 * hours, minutes and seconds, at most 100 years; months and years have no fixed length.
 */
export function durationOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, sign, ...parts] = duration.exec(value.trim()) ?? [];
  if (parts.length === 0) return undefined;
  const seconds = parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (secondsOf[index] ?? 0), 0);
  const ms = (sign === '-' ? -1_000 : 1_000) * seconds;
  return Math.abs(ms) <= maxDurationMs ? ms : undefined;
}

function isTime(value: unknown): boolean {
  return timeOf(value) !== undefined || durationOf(value) !== undefined;
}

/** Whether a condition depends on the moment of evaluation. */
export function isRelative({ field, operator, value }: SegmentFilter): boolean {
  const kind = classOf(field);
  const isCompared = kind === 'time' || (kind === 'json' && ['>', '>=', '<', '<='].includes(operator));
  return isCompared && durationOf(value) !== undefined;
}

function validTime(at: Date): Date | undefined {
  // Four digits of the year: what every side of the system writes the same way.
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? at : undefined;
}

/** One condition of a segment, checked: the operator is offered for the field's class and the value is of its kind. */
export interface SegmentFilter {
  field: string;
  operator: SegmentOperator;
  /** Absent for `is null` and `is not null`. */
  value?: unknown;
}

/** Classes of fields that conditions of other records have besides. Source: contract 25 section 2. */
type AnyClass = FieldClass | 'number' | 'boolean';

/** What conditions may ask for. */
export interface FilterLanguage<Operator extends string> {
  classOf(field: string): AnyClass | undefined;
  operators: Readonly<Record<Operator, readonly AnyClass[]>>;
  unknownField: string;
}

/** A condition in a body, checked against the fields and operators that there are. */
export function filterOf<Operator extends string>({ classOf, operators, unknownField }: FilterLanguage<Operator>) {
  return z
    .object({ field: z.unknown().optional(), operator: z.unknown().optional(), value: z.unknown().optional() })
    .transform((sent, context): { field: string; operator: Operator; value?: unknown } => {
      const fault = (path: 'field' | 'operator' | 'value', message: string) => {
        context.addIssue({ code: 'custom', path: [path], message });
        return z.NEVER;
      };
      const { field, value } = sent;
      const kind = typeof field === 'string' ? classOf(field) : undefined;
      if (typeof field !== 'string' || kind === undefined) return fault('field', unknownField);

      const operator = operatorOf(operators, sent.operator);
      if (operator === undefined) return fault('operator', `Must be one of ${Object.keys(operators).join(', ')}`);
      if (!operators[operator].includes(kind)) return fault('operator', `Is not offered for a field of class ${kind}`);
      if (operator === 'is null' || operator === 'is not null') return { field, operator };

      const wrong = wrongValue(operator, kind, value);
      return wrong ? fault('value', wrong) : { field, operator, value };
    });
}

const unknownLeadField = `Must be a text (${leadTexts.join(', ')}), an identifier (${identifiers.join(', ')}), a time (${times.join(', ')}), tags, or a path of 1 to 5 keys below attributes or properties`;

function operatorOf<Operator extends string>(
  operators: Readonly<Record<Operator, unknown>>,
  word: unknown,
): Operator | undefined {
  if (typeof word !== 'string') return undefined;
  const spoken = word.trim().toLowerCase();
  return Object.hasOwn(operators, spoken) ? (spoken as Operator) : undefined;
}

/** What is wrong with the value of a condition, if anything is. */
function wrongValue(operator: string, kind: AnyClass, value: unknown): string | undefined {
  switch (operator) {
    case 'in':
    case 'not in': {
      if (!Array.isArray(value) || value.length < 1 || value.length > 100) return 'Must be a list of 1 to 100 values';
      return value.map((one) => wrongEqual(kind, one)).find((fault) => fault !== undefined);
    }
    case '=':
    case '!=':
      return wrongEqual(kind, value);
    case '>':
    case '>=':
    case '<':
    case '<=':
      if (kind === 'number') return wrongEqual(kind, value);
      if (kind === 'json' && typeof value === 'number') return undefined;
      return isTime(value) ? undefined : kind === 'json' ? 'Must be a number, a time or a duration' : wrongTime;
    default:
      return Phrase.safeParse(value).error?.issues[0]?.message;
  }
}

const wrongTime = 'Must be a time, or a duration from now such as -P7D';
const Phrase = text(500, 1);
const Scalar = z.union([text(10_000), z.number(), z.boolean()], 'Must be a text, a number or true or false');

function wrongEqual(kind: AnyClass, value: unknown): string | undefined {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? undefined : 'Must be a number';
  if (kind === 'boolean') return typeof value === 'boolean' ? undefined : 'Must be true or false';
  if (kind === 'time') return isTime(value) ? undefined : wrongTime;
  const schema = kind === 'json' ? Scalar : text(10_000);
  return schema.safeParse(value).error?.issues[0]?.message;
}

const LeadFilter = filterOf({ classOf, operators: segmentOperators, unknownField: unknownLeadField });
export const SegmentFilters = z.array(LeadFilter).max(20, 'At most 20 filters');

export const SegmentMatch = z
  .string()
  .toLowerCase()
  .pipe(oneOf(['all', 'any']));
export type SegmentMatch = z.output<typeof SegmentMatch>;
