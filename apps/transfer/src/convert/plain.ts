import type { Document } from '../origin/origin.ts';

/** Deep enough for anything that a person or a program of theirs has stored. */
const maxDepth = 100;
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A value of a dump as JSON: ids as hex, dates as ISO texts. What JSON or PostgreSQL cannot hold is left out: dates out of range, NaN,
 * keys that are none of a record, U+0000 and halves of surrogate pairs in texts.
 */
function plain(value: unknown, depth = 0): unknown {
  if (value === null || value === undefined || depth > maxDepth) return undefined;
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value.toISOString() : undefined;
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1) ?? null);
  if (typeof value !== 'object') return undefined;
  const { _bsontype: type } = value as { _bsontype?: unknown };
  if (type === 'ObjectId') return (value as { toHexString(): string }).toHexString();
  if (type === 'Decimal128' || type === 'Long' || type === 'Double' || type === 'Int32') {
    const number = Number(String(value));
    return Number.isFinite(number) ? number : undefined;
  }
  if (type !== undefined || Buffer.isBuffer(value)) return undefined;
  return plainMembers(value, depth);
}

function plainMembers(value: object, depth: number): Record<string, unknown> {
  const members = Object.entries(value).flatMap(([key, member]) => {
    const made = forbidden.has(key) ? undefined : plain(member, depth + 1);
    return made === undefined ? [] : [[cleanText(key), made] as const];
  });
  return Object.fromEntries(members);
}

function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** Members of a document, each in the form that is asked for, or nothing. */
export class Source {
  readonly #members: Record<string, unknown>;

  constructor(document: Document) {
    this.#members = plain(document) as Record<string, unknown>;
  }

  get all(): Record<string, unknown> {
    return this.#members;
  }

  get id(): string {
    return this.ref('_id') ?? '';
  }

  text(member: string, longest = 1_024): string | undefined {
    const { [member]: value } = this.#members;
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? text.slice(0, longest) : undefined;
  }

  /** An id, also where it stands as a text. */
  ref(member: string): string | undefined {
    const text = this.text(member)?.toLowerCase();
    return text !== undefined && /^[0-9a-f]{24}$/.test(text) ? text : undefined;
  }

  number(member: string): number | undefined {
    const { [member]: value } = this.#members;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  }

  flag(member: string): boolean | undefined {
    const { [member]: value } = this.#members;
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Also of texts, as documents of old versions have them. */
  time(member: string): string | undefined {
    const { [member]: value } = this.#members;
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const at = new Date(value);
    const year = at.getUTCFullYear();
    return year >= 1970 && year < 9999 ? at.toISOString() : undefined;
  }

  object(member: string): Record<string, unknown> | undefined {
    const { [member]: value } = this.#members;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  }

  list(member: string): unknown[] {
    const { [member]: value } = this.#members;
    return Array.isArray(value) ? value : [];
  }

  texts(member: string): string[] {
    return this.list(member).flatMap((one) => (typeof one === 'string' && one !== '' ? [one.slice(0, 1_024)] : []));
  }

  /** What nearly every record has; a missing time of creation is in the id. */
  stored() {
    const createdAt =
      this.time('createdAt') ?? new Date(Number.parseInt(this.id.slice(0, 8), 16) * 1_000).toISOString();
    return {
      ...{ _id: this.id, createdBy: this.text('createdBy') ?? 'system', createdAt },
      ...{ updatedAt: this.time('updatedAt') ?? createdAt, __v: Math.max(0, Math.trunc(this.number('__v') ?? 0)) },
    };
  }
}
