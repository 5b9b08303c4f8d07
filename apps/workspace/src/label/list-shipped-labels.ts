import { type labelApi, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { shippedLanguages } from '../shipped-label/shipped-labels.ts';

type ListShippedLabels = Operation<typeof labelApi.listShippedLabels, Context>;

export const listShippedLabels: ListShippedLabels = async (context, _actor, { id_project }) => {
  if ((await context.projects.directoryVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  return [...shippedLanguages];
};
