import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { TagRecordView, TagRemoval } from './tag.views.ts';

const tagChange = z.object({ tag: TagRecordView, changes: z.array(z.string()).optional() });

export const tagCreated = defineEvent('tag.created', tagChange);

export const tagUpdated = defineEvent(
  'tag.updated',
  z.object({
    ...tagChange.shape,
    previous: z.object({ tag: z.string().optional(), color: z.string().optional() }).optional(),
  }),
);

export const tagDeleted = defineEvent('tag.deleted', z.object({ ...tagChange.shape, from: TagRemoval.optional() }));

/** What becomes of the copies of a tag. Source: contract 11 section 9. */
export interface TagCopyChange {
  /** The name that they have. */
  from: string;
  /** Their new name; absent: they are taken off. */
  to?: string | undefined;
  /** Absent: it stays. */
  color?: string | undefined;
}

/** What an event of a tag changes on the records that carry it, if anything. */
export function tagCopyChangeOf({
  tag: { tag, color },
  changes = [],
  previous = {},
  from,
}: z.output<typeof tagUpdated.schema> & z.output<typeof tagDeleted.schema>): TagCopyChange | undefined {
  if (from !== undefined) return { from: tag };
  const isRenamed = previous.tag !== undefined;
  const isRecoloured = changes.includes('color') && color !== undefined;
  if (!isRenamed && !isRecoloured) return undefined;
  return { from: previous.tag ?? tag, to: tag, ...(isRecoloured && { color }) };
}

/**
 * The tags of a record after the change; one that had both names keeps one. The same array where the change concerns none of them.
 * @param isNamed whether a tag has this name
 */
export function withTagChange<Tag>(
  tags: readonly Tag[],
  { from, to, color }: TagCopyChange,
  {
    isNamed,
    renamed,
  }: { isNamed: (tag: Tag, name: string) => boolean; renamed: (tag: Tag, to: string, color?: string) => Tag },
): readonly Tag[] {
  if (!tags.some((tag) => isNamed(tag, from))) return tags;
  const kept = tags.filter((tag) => isNamed(tag, from) || to === undefined || !isNamed(tag, to));
  return kept.flatMap((tag) => (!isNamed(tag, from) ? [tag] : to === undefined ? [] : [renamed(tag, to, color)]));
}
