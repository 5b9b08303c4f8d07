import { isDeepStrictEqual } from 'node:util';

import {
  commonErrors,
  type RequestTagInput,
  requestErrors,
  type TagCopyChange,
  type TagView,
  withTagChange,
} from '@parley/contracts';

import { begin, type Change, finish } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

const maxTags = 50;

/** Values for new tags. */
export interface TagMaker {
  at: Date;
  newId(): string;
}

/** Tags are equal when their names are, ignoring case. */
const sameTag = (one: { tag: string }, other: { tag: string }): boolean =>
  one.tag.toLowerCase() === other.tag.toLowerCase();

/** Removes repetitions; the last one counts. */
function unique(sent: readonly RequestTagInput[]): RequestTagInput[] {
  return [...new Map(sent.map((tag) => [tag.tag.toLowerCase(), tag])).values()];
}

function made({ tag, color, attributes }: RequestTagInput, { at, newId }: TagMaker): TagView {
  return { _id: newId(), tag, color, ...(attributes && { attributes }), createdAt: at.toISOString() };
}

/** Replaces all tags; names that stay keep their `_id`. */
export function replacedTags(
  present: readonly TagView[],
  sent: readonly RequestTagInput[],
  maker: TagMaker,
): TagView[] {
  return unique(sent).map((wanted) => {
    const known = present.find((tag) => sameTag(tag, wanted));
    if (!known) return made(wanted, maker);
    const { tag, color, attributes } = wanted;
    return { ...known, tag, color, ...(attributes && { attributes }) };
  });
}

/** Adds the missing ones. @throws limit_reached */
export function addTags(current: SupportRequest, sent: readonly RequestTagInput[], maker: TagMaker): Change {
  const fresh = unique(sent).filter((wanted) => !current.tags.some((tag) => sameTag(tag, wanted)));
  if (current.tags.length + fresh.length > maxTags) throw commonErrors.limit_reached({ limit: maxTags });
  const draft = begin(current, maker.at);
  if (fresh.length > 0) draft.next.tags = [...current.tags, ...fresh.map((wanted) => made(wanted, maker))];
  return finish(draft, 'addRequestTags');
}

/** The tags of a request with those of another one, as far as there is room. */
export function withTagsOf(present: TagView[], others: readonly TagView[]): TagView[] {
  const fresh = others.filter((other) => !present.some((tag) => sameTag(tag, other)));
  const added = fresh.slice(0, Math.max(0, maxTags - present.length));
  return added.length === 0 ? present : [...present, ...added];
}

/** @throws tag_not_found */
export function deleteTag(current: SupportRequest, tagId: string, at: Date): Change {
  const tag = current.tags.find(({ _id }) => _id === tagId);
  if (!tag) throw requestErrors.tag_not_found();
  const draft = begin(current, at);
  draft.next.tags = current.tags.filter((one) => one !== tag);
  return finish(draft, 'deleteRequestTag');
}

/** Takes off the tags of these names; unchanged where there are none. */
export function removeTags(current: SupportRequest, names: readonly string[], at: Date): Change {
  const left = current.tags.filter((tag) => !names.some((name) => sameTag(tag, { tag: name })));
  const draft = begin(current, at);
  if (left.length < current.tags.length) draft.next.tags = left;
  return finish(draft, 'deleteRequestTag');
}

/** The tag of the project has another name or colour now, or is taken off everything. */
export function followTag(current: SupportRequest, change: TagCopyChange, at: Date): Change {
  const tags = withTagChange(current.tags, change, {
    isNamed: (tag, name) => sameTag(tag, { tag: name }),
    renamed: (one, tag, color = one.color) => (one.tag === tag && one.color === color ? one : { ...one, tag, color }),
  });
  const draft = begin(current, at);
  if (!isDeepStrictEqual(tags, current.tags)) draft.next.tags = [...tags];
  return finish(draft, change.to === undefined ? 'deleteTag' : 'updateTag');
}
