import type { DepartmentRecordView, ParamsOf, updateDepartment } from '@parley/sdk';

/** A department as its form shows it: what is not set is an empty text. */
export interface DepartmentForm {
  name: string;
  description: string;
  routing: string;
  id_bot: string;
  /** Ids, in the order of the record; none: all teammates. */
  groups: readonly string[];
  visible: boolean;
  default: boolean;
  online_msg: string;
  offline_msg: string;
}

type Body = Omit<ParamsOf<typeof updateDepartment>, 'department_id' | 'id_project'>;

export const newDepartment: DepartmentRecordView = {
  _id: '',
  id: '',
  __v: 0,
  id_project: '',
  createdBy: '',
  createdAt: '',
  updatedAt: '',
  name: '',
  routing: 'assigned',
  default: false,
  status: 1,
  hasBot: false,
  groups: [],
  tags: [],
};

export function formOfDepartment(record: DepartmentRecordView): DepartmentForm {
  const {
    name,
    routing,
    id_bot = '',
    id_group,
    groups,
    status,
    description = '',
    online_msg = '',
    offline_msg = '',
  } = record;
  const ids = groups.map(({ group_id }) => group_id);
  return {
    name,
    description,
    routing,
    id_bot,
    groups: [...new Set(id_group === undefined ? ids : [id_group, ...ids])],
    visible: status === 1,
    default: record.default,
    online_msg,
    offline_msg,
  };
}

/** What to send of a form’s changes. Shares of groups, which have no effect, stay as they were. */
export function bodyOfDepartment(changes: Partial<DepartmentForm>, record: DepartmentRecordView): Body {
  const { groups, visible, id_bot, description, online_msg, offline_msg, routing, ...rest } = changes;
  return {
    ...rest,
    ...(routing !== undefined && { routing: routing as 'assigned' | 'pooled' | 'fixed' }),
    ...(groups && groupsOf(groups, record)),
    ...(visible !== undefined && { status: visible ? 1 : 0 }),
    ...emptyAsNull({ id_bot, description, online_msg, offline_msg }),
  };
}

function groupsOf(ids: readonly string[], record: DepartmentRecordView): Body {
  const [only] = ids;
  if (only === undefined) return { id_group: null, groups: null };
  if (ids.length === 1) return { id_group: only, groups: null };
  const shareOf = (id: string) => record.groups.find(({ group_id }) => group_id === id)?.percentage;
  const groups = ids.map((group_id) => {
    const percentage = shareOf(group_id);
    return { group_id, ...(percentage !== undefined && { percentage }) };
  });
  return { id_group: null, groups };
}

function emptyAsNull(texts: Record<string, string | undefined>): Record<string, string | null> {
  const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, text]) => [name, text.trim() === '' ? null : text]));
}
