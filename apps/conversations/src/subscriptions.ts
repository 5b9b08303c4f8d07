import {
  botCreated,
  botDeleted,
  botImported,
  botTrashed,
  botUpdated,
  cannedCreated,
  cannedDeleted,
  cannedUpdated,
  departmentCreated,
  departmentDeleted,
  departmentUpdated,
  type EventEnvelope,
  groupCreated,
  groupDeleted,
  groupUpdated,
  holidayCreated,
  holidayDeleted,
  holidayUpdated,
  labelsUpdated,
  leadCreated,
  leadDeleted,
  leadUpdated,
  messageRedacted,
  projectCreated,
  projectDeleted,
  projectUpdated,
  segmentCreated,
  segmentDeleted,
  segmentUpdated,
  tagDeleted,
  tagUpdated,
  teammateAvailabilityChanged,
  teammateJoined,
  teammateRemoved,
  teammateUpdated,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { sayBanned, sayLeadUpdated } from './message/say-line.ts';
import { releaseBot } from './participant/release-bot.ts';
import { releaseTeammate, serveTeammate } from './participant/release-teammate.ts';
import { forgetBot, keepBot } from './read-models/keep-bot.ts';
import { keepCanned } from './read-models/keep-canned.ts';
import { forgetDepartment, keepDepartment } from './read-models/keep-department.ts';
import { keepGroup } from './read-models/keep-group.ts';
import { forgetHoliday, keepHoliday } from './read-models/keep-holiday.ts';
import { forgetLead, keepLead } from './read-models/keep-lead.ts';
import { forgetProject, keepProject } from './read-models/keep-project.ts';
import { forgetSegment, keepSegment } from './read-models/keep-segment.ts';
import { forgetTeammate, keepTeammate } from './read-models/keep-teammate.ts';
import { redactCopies } from './redaction/redact-copies.ts';
import { planTagChange } from './tag/plan-tag-change.ts';

/** The new texts are fetched when a message needs them. */
const forgetLabels = ({ labelCopies }: Context, event: EventEnvelope): Promise<void> =>
  labelCopies.forget(event.idproject, event.aggregateversion);

/** The event may have freed capacity for a waiting request. */
const serveQueue = async ({ queue }: Context, event: EventEnvelope): Promise<void> =>
  queue.wakeAfterCommit(event.idproject);

export const subscriptions: Subscription<Context>[] = [
  on(messageRedacted, redactCopies),
  on(teammateJoined, keepTeammate),
  on(teammateUpdated, keepTeammate),
  on(teammateAvailabilityChanged, keepTeammate),
  on(teammateRemoved, forgetTeammate),
  on(departmentCreated, keepDepartment),
  on(departmentUpdated, keepDepartment),
  on(departmentDeleted, forgetDepartment),
  on(groupCreated, keepGroup),
  on(groupUpdated, keepGroup),
  on(groupDeleted, keepGroup),
  on(labelsUpdated, forgetLabels),
  on(leadCreated, keepLead),
  on(leadUpdated, keepLead),
  on(leadDeleted, forgetLead),
  on(botCreated, keepBot),
  on(botUpdated, keepBot),
  on(botImported, keepBot),
  on(botTrashed, keepBot),
  on(botDeleted, forgetBot),
  on(projectCreated, keepProject),
  on(projectUpdated, keepProject),
  on(projectDeleted, forgetProject),
  on(holidayCreated, keepHoliday),
  on(holidayUpdated, keepHoliday),
  on(holidayDeleted, forgetHoliday),
  on(cannedCreated, keepCanned),
  on(cannedUpdated, keepCanned),
  on(cannedDeleted, keepCanned),
  on(segmentCreated, keepSegment),
  on(segmentUpdated, keepSegment),
  on(segmentDeleted, forgetSegment),
  on(tagUpdated, planTagChange),
  on(tagDeleted, planTagChange),
  // A consumer of its own, so that read models never wait for routing. One event at a time, because handlers lock requests and seats.
  ...consumer<Context>(
    'conversations-queue',
    [
      on(teammateJoined, serveTeammate),
      on(teammateUpdated, serveTeammate),
      on(teammateAvailabilityChanged, serveTeammate),
      on(teammateRemoved, releaseTeammate),
      on(botTrashed, releaseBot),
      on(botDeleted, releaseBot),
      on(departmentUpdated, serveQueue),
      on(departmentDeleted, serveQueue),
      on(groupCreated, serveQueue),
      on(groupUpdated, serveQueue),
      on(groupDeleted, serveQueue),
      on(projectUpdated, serveQueue),
      on(holidayCreated, serveQueue),
      on(holidayUpdated, serveQueue),
      on(holidayDeleted, serveQueue),
      on(projectUpdated, sayBanned),
      on(leadUpdated, sayLeadUpdated),
    ],
    { single: true },
  ),
];
