import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { meanOf, rowsOf } from '../window/groups.ts';
import { last4Hours } from '../window/window.ts';

type GetPublicWaitingTime = Operation<typeof averageFiguresApi.getPublicWaitingTime, Context>;

const asOldAsMs = 60_000;

/** Cached for a minute, because widgets ask on every page. A project that has ended looks like one without traffic. */
export const getPublicWaitingTime: GetPublicWaitingTime = async (context, _actor, { id_project }) => {
  const known = context.waitingNow.get(id_project);
  if (known) return known;
  const hasEnded = await context.projects.hasEnded(id_project);
  const groups = hasEnded ? [] : await context.conversations.groups({ id_project }, last4Hours, wholeWindow);
  const rows = rowsOf(groups, {}, 1, (_, sums) => ({
    _id: id_project,
    waiting_time_avg: meanOf(sums?.waitingSum, sums?.waitingCount),
  }));
  context.waitingNow.set(id_project, rows, { ttl: asOldAsMs });
  return rows;
};
