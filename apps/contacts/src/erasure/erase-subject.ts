import type { erasureApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { begun, viewOf } from './erasure.ts';

type EraseSubject = Operation<typeof erasureApi.eraseSubject, Context>;

/** Erases the data of the lead at once; the worker asks the other services. */
export const eraseSubject: EraseSubject = async (context, actor, { id_project: projectId, lead, reason = null }) => {
  await context.conversations.refuseHeld(projectId, lead);
  const at = new Date();
  const services = context.subjects.map(({ service }) => service);
  const erasure = await context.erasures.begin(projectId, lead, at, ({ leadId }) =>
    begun({ id: newId(at), projectId, lead, leadId, requestedBy: actor.id, reason }, services, at),
  );
  return viewOf(erasure);
};
