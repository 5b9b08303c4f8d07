import { type labelApi, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { languagesFor } from '../shipped-label/shipped-labels.ts';
import { resolve } from './label.ts';

type GetLanguageLabels = Operation<typeof labelApi.getLanguageLabels, Context>;

export const getLanguageLabels: GetLanguageLabels = async (context, _actor, { id_project, lang }) => {
  if ((await context.projects.directoryVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  return resolve(lang, await context.labels.entriesFor(id_project, languagesFor(lang)));
};
