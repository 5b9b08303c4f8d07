import type { TagCopyChange } from '@parley/contracts';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { followTag as followTagOfDepartment } from '../department/department.ts';
import { followTag } from '../teammate/membership.ts';

/** Kind of the task that brings a change of a tag to the departments, teammates and visitors that carry it. */
export const tagTask = 'tag';

/** Changes the departments, then a batch of people. What is repeated after a crash changes nothing twice. */
export async function applyTagChange(
  context: Pick<Context, 'departments' | 'teammates'>,
  { projectId, payload }: Task,
  signal: AbortSignal,
) {
  const { departments, teammates } = context;
  const { after = '', ...change } = payload as TagCopyChange & { after?: string };
  if (after === '') {
    for (const id of await departments.tagged(projectId, change.from)) {
      await undefinedIfNotFound(
        departments.update(projectId, id, (current) => followTagOfDepartment(current, change, new Date())),
      );
    }
  }
  const carriers = await teammates.tagged(projectId, change.from, after);
  for (const id of carriers) {
    signal.throwIfAborted();
    await undefinedIfNotFound(teammates.update(projectId, id, (current) => followTag(current, change, new Date())));
  }
  const last = carriers.at(-1);
  return last === undefined ? undefined : new TaskContinuation({ ...change, after: last });
}
