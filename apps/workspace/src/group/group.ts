import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  type GroupView,
  groupCreated,
  groupDeleted,
  groupErrors,
  groupUpdated,
} from '@parley/contracts';

/** Teammates who serve a department together. */
export interface Group {
  idProject: string;
  id: string;
  name: string;
  /** Routing ignores the members of a disabled group. */
  enabled: boolean;
  trashed: boolean;
  attributes: unknown;
  /** User ids, without duplicates, in order. */
  members: string[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface GroupChange {
  next: Group;
  events: DomainEvent[];
}

export interface GroupUpdate {
  name?: string;
  members?: string[];
  attributes?: Record<string, unknown>;
  /** Restores a removed group. */
  restored?: boolean;
}

export function newGroup(
  id: string,
  idProject: string,
  { name, members = [], attributes = {} }: GroupUpdate & { name: string },
  by: string,
  at: Date,
): Group {
  const state = { enabled: true, trashed: false, version: 0 };
  const written = { createdBy: by, createdAt: at, updatedAt: at };
  return { id, idProject, name, members: membersOf(members), attributes, ...state, ...written };
}

export function created(group: Group): DomainEvent {
  return groupCreated({ group: groupViewOf(group) });
}

/** @throws groupErrors.group_not_found for a removed group unless it is to be restored */
export function update(current: Group, wanted: GroupUpdate, at: Date): GroupChange {
  const isBack = current.trashed && wanted.restored === true;
  if (!isBack) refuseRemoved(current);
  return changed(
    current,
    {
      name: wanted.name ?? current.name,
      members: wanted.members ? membersOf(wanted.members) : current.members,
      attributes: wanted.attributes ?? current.attributes,
      // Removal disabled it.
      ...(isBack && { trashed: false, enabled: true }),
    },
    at,
  );
}

/** @throws groupErrors.group_not_found */
export function setEnabled(current: Group, enabled: boolean, at: Date): GroupChange {
  refuseRemoved(current);
  return changed(current, { enabled }, at);
}

/** A teammate who leaves the team leaves every group, removed ones included. */
export function withoutMember(current: Group, idUser: string, at: Date): GroupChange {
  return changed(current, { members: current.members.filter((member) => member !== idUser) }, at);
}

/** @throws groupErrors.group_not_found */
export function remove(current: Group, at: Date): GroupChange {
  refuseRemoved(current);
  const next = { ...current, trashed: true, enabled: false, updatedAt: at, version: current.version + 1 };
  return { next, events: [groupDeleted({ group: groupViewOf(next) })] };
}

function refuseRemoved(current: Group): void {
  if (current.trashed) throw groupErrors.group_not_found();
}

const changeable = ['name', 'members', 'attributes', 'enabled', 'trashed'] as const;

function changed(current: Group, change: Partial<Group>, at: Date): GroupChange {
  const wanted = { ...current, ...change };
  const changes = changeable.filter((field) => !isDeepStrictEqual(current[field], wanted[field]));
  if (changes.length === 0) return { next: current, events: [] };
  const next = { ...wanted, updatedAt: at, version: current.version + 1 };
  return { next, events: [groupUpdated({ group: groupViewOf(next), changes: [...changes] })] };
}

function membersOf(userIds: string[]): string[] {
  return [...new Set(userIds)].sort();
}

export function groupViewOf(group: Group): GroupView {
  return {
    _id: group.id,
    id: group.id,
    id_project: group.idProject,
    name: group.name,
    members: group.members,
    enabled: group.enabled,
    trashed: group.trashed,
    attributes: group.attributes as Record<string, unknown>,
    createdBy: group.createdBy,
    createdAt: group.createdAt.toISOString(),
    updatedAt: group.updatedAt.toISOString(),
    __v: group.version,
  };
}
