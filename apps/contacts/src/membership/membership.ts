import {
  type DomainEvent,
  type ErasedLeadView,
  type LeadRecordView,
  segmentMemberAdded,
  segmentMemberRemoved,
} from '@parley/contracts';

import type { Segment } from '../segment/segment.ts';

/** How a lead's memberships differ from those of the last look, by segment. */
export interface MembershipLook {
  lead: string;
  /** Whether the lead has changed, or only time has passed. */
  changed: boolean;
  /** Depth of the events of the change. */
  depth: number;
  was: readonly boolean[];
  is: readonly boolean[];
}

export interface Move {
  segment: Segment;
  event: DomainEvent;
}

/** The segments that a lead came into or left. */
export function movesOf(
  { changed, was, is }: MembershipLook,
  segments: readonly Segment[],
  lead: LeadRecordView | ErasedLeadView,
): Move[] {
  const cause = changed ? 'change' : 'time';
  return segments.flatMap((segment, index) => {
    if (was[index] === is[index]) return [];
    const { id: _id, name } = segment;
    const data = { segment: { _id, name }, lead, cause } as const;
    return [{ segment, event: is[index] ? segmentMemberAdded(data) : segmentMemberRemoved(data) }];
  });
}
