import { type oidcApi, oidcErrors } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { placeOf } from './connection.ts';
import { connectionOf } from './connection-of.ts';
import { flowCookie } from './flow-cookie.ts';
import { lead, signInPage } from './lead.ts';
import { flowMs } from './oidc.repository.ts';

type StartOidc = RawOperation<typeof oidcApi.startOidc, Context>;

export const startOidc: StartOidc = async (context, _actor, { connection: id, return: wanted }, { res }) => {
  const { PUBLIC_URL: publicUrl } = context.config;
  const connection = await connectionOf(context, id);
  if (!connection) throw oidcErrors.connection_not_found();
  const returnTo = placeOf(wanted, publicUrl);
  try {
    const { url, ...request } = await context.issuers.begin(connection);
    const browser = await context.oidc.begin({ connection: id, returnTo, request }, new Date());
    return lead(res, url.href, flowCookie(browser, { publicUrl, maxAgeMs: flowMs }));
  } catch (error) {
    return lead(res, signInPage(returnTo, error, context.log));
  }
};
