import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  type SegmentFilter,
  type SegmentMatch,
  type SegmentView,
  segmentCreated,
  segmentDeleted,
  segmentUpdated,
  type TagCopyChange,
} from '@parley/contracts';

/** A saved filter over leads. */
export interface Segment {
  id: string;
  projectId: string;
  name: string;
  match: SegmentMatch;
  filters: SegmentFilter[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface SegmentChange {
  next: Segment;
  events: DomainEvent[];
}

export function created(segment: Segment): DomainEvent {
  return segmentCreated({ segment: viewOf(segment) });
}

export function update(
  current: Segment,
  written: Partial<Pick<Segment, 'name' | 'match' | 'filters'>>,
  at: Date,
): SegmentChange {
  const { name = current.name, match = current.match, filters = current.filters } = written;
  const same = name === current.name && match === current.match && isDeepStrictEqual(filters, current.filters);
  if (same) return { next: current, events: [] };

  const next = { ...current, name, match, filters, updatedAt: at, version: current.version + 1 };
  return { next, events: [segmentUpdated({ segment: viewOf(next) })] };
}

/** A tag of the project has another name now; conditions ask for that one. */
export function followTag(current: Segment, { from, to }: TagCopyChange, at: Date): SegmentChange {
  if (to === undefined) return { next: current, events: [] };
  const renamed = (value: unknown) => (value === from ? to : value);
  const filters = current.filters.map((filter) => {
    if (filter.field !== 'tags') return filter;
    const { value } = filter;
    return {
      ...filter,
      ...('value' in filter && { value: Array.isArray(value) ? value.map(renamed) : renamed(value) }),
    };
  });
  return update(current, { filters }, at);
}

export function remove(current: Segment, at: Date): SegmentChange {
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [segmentDeleted({ segment: viewOf(next, 0) })] };
}

/** @param status 100; 0 for a deleted segment */
export function viewOf(segment: Segment, status = 100): SegmentView {
  return {
    _id: segment.id,
    id: segment.id,
    id_project: segment.projectId,
    name: segment.name,
    match: segment.match,
    filters: segment.filters,
    status,
    createdBy: segment.createdBy,
    createdAt: segment.createdAt.toISOString(),
    updatedAt: segment.updatedAt.toISOString(),
    __v: segment.version,
  };
}
