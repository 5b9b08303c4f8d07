import { type labelApi, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { publicViewOf, seesWhole, viewOf } from './label.ts';

type GetLabels = Operation<typeof labelApi.getLabels, Context>;

export const getLabels: GetLabels = async (context, actor, { id_project }) => {
  if ((await context.projects.directoryVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const labels = await context.labels.find(id_project);
  if (!labels) return {};
  return seesWhole(actor) ? viewOf(labels) : publicViewOf(labels);
};
