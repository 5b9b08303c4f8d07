import { isDeepStrictEqual } from 'node:util';

import { type DomainEvent, type TagRecordView, tagCreated, tagDeleted, tagUpdated } from '@parley/contracts';

type JsonObject = Record<string, unknown>;

export interface Tag {
  id: string;
  projectId: string;
  tag: string;
  color?: string;
  attributes: JsonObject;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type TagUpdate = Partial<Pick<Tag, 'tag' | 'color' | 'attributes'>>;

export interface TagChange {
  next: Tag;
  events: DomainEvent[];
}

export function newTag(id: string, projectId: string, wanted: TagUpdate & Pick<Tag, 'tag'>, by: string, at: Date): Tag {
  const { tag, color, attributes = {} } = wanted;
  return { id, projectId, tag, color, attributes, createdBy: by, createdAt: at, updatedAt: at, version: 0 };
}

export function created(tag: Tag): DomainEvent {
  return tagCreated({ tag: viewOf(tag) });
}

export function update(current: Tag, wanted: TagUpdate, at: Date): TagChange {
  const { tag = current.tag, color = current.color, attributes = current.attributes } = wanted;
  const changed = { ...current, tag, color, attributes };
  const changes = (['tag', 'color', 'attributes'] as const).filter(
    (field) => !isDeepStrictEqual(current[field], changed[field]),
  );
  if (changes.length === 0) return { next: current, events: [] };

  const next = { ...changed, updatedAt: at, version: current.version + 1 };
  const previous = Object.fromEntries(
    changes.flatMap((field) => (field !== 'attributes' && current[field] ? [[field, current[field]]] : [])),
  );
  return { next, events: [tagUpdated({ tag: viewOf(next), changes, previous })] };
}

/** @param from `everything`: records that carry the tag lose it; otherwise they keep their copy of the name */
export function remove(current: Tag, from: 'everything' | undefined, at: Date): TagChange {
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [tagDeleted({ tag: viewOf(next), from })] };
}

export function viewOf(tag: Tag): TagRecordView {
  return {
    _id: tag.id,
    id: tag.id,
    id_project: tag.projectId,
    tag: tag.tag,
    color: tag.color,
    attributes: tag.attributes,
    createdBy: tag.createdBy,
    createdAt: tag.createdAt.toISOString(),
    updatedAt: tag.updatedAt.toISOString(),
    __v: tag.version,
  };
}
