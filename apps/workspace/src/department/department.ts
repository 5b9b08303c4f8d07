import { isDeepStrictEqual } from 'node:util';

import {
  type Actor,
  type DepartmentRecordView,
  type DomainEvent,
  departmentCreated,
  departmentDeleted,
  departmentErrors,
  departmentUpdated,
  type PublicDepartmentView,
  roleReaches,
} from '@parley/contracts';

/** Shown in the widget, hidden from it, or in no list. */
export const DepartmentStatus = { visible: 1, hidden: 0, unlisted: -1 } as const;

export interface Department {
  id: string;
  projectId: string;
  name: string;
  description?: string;
  routing: string;
  idBot?: string;
  botOnly?: boolean;
  idGroup?: string;
  groups: { _id: string; group_id: string; percentage: number }[];
  onlineMsg?: string;
  offlineMsg?: string;
  isDefault: boolean;
  status: number;
  tags: unknown[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface DepartmentChange {
  next: Department;
  events: DomainEvent[];
}

/** Absent: unchanged. null: cleared. */
export interface DepartmentUpdate {
  name?: string;
  description?: string | null;
  routing?: string;
  idBot?: string | null;
  botOnly?: boolean;
  idGroup?: string | null;
  groups?: Department['groups'];
  onlineMsg?: string | null;
  offlineMsg?: string | null;
  isDefault?: boolean;
  status?: number;
  tags?: unknown[];
}

export type NewDepartment = DepartmentUpdate & { name: string };

export function newDepartment(id: string, projectId: string, wanted: NewDepartment, by: string, at: Date): Department {
  const blank: Department = {
    ...{ id, projectId, name: wanted.name, routing: 'pooled', groups: [], isDefault: false, tags: [] },
    ...{ status: DepartmentStatus.visible, createdBy: by, createdAt: at, updatedAt: at, version: 0 },
  };
  return { ...blank, ...changeOf(wanted) };
}

/** Of the department that each project begins with. */
export const defaultName = 'Default Department';

/** Created with the project, so that every conversation has a department. */
export function defaultDepartment(id: string, projectId: string, by: string, at: Date): Department {
  return newDepartment(id, projectId, { name: defaultName, routing: 'assigned', isDefault: true }, by, at);
}

export function created(department: Department, origin?: 'project'): DomainEvent {
  return departmentCreated({ department: viewOf(department), origin });
}

/** @throws departmentErrors.default_department: a department stops being the default only when another becomes it */
export function update(current: Department, wanted: DepartmentUpdate, at: Date): DepartmentChange {
  if (current.isDefault && wanted.isDefault === false) throw departmentErrors.default_department();
  return changed(current, changeOf(wanted), at);
}

/** Another department has become the default. */
export function withoutDefault(current: Department, at: Date): DepartmentChange {
  return changed(current, { isDefault: false }, at);
}

/** The bot was deleted. */
export function withoutBot(current: Department, at: Date): DepartmentChange {
  return changed(current, { idBot: undefined }, at);
}

/** @throws departmentErrors.default_department */
export function remove(current: Department, at: Date): DepartmentChange {
  if (current.isDefault) throw departmentErrors.default_department();
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [departmentDeleted({ department: viewOf(next) })] };
}

const wireNames = {
  name: 'name',
  description: 'description',
  routing: 'routing',
  idBot: 'id_bot',
  botOnly: 'bot_only',
  idGroup: 'id_group',
  groups: 'groups',
  onlineMsg: 'online_msg',
  offlineMsg: 'offline_msg',
  isDefault: 'default',
  status: 'status',
  tags: 'tags',
} as const satisfies Partial<Record<keyof Department, string>>;

function changed(current: Department, change: Partial<Department>, at: Date): DepartmentChange {
  const fields = (Object.keys(wireNames) as (keyof typeof wireNames)[]).filter(
    (field) => field in change && !isDeepStrictEqual(current[field], change[field]),
  );
  if (fields.length === 0) return { next: current, events: [] };
  const next = { ...current, ...change, updatedAt: at, version: current.version + 1 };
  const changes = fields.map((field) => wireNames[field]);
  return { next, events: [departmentUpdated({ department: viewOf(next), changes })] };
}

/** The fields that were sent; cleared ones have no value. */
function changeOf(wanted: DepartmentUpdate): Partial<Department> {
  const sent = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent.map(([field, value]) => [field, value ?? undefined]));
}

export function groupIdsOf(department: Department): string[] {
  const ids = department.groups.map(({ group_id }) => group_id);
  return [...new Set(department.idGroup ? [department.idGroup, ...ids] : ids)];
}

/** Complete for agents and above. */
export function seesWhole(actor: Actor): boolean {
  return roleReaches(actor.role, 'agent');
}

export function viewOf(department: Department): DepartmentRecordView {
  return {
    ...publicViewOf(department),
    routing: department.routing,
    id_bot: department.idBot,
    bot_only: department.botOnly,
    id_group: department.idGroup,
    groups: department.groups,
    tags: department.tags,
    createdBy: department.createdBy,
    createdAt: department.createdAt.toISOString(),
    updatedAt: department.updatedAt.toISOString(),
    __v: department.version,
  };
}

export function publicViewOf(department: Department): PublicDepartmentView {
  return {
    _id: department.id,
    id: department.id,
    id_project: department.projectId,
    name: department.name,
    description: department.description,
    online_msg: department.onlineMsg,
    offline_msg: department.offlineMsg,
    default: department.isDefault,
    status: department.status,
    hasBot: department.idBot !== undefined,
  };
}
