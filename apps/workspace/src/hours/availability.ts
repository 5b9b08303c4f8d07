import type { AvailableTeammateView } from '@parley/contracts';

import { type Department, groupIdsOf } from '../department/department.ts';
import type { Group } from '../group/group.ts';
import { fullNameOf, nameOf, type Teammate } from '../teammate/teammate.ts';

/** The available ones among active teammates. */
export function availableOf(team: readonly Teammate[]): Teammate[] {
  return team.filter(({ userAvailable }) => userAvailable);
}

/** The teammates who serve a department: all, unless it names groups. Disabled groups count as empty. */
export function servingOf(team: readonly Teammate[], department: Department, groups: readonly Group[]): Teammate[] {
  if (groupIdsOf(department).length === 0) return [...team];
  const members = new Set(groups.flatMap(({ enabled, members }) => (enabled ? members : [])));
  return team.filter(({ idUser }) => idUser !== undefined && members.has(idUser));
}

/** Shown to everyone: neither surname nor address. */
export function publicViewOf(teammate: Teammate): AvailableTeammateView {
  const { firstname } = nameOf(teammate);
  return { id: teammate.idUser ?? '', pu_id: teammate.id, firstname, fullname: firstname };
}

/** Shown to colleagues. @param held active conversations, if known */
export function colleagueViewOf(teammate: Teammate, held: number | undefined): AvailableTeammateView {
  const { email } = nameOf(teammate);
  return { ...publicViewOf(teammate), fullname: fullNameOf(teammate), email, assigned_request: held };
}
