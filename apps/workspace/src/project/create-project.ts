import { commonErrors, type projectApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { defaultDepartment } from '../department/department.ts';
import { personOf } from '../teammate/teammate.repository.ts';
import { newTeammate } from '../teammate/teammate.ts';
import { newProject, viewOf } from './project.ts';
import { created } from './project-change.ts';

type CreateProject = Operation<typeof projectApi.createProject, Context>;

export const createProject: CreateProject = async (context, actor, { name, attributes }) => {
  const at = new Date();
  const project = newProject(newId(at), { name, attributes }, actor.id, at);
  const membership = { id: newId(at), projectId: project.id, role: 'owner', userAvailable: true, createdBy: actor.id };

  await context.db.transaction(async () => {
    // Locks the owner, so that concurrent calls cannot exceed the limit nor outlive the deletion of the owner.
    const owner = await context.users.update(actor.id, (current) => ({ next: current }));
    const owned = await context.ownProjects.countOwned(actor.id);
    if (owned >= context.config.MAX_OWNED_PROJECTS) {
      throw commonErrors.limit_reached({ limit: context.config.MAX_OWNED_PROJECTS });
    }

    await context.projects.insert(project, [created(project)], actor);
    await context.teammates.insert(newTeammate(membership, personOf(owner), at), 'project');
    await context.departments.insert(defaultDepartment(newId(at), project.id, actor.id, at), 'project');
  });
  return viewOf(project, 'owner');
};
