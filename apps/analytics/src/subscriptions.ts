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
import { consumer, fold, on, type Subscription } from '@parley/service-kit';

import {
  botCreatedDone,
  botDeletedDone,
  botPublishedDone,
  botTrashedDone,
  leadDone,
  mayBeBirth,
  recordBirths,
  recorded,
} from './activity/record-activities.ts';
import {
  assigned,
  closed,
  deleted,
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

/** Figures say how old they are (contract 40 section 1.6), and nobody waits for them: what happens meanwhile shares a transaction. */
const together = { lingerMs: 25 };

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
      fold(teammateInvited, recorded(invited)),
      fold(teammateUpdated, recorded(updated), { concerns: isOfTeam }),
      fold(teammateAvailabilityChanged, recorded(availabilityChanged)),
      fold(teammateRemoved, recorded(removed), { concerns: isOfTeam }),
      fold(projectUpdated, recorded(projectDone)),
      fold(departmentCreated, recorded(departmentDone('DEPARTMENT_CREATE')), { concerns: isOfItsOwn }),
      fold(departmentUpdated, recorded(departmentDone('DEPARTMENT_UPDATE'))),
      fold(departmentDeleted, recorded(departmentDone('DEPARTMENT_DELETE'))),
      fold(groupCreated, recorded(groupDone('GROUP_CREATE'))),
      fold(groupUpdated, recorded(groupDone('GROUP_UPDATE'))),
      fold(groupDeleted, recorded(groupDone('GROUP_DELETE'))),
      fold(requestCreated, recordBirths),
      fold(requestUpdated, recordBirths, { concerns: mayBeBirth }),
      fold(requestAssigned, recorded(assigned)),
      fold(requestUnassigned, recorded(unassigned)),
      fold(requestParticipantJoined, recorded(joined)),
      fold(requestParticipantLeft, recorded(left)),
      fold(requestRouted, recorded(routed)),
      fold(requestClosed, recorded(closed)),
      fold(requestReopened, recorded(reopened)),
      fold(requestDeleted, recorded(deleted)),
      fold(botCreated, recorded(botCreatedDone)),
      fold(botUpdated, recorded(botPublishedDone)),
      fold(botTrashed, recorded(botTrashedDone)),
      fold(botDeleted, recorded(botDeletedDone)),
      fold(leadDeleted, recorded(leadDone)),
    ],
    together,
  ),
];
