import { type labelApi, labelErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { entryOf, entryViewOf, makeDefault } from './label.ts';

type SetDefaultLanguage = Operation<typeof labelApi.setDefaultLanguage, Context>;

export const setDefaultLanguage: SetDefaultLanguage = async (context, actor, { id_project: projectId, lang }) => {
  const writing = { projectId, by: actor.id, at: new Date(), newId };
  const { after } = await context.labels.change(projectId, (current) => makeDefault(current, lang, writing));
  const entry = entryOf(after, lang);
  if (!entry) throw labelErrors.language_not_found();
  return entryViewOf(entry);
};
