import {
  botCreated,
  botDeleted,
  botTrashed,
  botUpdated,
  departmentCreated,
  departmentDeleted,
  departmentUpdated,
  eventEmitted,
  groupCreated,
  groupDeleted,
  groupUpdated,
  leadDeleted,
  messageCreated,
  projectCreated,
  projectDeleted,
  projectUpdated,
  requestAssigned,
  requestClosed,
  requestCreated,
  requestDeleted,
  requestParticipantJoined,
  requestParticipantLeft,
  requestReopened,
  requestRouted,
  requestUnassigned,
  requestUpdated,
  teammateAvailabilityChanged,
  teammateInvited,
  teammateJoined,
  teammateRemoved,
  teammateUpdated,
} from '@parley/contracts';
import { consumer, fold, on, type Subscription } from '@parley/service-kit/consumers';

import {
  activityLog,
  botCreatedDone,
  botDeletedDone,
  botPublishedDone,
  botTrashedDone,
  leadDone,
  mayBeBirth,
} from './activity/record-activities.ts';
import {
  assigned,
  closed,
  created,
  deleted,
  isOfBot,
  joined,
  left,
  reopened,
  routed,
  unassigned,
} from './activity/request-activities.ts';
import {
  availabilityChanged,
  departmentDone,
  groupDone,
  invited,
  isOfItsOwn,
  isOfTeam,
  projectDone,
  removed,
  updated,
} from './activity/team-activities.ts';
import type { Context } from './context.ts';
import { forgetRequests } from './conversation/forget-requests.ts';
import { recordRequests } from './conversation/record-requests.ts';
import { countEvent } from './custom-event/count-event.ts';
import { isCounted, recordMessages } from './message/record-messages.ts';
import { endProject, keepProject } from './project/keep-project.ts';
import { forgetVisitor, isVisitor, recordVisitor } from './visitor/record-visitor.ts';

/** Figures say how old they are (contract 40 section 1.6), and no caller waits for them: what happens meanwhile shares a transaction. */
const together = { lingerMs: 25 };
const activity = activityLog();

export const subscriptions: Subscription<Context>[] = [
  on(projectCreated, keepProject),
  on(projectUpdated, keepProject),
  on(projectDeleted, endProject),
  ...consumer<Context>(
    'analytics-facts',
    [
      fold(requestCreated, recordRequests),
      fold(requestUpdated, recordRequests),
      fold(requestDeleted, forgetRequests),
      fold(messageCreated, recordMessages, { concerns: isCounted }),
      on(eventEmitted, countEvent),
      on(teammateJoined, recordVisitor, { concerns: isVisitor }),
      on(teammateUpdated, recordVisitor, { concerns: isVisitor }),
      on(teammateRemoved, forgetVisitor, { concerns: isVisitor }),
    ],
    together,
  ),
  ...consumer<Context>(
    'analytics-activities',
    [
      activity(teammateInvited, invited),
      activity(teammateUpdated, updated, { concerns: isOfTeam }),
      activity(teammateAvailabilityChanged, availabilityChanged),
      activity(teammateRemoved, removed, { concerns: isOfTeam }),
      activity(projectUpdated, projectDone),
      activity(departmentCreated, departmentDone('DEPARTMENT_CREATE'), { concerns: isOfItsOwn }),
      activity(departmentUpdated, departmentDone('DEPARTMENT_UPDATE')),
      activity(departmentDeleted, departmentDone('DEPARTMENT_DELETE')),
      activity(groupCreated, groupDone('GROUP_CREATE')),
      activity(groupUpdated, groupDone('GROUP_UPDATE')),
      activity(groupDeleted, groupDone('GROUP_DELETE')),
      activity(requestCreated, created),
      activity(requestUpdated, created, { concerns: mayBeBirth }),
      activity(requestAssigned, assigned),
      activity(requestUnassigned, unassigned),
      activity(requestParticipantJoined, joined, { concerns: isOfBot }),
      activity(requestParticipantLeft, left),
      activity(requestRouted, routed),
      activity(requestClosed, closed),
      activity(requestReopened, reopened),
      activity(requestDeleted, deleted),
      activity(botCreated, botCreatedDone),
      activity(botUpdated, botPublishedDone),
      activity(botTrashed, botTrashedDone),
      activity(botDeleted, botDeletedDone),
      activity(leadDeleted, leadDone),
    ],
    together,
  ),
];
