import type { Context } from '../context.ts';
import type { Project } from './project.ts';
import { remove } from './project-change.ts';

/** Ends a project for everyone; its rows are erased later. @throws commonErrors.not_a_member when it is deleted */
export function endProject(context: Context, projectId: string): Promise<Project> {
  return context.db.transaction(async () => {
    // Blocks visitors from signing in meanwhile: their tokens would survive the project.
    await context.projects.lockWhole(projectId);
    const { after } = await context.projects.change(projectId, (current) => remove(current, new Date()));
    await context.tokens.revokeOfProject(projectId, 'all', 'deleted');
    return after;
  });
}
