import type { botApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { rotate } from './bot-changes.ts';
import { newSecret } from './secret.ts';

type RotateBotSecret = Operation<typeof botApi.rotateBotSecret, Context>;

const hourMs = 3_600_000;

export const rotateBotSecret: RotateBotSecret = async (context, _actor, { id_project, bot: id, overlapHours }) => {
  const at = new Date();
  const secret = newSecret();
  const sealed = context.secrets.seal(secret, id);
  const until = overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * hourMs);
  await context.bots.update(id_project, id, (current) =>
    rotate(current, { secret: sealed, previous: until && current.secret }, until, at),
  );
  return { _id: id, id, secret, ...(until && { previousSecretExpiresAt: until.toISOString() }) };
};
