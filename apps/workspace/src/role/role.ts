import { isDeepStrictEqual } from 'node:util';

import {
  type CustomRights,
  type DomainEvent,
  type RoleView,
  rightsOf,
  roleCreated,
  roleDeleted,
  roleUpdated,
} from '@parley/contracts';

/** A custom role. */
export interface Role extends CustomRights {
  id: string;
  projectId: string;
  name: string;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type RoleUpdate = Partial<Pick<Role, 'name' | 'rights' | 'visibility'>>;

export interface RoleChange {
  next: Role;
  events: DomainEvent[];
}

export function newRole(
  wanted: Pick<Role, 'id' | 'projectId' | 'name' | 'base'> & RoleUpdate,
  by: string,
  at: Date,
): Role {
  const { rights = {}, visibility = 'all', ...facts } = wanted;
  return { ...facts, rights, visibility, createdBy: by, createdAt: at, updatedAt: at, version: 0 };
}

export function created(role: Role): DomainEvent {
  return roleCreated({ role: viewOf(role) });
}

export function update(current: Role, wanted: RoleUpdate, at: Date): RoleChange {
  const { name = current.name, rights = current.rights, visibility = current.visibility } = wanted;
  const changed = { ...current, name, rights, visibility };
  const changes = (['name', 'rights', 'visibility'] as const).filter(
    (field) => !isDeepStrictEqual(current[field], changed[field]),
  );
  if (changes.length === 0) return { next: current, events: [] };
  const next = { ...changed, updatedAt: at, version: current.version + 1 };
  return { next, events: [roleUpdated({ role: viewOf(next), changes })] };
}

export function remove(current: Role, at: Date): RoleChange {
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [roleDeleted({ role: viewOf(next) })] };
}

export function viewOf(role: Role): RoleView {
  return {
    _id: role.id,
    id: role.id,
    id_project: role.projectId,
    name: role.name,
    base: role.base,
    rights: role.rights,
    visibility: role.visibility,
    effective_rights: rightsOf(role),
    createdBy: role.createdBy,
    createdAt: role.createdAt.toISOString(),
    updatedAt: role.updatedAt.toISOString(),
    __v: role.version,
  };
}
