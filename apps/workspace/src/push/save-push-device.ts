import { type pushApi, pushErrors, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './push-device.ts';
import { isPointOnCurve } from './push-message.ts';

type SavePushDevice = Operation<typeof pushApi.savePushDevice, Context>;

export const savePushDevice: SavePushDevice = async (context, actor, input) => {
  const { id_project: projectId, endpoint, keys, language = 'en', timezone = 'UTC', shows_text = false } = input;
  if (!context.vapidKey) throw pushErrors.push_off();
  if (actor.jti === undefined) throw pushErrors.push_session_required();
  if (!isPointOnCurve(Buffer.from(keys.p256dh, 'base64url')))
    throw validationFailed([{ param: 'keys.p256dh', location: 'body', msg: 'Must be a point of P-256' }]);
  await context.outbound.check([endpoint]);

  const stored = await context.pushDevices.save({
    ...{ projectId, idUser: actor.id, jti: actor.jti, language, timezone, showsText: shows_text },
    target: { endpoint, ...keys },
  });
  context.watchedProjects.add(projectId);
  return viewOf(stored);
};
