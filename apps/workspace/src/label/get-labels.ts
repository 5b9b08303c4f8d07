import { type labelApi, projectErrors } from '@parley/contracts';
import { type Operation, revalidated } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { viewOf } from './label.ts';

type GetLabels = Operation<typeof labelApi.getLabels, Context>;

export const getLabels: GetLabels = async (context, _actor, { id_project }) => {
  if ((await context.projects.rosterVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const labels = await context.labels.find(id_project);
  return revalidated(labels ? viewOf(labels) : {});
};
