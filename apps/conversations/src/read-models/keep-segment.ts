import type { EventEnvelope, SegmentView } from '@parley/contracts';

import { copiedSegment } from '../condition/surroundings.ts';
import type { Context } from '../context.ts';

type SegmentEvent = EventEnvelope<{ segment: SegmentView }>;

/** Keeps the read model of segments, which conditions ask for. */
export function keepSegment(context: Context, event: SegmentEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetSegment(context: Context, event: SegmentEvent): Promise<void> {
  return keep(context, event, true);
}

async function keep(context: Context, event: SegmentEvent, deleted: boolean): Promise<void> {
  const { idproject: projectId, aggregateversion: version, data } = event;
  const { segment } = data;
  await context.readModels.keepSegment({
    projectId,
    id: segment._id,
    version,
    deleted,
    record: copiedSegment(segment),
  });
  await context.automationConfigs.followSegments(projectId);
}
