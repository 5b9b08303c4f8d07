import type { SegmentView } from '@parley/sdk';

/** A condition as stored: field, operator, value. */
export type Filter = SegmentView['filters'][number];

/** What kind of values a field has: which operators it takes. Source: contract 30 section 3.2, contract 25 section 2. */
type FieldClass = 'text' | 'identifier' | 'time' | 'list' | 'json' | 'number' | 'boolean';

/** Fields of a contact with a name of their own; those of `attributes` and `properties` are reached by a path. */
export const plainFields = {
  fullname: 'text',
  email: 'text',
  phone: 'text',
  company: 'text',
  streetAddress: 'text',
  zipcode: 'text',
  city: 'text',
  region: 'text',
  country: 'text',
  note: 'text',
  tags: 'list',
  lead_id: 'identifier',
  createdBy: 'identifier',
  createdAt: 'time',
  updatedAt: 'time',
} as const satisfies Record<string, FieldClass>;
export type PlainField = keyof typeof plainFields;

/** Fields of a conversation; `lead.` with a field of a contact is one, too. */
const requestFields: Record<string, FieldClass> = {
  ...{ subject: 'text', first_text: 'text', language: 'text', sourcePage: 'text', rating_message: 'text' },
  ...{ department: 'identifier', channel: 'identifier', priority: 'identifier', status: 'identifier' },
  ...{ workingStatus: 'identifier', requester: 'identifier', lead: 'identifier', createdBy: 'identifier' },
  ...{ closed_by: 'identifier', waiting_for: 'identifier', tags: 'list', participants: 'list', followers: 'list' },
  ...{ assigned_at: 'time', closed_at: 'time', first_response_at: 'time', last_requester_at: 'time' },
  ...{ last_team_at: 'time', 'snooze.until': 'time', rating: 'number', waiting_time: 'number', duration: 'number' },
  ...{ ticket_id: 'number', hasBot: 'boolean', snoozed: 'boolean', imported: 'boolean' },
  // Of the event, which rules alone ask for.
  ...{ 'event.actor': 'identifier', 'event.actor_type': 'identifier', 'event.changes': 'list' },
  ...{ 'message.sender_kind': 'identifier', 'message.type': 'identifier', 'message.audience': 'identifier' },
  ...{ 'message.text': 'text', 'message.first': 'boolean' },
};
const ofLead = 'lead.';

export const jsonFields = [
  ...(['attributes', 'properties', 'lead.attributes', 'lead.properties'] as const),
  ...(['event.previous', 'event.attributes'] as const),
] as const;

const operators: Record<FieldClass, readonly Operator[]> = {
  text: ['=', '!=', 'contains', 'not contains', 'starts with', 'in', 'not in', 'is null', 'is not null'],
  identifier: ['=', '!=', 'starts with', 'in', 'not in', 'is null', 'is not null'],
  time: ['<', '>', '<=', '>=', '=', '!=', 'is null', 'is not null'],
  list: ['contains', 'not contains', 'in', 'not in', 'is null', 'is not null'],
  json: [
    '=',
    '!=',
    '>',
    '>=',
    '<',
    '<=',
    'contains',
    'not contains',
    'starts with',
    'in',
    'not in',
    'is null',
    'is not null',
  ],
  number: ['=', '!=', '>', '>=', '<', '<=', 'in', 'not in', 'is null', 'is not null'],
  boolean: ['=', '!='],
};
export type Operator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'starts with'
  | 'contains'
  | 'not contains'
  | 'in'
  | 'not in'
  | 'is null'
  | 'is not null';

const valueKinds = ['text', 'number', 'boolean', 'time', 'duration'] as const;
export type ValueKind = (typeof valueKinds)[number];

/** A condition as a form shows it. */
export interface Condition {
  /** Of the form alone: rows keep their place in it while others go. */
  key: string;
  field: string;
  /** Below `attributes` or `properties`: `plan`, `cart.total`. */
  path: string;
  operator: Operator;
  kind: ValueKind;
  /** As typed; for lists one value a line, for times as `datetime-local` has it, for durations ISO 8601, whose number may be missing. */
  value: string;
}

export function classOf(field: string): FieldClass {
  if (jsonFields.some((name) => name === field)) return 'json';
  const plain = field.startsWith(ofLead) ? field.slice(ofLead.length) : field;
  if (Object.hasOwn(plainFields, plain)) return plainFields[plain as PlainField];
  return requestFields[field] ?? 'text';
}

/** What the field takes, an operator of a stored segment included that the API spells in another way. */
export function operatorsOf({ field, operator }: Pick<Condition, 'field' | 'operator'>): readonly Operator[] {
  const offered = operators[classOf(field)];
  return offered.includes(operator) ? offered : [...offered, operator];
}

export function takesValue({ operator }: Pick<Condition, 'operator'>): boolean {
  return operator !== 'is null' && operator !== 'is not null';
}

export function takesList({ operator }: Pick<Condition, 'operator'>): boolean {
  return operator === 'in' || operator === 'not in';
}

/** Kinds of values that a condition may be compared with: only those of JSON leave a choice. */
export function kindsOf({ field, operator }: Pick<Condition, 'field' | 'operator'>): readonly ValueKind[] {
  const kind = classOf(field);
  if (kind === 'time') return ['time', 'duration'];
  if (kind === 'number' || kind === 'boolean') return [kind];
  if (kind !== 'json' || ['starts with', 'contains', 'not contains'].includes(operator)) return ['text'];
  return ['>', '>=', '<', '<='].includes(operator) ? ['number', 'time', 'duration'] : ['text', 'number', 'boolean'];
}

/** A condition after another field or operator was chosen; what no longer fits becomes the first that does. */
export function corrected(condition: Condition): Condition {
  const offered = operators[classOf(condition.field)];
  const operator = offered.includes(condition.operator) ? condition.operator : (offered[0] ?? '=');
  const kinds = kindsOf({ ...condition, operator });
  const kind = kinds.includes(condition.kind) ? condition.kind : (kinds[0] ?? 'text');
  return {
    ...condition,
    operator,
    kind,
    value: kind === condition.kind ? condition.value : kind === 'boolean' ? 'true' : '',
  };
}

/** Whether anything is left to be filled in. */
export function isComplete(condition: Condition): boolean {
  if (classOf(condition.field) === 'json' && condition.path.trim() === '') return false;
  if (!takesValue(condition)) return true;
  return condition.kind === 'duration' ? /\d/.test(condition.value) : condition.value.trim() !== '';
}

/** The condition as the API takes it. */
export function filterOf(condition: Condition): Filter {
  const { field, path, operator } = condition;
  const named = classOf(field) === 'json' ? `${field}.${path.trim()}` : field;
  if (!takesValue(condition)) return { field: named, operator };
  if (!takesList(condition)) return { field: named, operator, value: typedValue(condition, condition.value) };
  const lines = condition.value.split('\n').map((line) => line.trim());
  return { field: named, operator, value: lines.filter(Boolean).map((line) => typedValue(condition, line)) };
}

function typedValue({ kind }: Condition, typed: string): unknown {
  switch (kind) {
    case 'number':
      return typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
    case 'boolean':
      return typed === 'true' || (typed === 'false' ? false : typed);
    case 'time': {
      const at = new Date(typed);
      return Number.isNaN(at.getTime()) ? typed : at.toISOString();
    }
    case 'text':
    case 'duration':
      return typed;
  }
}

/** A stored condition as a form shows it. Times are those of the browser's zone. */
export function conditionOf({ field: named, operator, value }: Filter, key: string): Condition {
  const json = jsonFields.find((name) => named.startsWith(`${name}.`));
  const field = json ?? named;
  const path = json ? named.slice(json.length + 1) : '';
  const spoken = operator.trim().toLowerCase() as Operator;
  const values = Array.isArray(value) ? value : [value];
  const shape = { field, operator: spoken };
  const kind = kindOf(values[0], kindsOf(shape));
  const typed = values.map((one) => (kind === 'time' ? localTime(one) : String(one ?? ''))).join('\n');
  return { key, field, path, operator: spoken, kind, value: typed };
}

function kindOf(value: unknown, kinds: readonly ValueKind[]): ValueKind {
  if (kinds.includes('duration') && /^\s*[+-]?P/.test(String(value))) return 'duration';
  const kind = typeof value === 'number' || typeof value === 'boolean' ? typeof value : undefined;
  const found = kinds.find((one) => one === kind) ?? (kinds.includes('time') ? 'time' : kinds[0]);
  return found ?? 'text';
}

const slashDate = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** A time of the API (ISO 8601, `DD/MM/YYYY` or milliseconds) as `datetime-local` has it, in the browser's zone. */
function localTime(value: unknown): string {
  const [, day, month, year] = slashDate.exec(String(value).trim()) ?? [];
  const at = new Date(day ? `${year}-${month}-${day}T00:00:00Z` : typeof value === 'number' ? value : String(value));
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, at.getSeconds() === 0 && at.getMilliseconds() === 0 ? 16 : 23);
}

/** Units of a duration, as ISO 8601 writes them. */
export const durationUnits = { minutes: 'TM', hours: 'TH', days: 'D', weeks: 'W' } as const;
export type DurationUnit = keyof typeof durationUnits;

/** A time counted from now, in one unit. */
export interface Duration {
  /** Digits; empty while it is typed. */
  amount: string;
  unit: DurationUnit;
  isPast: boolean;
}

/** Undefined for durations of several units, which are shown as they are. */
export function durationOf(value: string): Duration | undefined {
  if (value === '') return { amount: '', unit: 'days', isPast: true };
  const [, sign, time = '', amount = '', letter] = /^\s*([+-]?)P(T?)(\d*)([WDHM])\s*$/.exec(value) ?? [];
  const unit = (Object.keys(durationUnits) as DurationUnit[]).find((one) => durationUnits[one] === `${time}${letter}`);
  return unit && { amount, unit, isPast: sign === '-' };
}

export function durationText({ amount, unit, isPast }: Duration): string {
  const written = durationUnits[unit];
  const [time, letter] = written.startsWith('T') ? ['T', written.slice(1)] : ['', written];
  return `${isPast ? '-' : ''}P${time}${amount}${letter}`;
}
