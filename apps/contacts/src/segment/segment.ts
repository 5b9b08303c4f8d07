import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  type SegmentFilter,
  type SegmentMatch,
  type SegmentView,
  segmentCreated,
  segmentDeleted,
  segmentUpdated,
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
