import { projectErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * The version of everything routing depends on in a project: settings, team, groups, departments, labels. Callers order
 * answers by it. Read it before the data: an answer may then be newer than its version, never older.
 * @throws projectErrors.project_not_found
 */
export async function requireDirectoryVersion({ projects }: Context, projectId: string): Promise<number> {
  const version = await projects.directoryVersionOf(projectId);
  if (version === undefined) throw projectErrors.project_not_found();
  return version;
}
