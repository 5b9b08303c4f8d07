import {
  apiTokenCreated,
  apiTokenRevoked,
  apiTokenRotated,
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
  requestMentioned,
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
  botCreatedDraft,
  botDeletedDraft,
  botPublishedDraft,
  botTrashedDraft,
  leadDeletedDraft,
  mayStartConversation,
} from './activity/record-activities.ts';
import {
  assigned,
  closed,
  created,
  deleted,
  isOfBot,
  joined,
  left,
  mentioned,
  reopened,
  routed,
  unassigned,
} from './activity/request-activities.ts';
import {
  apiTokenDraft,
  availabilityChanged,
  departmentDraft,
  groupDraft,
  invited,
  isOfItsOwn,
  isOfTeam,
  projectUpdatedDraft,
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

/** Batches events for a moment: figures show their age (contract 40 section 1.6) and no caller waits for them. */
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
      activity(projectUpdated, projectUpdatedDraft),
      activity(departmentCreated, departmentDraft('DEPARTMENT_CREATE'), { concerns: isOfItsOwn }),
      activity(departmentUpdated, departmentDraft('DEPARTMENT_UPDATE')),
      activity(departmentDeleted, departmentDraft('DEPARTMENT_DELETE')),
      activity(groupCreated, groupDraft('GROUP_CREATE')),
      activity(groupUpdated, groupDraft('GROUP_UPDATE')),
      activity(groupDeleted, groupDraft('GROUP_DELETE')),
      activity(apiTokenCreated, apiTokenDraft('API_TOKEN_CREATE')),
      activity(apiTokenRotated, apiTokenDraft('API_TOKEN_ROTATE')),
      activity(apiTokenRevoked, apiTokenDraft('API_TOKEN_REVOKE')),
      activity(requestCreated, created),
      activity(requestUpdated, created, { concerns: mayStartConversation }),
      activity(requestAssigned, assigned),
      activity(requestUnassigned, unassigned),
      activity(requestParticipantJoined, joined, { concerns: isOfBot }),
      activity(requestParticipantLeft, left),
      activity(requestRouted, routed),
      activity(requestMentioned, mentioned),
      activity(requestClosed, closed),
      activity(requestReopened, reopened),
      activity(requestDeleted, deleted),
      activity(botCreated, botCreatedDraft),
      activity(botUpdated, botPublishedDraft),
      activity(botTrashed, botTrashedDraft),
      activity(botDeleted, botDeletedDraft),
      activity(leadDeleted, leadDeletedDraft),
    ],
    together,
  ),
];
