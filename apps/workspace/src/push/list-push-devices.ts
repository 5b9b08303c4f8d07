import type { pushApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './push-device.ts';

type ListPushDevices = Operation<typeof pushApi.listPushDevices, Context>;

export const listPushDevices: ListPushDevices = async ({ pushDevices, vapidKey }, actor, { id_project: projectId }) => {
  const devices = await pushDevices.listOf(projectId, actor.id);
  return { ...(vapidKey && { key: vapidKey.publicKey }), devices: devices.map(viewOf) };
};
