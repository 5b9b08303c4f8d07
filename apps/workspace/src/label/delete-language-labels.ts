import { type labelApi, labelErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { entryOf, entryViewOf, removeLanguage } from './label.ts';

type DeleteLanguageLabels = Operation<typeof labelApi.deleteLanguageLabels, Context>;

export const deleteLanguageLabels: DeleteLanguageLabels = async (context, actor, { id_project: projectId, lang }) => {
  const writing = { projectId, by: actor.id, at: new Date(), newId };
  const { before } = await context.labels.change(projectId, (current) => removeLanguage(current, lang, writing));
  const entry = entryOf(before, lang);
  if (!entry) throw labelErrors.language_not_found();
  return entryViewOf(entry);
};
