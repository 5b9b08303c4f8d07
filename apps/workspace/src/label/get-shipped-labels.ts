import { type labelApi, labelErrors, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { fallbackLanguage, shippedFor } from '../shipped-label/shipped-labels.ts';

type GetShippedLabels = Operation<typeof labelApi.getShippedLabels, Context>;
type GetAskedShippedLabels = Operation<typeof labelApi.getAskedShippedLabels, Context>;

/** Serves both routes: the language in the path or in the query. */
export const getShippedLabels: GetShippedLabels & GetAskedShippedLabels = async (context, _actor, input) => {
  const { id_project, lang = fallbackLanguage } = input;
  if ((await context.projects.directoryVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const shipped = shippedFor(lang);
  if (!shipped) throw labelErrors.language_not_shipped();
  return shipped;
};
