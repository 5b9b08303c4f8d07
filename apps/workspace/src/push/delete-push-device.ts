import { type pushApi, pushErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './push-device.ts';

type DeletePushDevice = Operation<typeof pushApi.deletePushDevice, Context>;

export const deletePushDevice: DeletePushDevice = async ({ pushDevices }, actor, input) => {
  const removed = await pushDevices.remove(input.id_project, input.push_device_id, actor.id);
  if (!removed) throw pushErrors.push_device_not_found();
  return viewOf(removed);
};
