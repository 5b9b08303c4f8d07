import type { departmentApi, InputOf } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Department, DepartmentUpdate } from './department.ts';

type Sent = InputOf<typeof departmentApi.updateDepartment>;

/** Maps a body to an update; an empty text counts as null. */
export function departmentUpdateOf(sent: Omit<Sent, 'id_project' | 'department_id'>): DepartmentUpdate {
  return {
    name: sent.name,
    description: textOrNull(sent.description),
    routing: sent.routing,
    idBot: textOrNull(sent.id_bot),
    botOnly: sent.bot_only,
    idGroup: textOrNull(sent.id_group),
    groups: sent.groups === null ? [] : sent.groups?.map(shareOf),
    onlineMsg: textOrNull(sent.online_msg),
    offlineMsg: textOrNull(sent.offline_msg),
    isDefault: sent.default,
    status: sent.status,
    tags: sent.tags,
  };
}

/** Shares of groups that stay keep their ids. */
export function withKnownShares(wanted: DepartmentUpdate, { groups: known }: Department): DepartmentUpdate {
  const idOf = new Map(known.map(({ group_id, _id }) => [group_id, _id]));
  return {
    ...wanted,
    groups: wanted.groups?.map((share) => ({ ...share, _id: idOf.get(share.group_id) ?? share._id })),
  };
}

function shareOf({
  group_id,
  percentage = 0,
}: {
  group_id: string;
  percentage?: number;
}): Department['groups'][number] {
  return { _id: newId(), group_id, percentage };
}

function textOrNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}
