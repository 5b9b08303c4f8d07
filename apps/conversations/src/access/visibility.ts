import { type Actor, isMachine, roleReaches } from '@parley/contracts';

import { hasAnyKey, keyOf } from '../request-state/open-keys.ts';
import type { SupportRequest } from '../request-state/request.ts';

/**
 * What an actor may see. This file has the rule of contract 20 section 2 three times: as SQL for a row, as SQL for
 * lists and as a predicate for records in memory; a test keeps them equal.
 */
export type Viewer =
  | { sees: 'all' }
  | { sees: 'one'; requestId: string }
  | { sees: 'departments'; user: string; teammate: string }
  /** Those that they serve or follow. */
  | { sees: 'served'; user: string; teammate: string }
  | { sees: 'own'; principal: string }
  | { sees: 'nothing' };

export function viewerOf(actor: Actor): Viewer {
  if (isMachine(actor.kind)) return actor.requestId ? { sees: 'one', requestId: actor.requestId } : { sees: 'all' };
  // A custom role only ever narrows what its base sees.
  if (roleReaches(actor.role, 'admin') && actor.visibility === undefined) return { sees: 'all' };
  if (roleReaches(actor.role, 'agent')) {
    const sees = actor.visibility === 'own' ? 'served' : 'departments';
    return { sees, user: actor.id, teammate: actor.teammateId ?? '' };
  }
  if (roleReaches(actor.role, 'guest')) return { sees: 'own', principal: actor.id };
  return { sees: 'nothing' };
}

export interface TeamScope {
  departments: readonly {
    id: string;
    default?: boolean;
    id_group?: string | null;
    groups?: readonly { group_id: string }[] | null;
  }[];
  groups: readonly { id: string; enabled: boolean; trashed?: boolean; members: readonly string[] }[];
  /** Project setting `current_agent_my_chats_only`. */
  ownChatsOnly: boolean;
}

/** What says who may see a request. */
export type VisibleFields = Pick<
  SupportRequest,
  'requestId' | 'requester' | 'participants' | 'followers' | 'departmentId'
>;

/** Whether this viewer may see this request. */
export function sees(viewer: Viewer, request: VisibleFields, scope: TeamScope): boolean {
  switch (viewer.sees) {
    case 'all':
      return true;
    case 'one':
      return request.requestId === viewer.requestId;
    case 'own':
      return request.requester === viewer.principal;
    case 'nothing':
      return false;
    case 'served':
      return isServedBy(viewer, request);
    case 'departments': {
      if (isServedBy(viewer, request)) return true;
      if (request.departmentId === null || scope.ownChatsOnly) return false;
      return isCandidate(scope, request.departmentId, viewer.user);
    }
  }
}

function isServedBy(
  { user, teammate }: { user: string; teammate: string },
  { participants, followers }: Pick<VisibleFields, 'participants' | 'followers'>,
): boolean {
  return participants.includes(user) || followers.includes(teammate);
}

/** Whether the user is a candidate of a department now; a deleted department counts as the default one. */
function isCandidate(scope: TeamScope, departmentId: string, user: string): boolean {
  const department = scope.departments.find(({ id }) => id === departmentId);
  const counting = department ? [department] : scope.departments.filter((one) => one.default);
  return counting.some((one) => includes(one, scope.groups, user));
}

/** User ids that see the requests of a department through its groups; `null`: the whole team. */
export function candidatesOf(scope: TeamScope, departmentId: string): string[] | null {
  const department = scope.departments.find(({ id }) => id === departmentId);
  const counting = department ? [department] : scope.departments.filter((one) => one.default);
  const members = counting.map((one) => {
    const named = [...(one.id_group ? [one.id_group] : []), ...groupIds(one.groups)];
    if (named.length === 0) return null;
    return scope.groups
      .filter(({ id, enabled, trashed }) => named.includes(id) && enabled && !trashed)
      .flatMap((group) => group.members);
  });
  return members.includes(null) ? null : members.flatMap((some) => some ?? []);
}

function includes(department: TeamScope['departments'][number], groups: TeamScope['groups'], user: string): boolean {
  const named = [...(department.id_group ? [department.id_group] : []), ...groupIds(department.groups)];
  if (named.length === 0) return true;
  return groups.some(
    ({ id, enabled, trashed, members }) => named.includes(id) && enabled && !trashed && members.includes(user),
  );
}

function groupIds(groups: readonly { group_id: string }[] | null | undefined): string[] {
  return (groups ?? []).map(({ group_id }) => group_id);
}

/** Adds a value to a statement and returns its placeholder, `$7`. */
type Bind = (value: unknown) => string;

/**
 * A condition on `request r`: this viewer may see it.
 * @param project SQL of the project id, `r.id_project` or its placeholder
 */
export function visibleSql(viewer: Viewer, project: string, bind: Bind): string {
  switch (viewer.sees) {
    case 'all':
      return 'true';
    case 'one':
      return `r.request_id = ${bind(viewer.requestId)}`;
    case 'own':
      return `r.requester = ${bind(viewer.principal)}`;
    case 'nothing':
      return 'false';
    case 'served':
      return `(${bind(viewer.user)} = any(r.participants) or ${bind(viewer.teammate)} = any(r.followers))`;
    case 'departments': {
      const user = bind(viewer.user);
      return `(${user} = any(r.participants) or ${bind(viewer.teammate)} = any(r.followers) or (
        r.department_id is not null and not ${ownChatsOnlySql(project)} and case
          when r.department_id in (${departmentsSql(project)}) then r.department_id in (${candidateSql(project, user)})
          else exists (${candidateSql(project, user)} and d.record->'default' = 'true')
        end))`;
    }
  }
}

/** The conditions that select what a viewer sees of a list. */
export interface VisibleList {
  /** Common table expression that the parts need. */
  given?: string;
  parts: VisiblePart[];
}

/** One of the disjoint conditions. */
export interface VisiblePart {
  sql: string;
  /** The same among open requests, for a query of its own: an index answers it. */
  ofOpen: string;
  /** It depends on the department alone: whole departments match or do not. */
  isOfDepartments: boolean;
}

/**
 * The same for a list of many rows: disjoint conditions, so that each can be
 * counted through an index of its own. The visible departments are computed once, from those that requests have.
 */
export function visibleListSql(viewer: Viewer, project: string, bind: Bind): VisibleList {
  if (viewer.sees !== 'departments' && viewer.sees !== 'served') {
    const sql = visibleSql(viewer, project, bind);
    return { parts: [{ sql, ofOpen: sql, isOfDepartments: viewer.sees === 'all' }] };
  }
  const [user, teammate] = [bind(viewer.user), bind(viewer.teammate)];
  const inDepartment = 'r.department_id = any (array(select id from visible_departments))';
  const elsewhere = `not coalesce(${inDepartment}, false)`;
  const inPerson = `(r.participants @> array[${user}::text] or r.followers @> array[${teammate}::text])`;
  const openKeys = hasAnyKey([keyOf('participant', user), keyOf('follower', teammate)]);
  if (viewer.sees === 'served') return { parts: [{ sql: inPerson, ofOpen: openKeys, isOfDepartments: false }] };
  return {
    given: `visible_departments as materialized (${visibleDepartmentsSql(project, user)})`,
    parts: [
      { sql: inDepartment, ofOpen: inDepartment, isOfDepartments: true },
      {
        sql: `${inPerson} and ${elsewhere}`,
        ofOpen: `${openKeys} and ${elsewhere}`,
        isOfDepartments: false,
      },
    ],
  };
}

/** Departments with requests that the user is a candidate of; a loose index scan, one probe for each department. */
const visibleDepartmentsSql = (project: string, user: string): string => `with recursive known as (
    (select q.department_id as id from request q where q.id_project = ${project} and q.department_id is not null
      order by q.department_id limit 1)
    union all
    select (select q.department_id from request q where q.id_project = ${project} and q.department_id > k.id
      order by q.department_id limit 1) from known k where k.id is not null)
  select k.id from known k where k.id is not null and not ${ownChatsOnlySql(project)} and case
    when k.id in (${departmentsSql(project)}) then k.id in (${candidateSql(project, user)})
    else exists (${candidateSql(project, user)} and d.record->'default' = 'true')
  end`;

const ownChatsOnlySql = (project: string): string => `exists (select 1 from copy_project p
  where p.id_project = ${project} and p.record->'settings'->'current_agent_my_chats_only' = 'true')`;

const departmentsSql = (project: string): string =>
  `select d.id from copy_department d where d.id_project = ${project} and not d.deleted`;

const candidateSql = (project: string, user: string): string =>
  `${departmentsSql(project)} and ${isCandidateSql('d', user)}`;

/** Whether the user is a candidate of a row of `copy_department`. */
const isCandidateSql = (d: string, user: string): string => `(
  (coalesce(${d}.record->>'id_group', '') = '' and coalesce(${d}.record->'groups', '[]') in ('[]', 'null'))
  or exists (select 1 from copy_group g where g.id_project = ${d}.id_project and not g.deleted
    and g.record->'enabled' = 'true' and coalesce(g.record->'trashed', 'false') <> 'true'
    and g.record->'members' ? ${user} and (g.id = ${d}.record->>'id_group'
      or ${d}.record->'groups' @> jsonb_build_array(jsonb_build_object('group_id', g.id)))))`;
