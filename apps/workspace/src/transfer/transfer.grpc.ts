import { transferErrors } from '@parley/contracts';
import type { Copy } from '@parley/proto-gen/transfer/v1/transfer';
import { serveTransfer } from '@parley/service-kit/transfer';

import { viewOf as cannedView } from '../canned/canned.ts';
import type { Context } from '../context.ts';
import { viewOf as departmentView } from '../department/department.ts';
import { groupViewOf } from '../group/group.ts';
import { viewOf as holidayView } from '../holiday/holiday.ts';
import { runAfter } from '../import/import-run.ts';
import { eventViewOf } from '../project/project.ts';
import { viewOf as teammateView } from '../teammate/teammate.ts';
import { loadUsers } from './load-users.ts';
import { workspaceKinds } from './workspace-kinds.ts';

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: ({ secrets }) => workspaceKinds(secrets),

  async begin({ db }, projectId) {
    const [project] = await db.query('select from projects where id_project = $1', [projectId]);
    if (project) throw transferErrors.project_exists();
  },

  load: {
    async user({ db, secrets }, batch) {
      const kind = workspaceKinds(secrets).find(({ kind: name }) => name === 'user');
      if (!kind) throw new Error('there is no kind of users');
      return loadUsers(db, kind, batch);
    },
  },

  // From here on the project is found.
  async activate({ db }, projectId) {
    await db.query('update projects set status = 100 where id_project = $1 and status = 50', [projectId]);
    await db.query('delete from imported_users where id_project = $1', [projectId]);
  },

  // People who came with this import, and are nowhere else.
  async discard({ db }, projectId) {
    await db.query('delete from memberships where id_project = $1', [projectId]);
    await db.query(
      `delete from users u using imported_users i where i.id_project = $1 and u.id = i.id_user
         and not exists (select from memberships m where m.id_user = u.id)`,
      [projectId],
    );
  },

  report({ imports }, { idProject, import: id, ...report }) {
    return imports.update(idProject, id, (current, at) => runAfter(current, report, at));
  },

  async projects({ db }, after) {
    const text =
      'select id_project as id from projects where status = 100 and id_project > $1 order by id_project limit 100';
    return (await db.query<{ id: string }>(text, [after])).map(({ id }) => id);
  },

  async *copies(context, projectId) {
    yield* people(context, projectId);
    const groups = await context.groups.listAll(projectId);
    yield groups.map((group) => copy('group', group, groupViewOf(group)));
    const departments = await context.departments.listAll(projectId);
    yield departments.map((department) => copy('department', department, departmentView(department)));
    const holidays = await context.holidays.list(projectId);
    yield holidays.map((holiday) => copy('holiday', holiday, holidayView(holiday)));
    const responses = await context.canned.live(projectId);
    yield responses.map((response) => copy('canned', response, cannedView(response)));
    const project = await context.projects.find(projectId);
    // The last one: others begin to work for a project that they know.
    if (project) yield [copy('project', project, eventViewOf(project))];
  },
});

async function* people(context: Context, projectId: string): AsyncGenerator<Copy[]> {
  for (let after = ''; ; ) {
    const teammates = await context.membershipQueries.listAfter(projectId, after);
    const last = teammates.at(-1);
    if (!last) return;
    yield teammates.map((teammate) => copy('membership', teammate, teammateView(teammate, 'whole')));
    after = last.id;
  }
}

function copy(kind: string, { id, version }: { id: string; version: number }, record: object): Copy {
  return { kind, id, version, recordJson: JSON.stringify(record) };
}
