import { projectErrors } from '@parley/contracts';
import type { GetProjectRequest, GetProjectResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { viewOf } from '../project/project.ts';

/** @throws projectErrors.project_not_found */
export async function getProjectFacts(context: Context, { idProject }: GetProjectRequest): Promise<GetProjectResponse> {
  const [project, version] = await Promise.all([
    context.projects.find(idProject),
    context.projects.directoryVersionOf(idProject),
  ]);
  if (!project || version === undefined) throw projectErrors.project_not_found();

  // The agent's view, without the mail server's settings.
  const { settings, attributes } = viewOf(project, 'agent');
  return {
    idProject,
    name: project.name,
    status: project.status,
    settingsJson: JSON.stringify(settings),
    attributesJson: JSON.stringify(attributes),
    version,
  };
}
