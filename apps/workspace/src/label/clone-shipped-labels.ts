import { type labelApi, validationFailed } from '@parley/contracts';
import { newId, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { shippedFor } from '../shipped-label/shipped-labels.ts';
import { addShipped, viewOf } from './label.ts';

type CloneShippedLabels = Operation<typeof labelApi.cloneShippedLabels, Context>;

export const cloneShippedLabels: CloneShippedLabels = async (context, actor, { id_project: projectId, lang }) => {
  const shipped = lang === undefined ? undefined : shippedFor(lang);
  if (!shipped) {
    const msg = lang === undefined ? 'Required' : 'Is not a language of the predefined labels';
    throw validationFailed([{ param: 'lang', location: 'body', msg, value: lang }]);
  }

  const writing = { projectId, by: actor.id, at: new Date(), newId };
  const { after } = await context.labels.change(projectId, (current) => addShipped(current, shipped, writing));
  if (!after) throw new Error('labels were cloned and are not there');
  return viewOf(after);
};
