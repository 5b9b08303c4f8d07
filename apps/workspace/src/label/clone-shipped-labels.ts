import { type labelApi, validationFailed } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { cloneFor } from '../shipped-label/shipped-labels.ts';
import { addShipped, viewOf } from './label.ts';

type CloneShippedLabels = Operation<typeof labelApi.cloneShippedLabels, Context>;

export const cloneShippedLabels: CloneShippedLabels = async (context, actor, { id_project: projectId, lang }) => {
  if (lang === undefined) throw validationFailed([{ param: 'lang', location: 'body', msg: 'Required' }]);

  const writing = { projectId, by: actor.id, at: new Date(), newId };
  const { after } = await context.labels.change(projectId, (current) => addShipped(current, cloneFor(lang), writing));
  if (!after) throw new Error('labels were cloned and are not there');
  return viewOf(after);
};
