import type { labelApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { entryOf, entryViewOf, setLanguage } from './label.ts';

type SetLabels = Operation<typeof labelApi.setLabels, Context>;

export const setLabels: SetLabels = async (context, actor, input) => {
  const { id_project: projectId, lang, data, category, default: isDefault } = input;
  const writing = { projectId, by: actor.id, at: new Date(), newId };
  const { after } = await context.labels.change(projectId, (current) =>
    setLanguage(current, { lang, data, category, isDefault }, writing),
  );
  const entry = entryOf(after, lang);
  if (!entry) throw new Error('labels were stored without the language that was set');
  return entryViewOf(entry);
};
