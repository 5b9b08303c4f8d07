import { type createLeads, limits, type ParamsOf } from '@parley/sdk';

import { type ContactText, contactTexts } from '../contact/contact-fields.ts';

export type NewContact = ParamsOf<typeof createLeads>['items'][number];

/** Fields of a contact that a column can fill; `attributes` and `properties` are JSON, as the export writes them. */
export const columnFields = ['lead_id', ...contactTexts, 'tags', 'attributes', 'properties'] as const;
type ColumnField = (typeof columnFields)[number];

/** What a column fills: a field, an attribute or property by name, or nothing. */
export type ColumnTarget = '' | ColumnField | `attributes.${string}` | `properties.${string}`;

/** What is wrong with a cell, before the API has seen it. */
export interface CellFault {
  /** From 0; without one it is the whole line. */
  column?: number;
  reason: 'columns' | 'json' | 'email' | 'too_long' | 'too_many_tags';
  /** Most that is taken. */
  limit?: number;
}

/** Names that columns have in files of other programs. */
const synonyms: Readonly<Record<string, ColumnField>> = {
  id: 'lead_id',
  externalid: 'lead_id',
  customerid: 'lead_id',
  leadid: 'lead_id',
  name: 'fullname',
  mail: 'email',
  emailaddress: 'email',
  telephone: 'phone',
  mobile: 'phone',
  phonenumber: 'phone',
  organisation: 'company',
  organization: 'company',
  street: 'streetAddress',
  address: 'streetAddress',
  zip: 'zipcode',
  postalcode: 'zipcode',
  postcode: 'zipcode',
  state: 'region',
  notes: 'note',
  labels: 'tags',
};

/** What each column most likely fills, no field twice. */
export function guessedTargets(header: readonly string[]): ColumnTarget[] {
  const words = header.map((title) => (title.trim() === '_id' ? '' : title.toLowerCase().replace(/[^\p{L}]/gu, '')));
  const named = words.map((word) => columnFields.find((name) => name.toLowerCase().replace('_', '') === word));
  const guessed = words.map((word, index) => named[index] ?? synonyms[word]);
  // A field's own name goes before what only sounds like it.
  return guessed.map((field, index) => {
    const isFirst = guessed.indexOf(field) === index && !named.includes(field);
    return field && (named.indexOf(field) === index || isFirst) ? field : '';
  });
}

/** The contact of a record, and what is wrong with it. Empty cells say nothing of their field. */
export function contactOf(
  cells: readonly string[],
  targets: readonly ColumnTarget[],
): { contact: NewContact; faults: CellFault[] } {
  if (cells.length > targets.length) return { contact: {}, faults: [{ reason: 'columns', limit: targets.length }] };
  const contact: Record<string, unknown> = {};
  const members: Record<'attributes' | 'properties', Record<string, unknown>> = { attributes: {}, properties: {} };
  const faults: CellFault[] = [];
  for (const [column, target] of targets.entries()) {
    const value = plain(cells[column] ?? '');
    if (target === '' || value === '') continue;
    const [of, name] = memberOf(target);
    if (name !== undefined) members[of][name] = value;
    else if (target === 'attributes' || target === 'properties') {
      const object = objectIn(value);
      if (object) Object.assign(members[target], object);
      else faults.push({ column, reason: 'json' });
    } else {
      contact[target] = target === 'tags' ? tagsIn(value) : value;
      const fault = faultOf(target as 'lead_id' | ContactText | 'tags', contact[target]);
      if (fault) faults.push({ column, ...fault });
    }
  }
  for (const [name, object] of Object.entries(members)) if (Object.keys(object).length > 0) contact[name] = object;
  return { contact, faults };
}

function memberOf(target: ColumnTarget): ['attributes' | 'properties', string] | ['attributes', undefined] {
  const [, of, name] = /^(attributes|properties)\.(.+)$/s.exec(target) ?? [];
  return name === undefined ? ['attributes', undefined] : [of as 'attributes' | 'properties', name];
}

/** Without the mark by which an export keeps spreadsheets from running a cell as a formula. */
function plain(cell: string): string {
  return /^'[=@+\-\t\r]/.test(cell) ? cell.slice(1) : cell.trim();
}

function tagsIn(value: string): string[] {
  return [...new Set(value.split(/[,;]/).map((tag) => tag.trim()))].filter(Boolean);
}

function objectIn(value: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const mailShape = /^[^\s@]+@[^\s@]+$/;

function faultOf(field: 'lead_id' | ContactText | 'tags', value: unknown): Omit<CellFault, 'column'> | undefined {
  const { maxLength = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY } = limits.createLead[field];
  if (Array.isArray(value)) return value.length > maxItems ? { reason: 'too_many_tags', limit: maxItems } : undefined;
  const text = String(value);
  if ([...text].length > maxLength) return { reason: 'too_long', limit: maxLength };
  return field === 'email' && !mailShape.test(text) ? { reason: 'email' } : undefined;
}
