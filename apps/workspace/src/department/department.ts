import {
  type Actor,
  type DepartmentRecordView,
  type DomainEvent,
  departmentCreated,
  departmentUpdated,
  type PublicDepartmentView,
  roleReaches,
} from '@parley/contracts';

/** Visible in the widget, hidden from it, in no list. */
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

export type NewDepartment = Pick<Department, 'name'> &
  Partial<
    Pick<
      Department,
      | 'description'
      | 'routing'
      | 'botOnly'
      | 'idGroup'
      | 'groups'
      | 'onlineMsg'
      | 'offlineMsg'
      | 'isDefault'
      | 'status'
      | 'tags'
    >
  >;

export function newDepartment(id: string, projectId: string, wanted: NewDepartment, by: string, at: Date): Department {
  return {
    id,
    projectId,
    ...wanted,
    routing: wanted.routing ?? 'pooled',
    groups: wanted.groups ?? [],
    isDefault: wanted.isDefault ?? false,
    status: wanted.status ?? DepartmentStatus.visible,
    tags: wanted.tags ?? [],
    createdBy: by,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

/** Made with the project, so that a conversation always has somewhere to go. */
export function defaultDepartment(id: string, projectId: string, by: string, at: Date): Department {
  return newDepartment(id, projectId, { name: 'Default Department', routing: 'assigned', isDefault: true }, by, at);
}

export function created(department: Department): DomainEvent {
  return departmentCreated({ department: viewOf(department) });
}

/** The mark has gone to another department. */
export function withoutMark(current: Department, at: Date): { next: Department; events: DomainEvent[] } {
  const next = { ...current, isDefault: false, updatedAt: at, version: current.version + 1 };
  return { next, events: [departmentUpdated({ department: viewOf(next), changes: ['default'] })] };
}

export function groupIdsOf(department: Department): string[] {
  const ids = department.groups.map(({ group_id }) => group_id);
  return [...new Set(department.idGroup ? [department.idGroup, ...ids] : ids)];
}

/** Whole for agents and above. */
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
