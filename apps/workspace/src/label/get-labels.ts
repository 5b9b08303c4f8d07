import { type labelApi, projectErrors } from '@parley/contracts';
import { answer, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { viewOf } from './label.ts';
import { remembered, revalidated } from './remembered.ts';

type GetLabels = Operation<typeof labelApi.getLabels, Context>;

export const getLabels: GetLabels = async (context, _actor, { id_project }) => {
  if ((await context.projects.rosterVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const labels = await context.labels.find(id_project);
  return labels ? answer(viewOf(labels), revalidated) : remembered({});
};
