import { createHash } from 'node:crypto';

import { defaultTagColor, LocationView, priorities } from '@parley/contracts';

import type { Row } from './conversion.ts';
import { Source } from './plain.ts';

/** What stands within a request, in the form in which every later change of it is announced. */
interface Place {
  /** `_id` of the request. */
  request: string;
  createdAt: string;
}

const longestName = 100;

/** @param colors of the tags of the project, by name */
export function tagsOf(row: Row, { request, createdAt }: Place, colors: ReadonlyMap<string, string>): object[] {
  const tags = new Map<string, object>();
  const sent = row.source.list('tags');
  for (const one of sent) {
    const own = partOf(typeof one === 'string' ? { tag: one } : one);
    const tag = own?.text('tag')?.trim().slice(0, longestName);
    if (!own || !tag || tags.has(tag.toLowerCase())) continue;
    const attributes = own.object('attributes');
    tags.set(tag.toLowerCase(), {
      ...{ _id: own.ref('_id') ?? idOf(request, `tag ${tag}`), tag },
      ...{
        color: own.text('color', 50) ?? colors.get(tag) ?? defaultTagColor,
        createdAt: own.time('createdAt') ?? createdAt,
      },
      ...(attributes && { attributes }),
    });
  }
  if (tags.size < sent.length) row.repair('tags that are none or twice there');
  return [...tags.values()];
}

export function notesOf(row: Row, { request, createdAt }: Place): object[] {
  const sent = row.source.list('notes');
  const notes = sent.flatMap((one, nth) => {
    const own = partOf(one);
    const text = own?.text('text', 65_536);
    if (!own || !text) return [];
    const at = own.time('createdAt') ?? createdAt;
    return {
      ...{ _id: own.ref('_id') ?? idOf(request, `note ${nth}`), text, attributes: own.object('attributes') ?? {} },
      ...{ createdBy: own.text('createdBy') ?? 'system', createdAt: at, updatedAt: own.time('updatedAt') ?? at },
    };
  });
  if (notes.length < sent.length) row.repair('notes without a text');
  return notes;
}

/** Without what has another form. */
export function locationOf(row: Row): object | undefined {
  const members = Object.entries(row.source.object('location') ?? {});
  const known = members.filter(([name, value]) => LocationView.safeParse({ [name]: value }).success);
  if (known.length < members.length) row.repair('a place of another form');
  const location = LocationView.parse(Object.fromEntries(known));
  return Object.keys(location).length > 0 ? location : undefined;
}

export function contactOf({ source }: Row): object {
  const own = partOf(source.object('contact'));
  return { phone: own?.text('phone'), email: own?.text('email'), external_id: own?.text('external_id') };
}

export function priorityOf(row: Row): string {
  const sent = row.source.text('priority') ?? 'normal';
  const known = priorities.find((one) => one === sent);
  if (known === undefined) row.repair('a priority of another name');
  return known ?? 'normal';
}

function partOf(value: unknown): Source | undefined {
  return typeof value === 'object' && value !== null ? new Source(value as Record<string, unknown>) : undefined;
}

function idOf(request: string, what: string): string {
  return request.slice(0, 8) + createHash('sha256').update(`${request} ${what}`).digest('hex').slice(0, 16);
}
