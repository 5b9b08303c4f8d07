import type { sessionApi } from '@parley/contracts';
import { answer, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { clearedCookie, secretIn } from './session-cookie.ts';

type EndSession = RawOperation<typeof sessionApi.endSession, Context>;

export const endSession: EndSession = async (context, _actor, _input, { req }) => {
  const { PUBLIC_URL: publicUrl } = context.config;
  const secret = secretIn(req.headers.cookie, publicUrl);
  if (secret !== undefined) await context.sessions.end(secret);
  const body = { success: true, msg: 'You are signed out.' } as const;
  return answer(body, { 'set-cookie': clearedCookie(publicUrl) });
};
