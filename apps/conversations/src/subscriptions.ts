import {
  botDeleted,
  botTrashed,
  departmentCreated,
  departmentDeleted,
  departmentUpdated,
  groupUpdated,
  labelsUpdated,
  projectCreated,
  projectDeleted,
  projectUpdated,
  teammateAvailabilityChanged,
  teammateJoined,
  teammateRemoved,
  teammateUpdated,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit';

import type { Context } from './context.ts';
import { forgetLabels } from './copies/forget-labels.ts';
import { forgetDepartment, keepDepartment } from './copies/keep-department.ts';
import { keepGroup } from './copies/keep-group.ts';
import { forgetProject, keepProject } from './copies/keep-project.ts';
import { forgetTeammate, keepTeammate } from './copies/keep-teammate.ts';
import { releaseBot } from './participant/release-bot.ts';
import { releaseTeammate, serveTeammate } from './participant/release-teammate.ts';
import { serveQueue } from './request/serve-queue.ts';

export const subscriptions: Subscription<Context>[] = [
  on(teammateJoined, keepTeammate),
  on(teammateUpdated, keepTeammate),
  on(teammateAvailabilityChanged, keepTeammate),
  on(teammateRemoved, forgetTeammate),
  on(departmentCreated, keepDepartment),
  on(departmentUpdated, keepDepartment),
  on(departmentDeleted, forgetDepartment),
  on(groupUpdated, keepGroup),
  on(labelsUpdated, forgetLabels),
  on(projectCreated, keepProject),
  on(projectUpdated, keepProject),
  on(projectDeleted, forgetProject),
  // On its own, so that copies never wait for requests that change hands.
  ...consumer<Context>('conversations-queue', [
    on(teammateJoined, serveTeammate),
    on(teammateUpdated, serveTeammate),
    on(teammateAvailabilityChanged, serveTeammate),
    on(teammateRemoved, releaseTeammate),
    on(botTrashed, releaseBot),
    on(botDeleted, releaseBot),
    on(departmentDeleted, serveQueue),
    on(departmentUpdated, serveQueue),
    on(departmentDeleted, serveQueue),
    on(groupUpdated, serveQueue),
    on(projectUpdated, serveQueue),
  ]),
];
