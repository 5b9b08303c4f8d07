import { z } from 'zod';

/** True for text PostgreSQL can hold as sent: no U+0000, no lone surrogates. Source: contract 00 section 9. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Length in Unicode characters, the unit of every limit of the contract. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Text of at most `max` (and at least `min`) Unicode characters, kept as sent.
 * @param max characters, not UTF-16 units: an emoji is one
 */
export function text(max: number, min = 0) {
  return z
    .string()
    .refine(isStorable, 'Must not contain U+0000 or lone surrogates')
    .refine((value) => value.length <= max || characters(value) <= max, `At most ${max} characters`)
    .refine((value) => value.length >= min, min === 1 ? 'Must not be empty' : `At least ${min} characters`)
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) });
}

/** Text that says something: not only white space. */
export function spokenText(max: number) {
  return text(max, 1).refine((value) => value.trim() !== '', 'Must not be blank');
}

/**
 * An optional body member for which `null` means "not given".
 * Parsed, it is the value or `undefined`, never `null`.
 */
export function maybe<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> {
  const nullable = schema.nullish().overwrite((value) => value ?? undefined);
  return nullable as unknown as z.ZodOptional<Schema>;
}

const recordIdPattern = /^[0-9a-f]{24}$/;

/**
 * An id in a path that may have any form. One that cannot be an id is not refused but emptied: an empty id finds nothing,
 * which makes it the same 404 as any unknown one. Source: contract 00 section 4.
 */
export const AnyPathId = z.string().overwrite((id) => (id.length <= 255 && isStorable(id) ? id : ''));

/** The id of a record of ours in a path, whose form the reference tells; another form is a 404 like any unknown id. */
export const PathId = AnyPathId.meta({ pattern: recordIdPattern.source });

/** An id of a record of ours, where a malformed one is a fault of the caller: 24 lower-case hex characters. */
export const RecordId = z.string().regex(recordIdPattern, 'Must be an id of 24 hexadecimal characters');

/** The id of a record of ours in an answer. */
export const StoredId = z.string().meta({ pattern: recordIdPattern.source });

/** True for 24 lower-case hex characters. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && recordIdPattern.test(value);
}

/** Any principal, teammate, bot or lead id as clients write it. */
export const AnyId = text(255, 1);

/** A point in time in an answer: UTC, ISO 8601 with milliseconds and `Z`. */
export const Timestamp = z.string().meta({ format: 'date-time' });

/** A point in time sent by a client: ISO 8601 with a zone. */
export const Instant = z.iso.datetime({ offset: true, error: 'Must be a time of ISO 8601 with its zone' });

/** One of a closed list of words, trimmed before it is judged, as names are. Source: contract 00 section 1. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]): z.ZodType<Word, Word> {
  const listed = z.enum(words, { error: `Must be one of ${words.join(', ')}` });
  return z.preprocess(trimmed, listed) as z.ZodType as z.ZodType<Word, Word>;
}

/** Objects told apart by a word of a closed list, the member `name`, which is trimmed before one of them is chosen. */
export function eitherBy<
  const Options extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]],
>(name: string, options: Options) {
  const withTrimmedName = (sent: unknown) =>
    typeof sent === 'object' && sent !== null && name in sent
      ? { ...sent, [name]: trimmed((sent as JsonObject)[name]) }
      : sent;
  return z.preprocess(withTrimmedName, z.discriminatedUnion(name, options));
}

function trimmed(sent: unknown): unknown {
  return typeof sent === 'string' ? sent.trim() : sent;
}

/** A boolean in a query, as a word: `true` or `false`, in any case. Parsed: a boolean. */
export const BooleanWord = z
  .union([z.boolean(), z.string()])
  .refine((word) => typeof word === 'boolean' || /^(true|false)$/i.test(word.trim()), 'Must be true or false')
  .transform((word) => (typeof word === 'boolean' ? word : word.trim().toLowerCase() === 'true'));

/** The same, or `1` and `0`. */
export const FlagWord = z.union([oneOf(['1', '0']).transform((word) => word === '1'), BooleanWord]);

/** A decimal number, as a number or as the text clients put into queries. Parsed: a number. */
export function numberWord(
  options: { min?: number; max?: number; integer?: boolean; values?: readonly number[] } = {},
) {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, integer = false, values } = options;
  const type = integer ? 'integer' : 'number';
  return z
    .union([z.number().meta({ type, minimum: options.min, maximum: options.max, enum: values }), z.string()])
    .refine(
      (word) => typeof word === 'number' || /^-?\d{1,16}(\.\d{1,16})?$/.test(word.trim()),
      integer ? 'Must be a whole number' : 'Must be a number',
    )
    .transform(Number)
    .refine((value) => !integer || Number.isSafeInteger(value), 'Must be a whole number')
    .refine((value) => !(value < min || value > max), `Must be between ${min} and ${max}`)
    .refine((value) => !values || values.includes(value), `Must be ${values?.join(' or ')}`);
}

/** The order of a list: `1` ascending, `-1` descending. */
export const Direction = numberWord({ integer: true, values: [1, -1] }).transform((value) => (value === 1 ? 1 : -1));

/** Names that would reach into a JavaScript object's prototype. Source: contract 21 section 6.1. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

export type JsonObject = Record<string, unknown>;

/** What is wrong with a JSON value, or nothing. Walks at most `maxDepth` levels, so depth cannot exhaust the stack. */
function faultOf(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : 'Must not contain U+0000 or lone surrogates';
  if (value === null || typeof value !== 'object') return undefined;
  if (depth <= 0) return 'Is nested too deeply';
  if (Array.isArray(value)) return firstFault(value, (item) => faultOf(item, depth - 1));

  return firstFault(Object.keys(value), (key) => {
    if (forbiddenKeys.has(key)) return `Must not have a member named ${key}`;
    if (!isStorable(key)) return 'Must not contain U+0000 or lone surrogates';
    return faultOf((value as JsonObject)[key], depth - 1);
  });
}

function firstFault<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = find(item);
    if (fault) return fault;
  }
  return undefined;
}

const encoder = new TextEncoder();

/** Size in bytes of the JSON text of a value: the measure of every size limit on objects. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? '').length;
}

/**
 * A JSON object as sent: no U+0000 or lone surrogates anywhere, none of the names that reach into a prototype.
 * @param maxBytes of its JSON text; 64 kB = 65 536
 * @param maxDepth levels of objects and arrays, the object itself counted
 */
export function jsonObject(maxBytes: number, maxDepth: number) {
  return z
    .custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      error: 'Must be an object',
      abort: true,
    })
    .superRefine((value, context) => {
      const fault = faultOf(value, maxDepth) ?? (jsonBytes(value) > maxBytes ? `At most ${maxBytes} bytes` : undefined);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .meta({ type: 'object' });
}

/** `attributes` of every record: at most 64 kB, depth at most 20. */
export const Attributes = jsonObject(65_536, 20);

/** The query's own repetition of a name: `tags=a&tags=b`. Parsed: a list, even of one. */
export function repeatable<Schema extends z.ZodType>(schema: Schema, max = 50) {
  return z
    .union([schema, z.array(schema).max(max)])
    .transform((value): z.output<Schema>[] => (Array.isArray(value) ? value : [value as z.output<Schema>]));
}

/** A file in a form. The operation reads it from the call, where it may be larger than memory. */
export const FormFile = z.string().meta({ contentMediaType: 'application/octet-stream' });
