import { AppError, oidcErrors, userErrors } from '@parley/contracts';
import { headersOf, type RawCall } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutFactor } from '../factor/answer-challenge.ts';
import { openSession } from '../session/open-session.ts';
import type { Connection } from './connection.ts';
import { connectionOf } from './connection-of.ts';
import { flowIn } from './flow-cookie.ts';
import { lead, signInPage, signInStep } from './lead.ts';
import { personOf } from './person-of.ts';

/** Takes up the browser that comes from an issuer. @param path of the address that it came to: the connection, absent for those of the installation */
export async function takeUpBrowser(
  context: Context,
  path: string | undefined,
  { req, res }: RawCall,
): Promise<undefined> {
  const at = new Date();
  let returnTo = '/console/';
  try {
    const browser = flowIn(req.headers.cookie, context.config.PUBLIC_URL);
    const search = req.url?.slice(req.url.indexOf('?')) ?? '';
    const state = new URLSearchParams(search).get('state') ?? '';
    const flow = browser && (await context.oidc.redeem(state, browser, at));
    const connection = flow && (await connectionOf(context, flow.connection));
    if (!flow || !connection) throw userErrors.sign_in_code_invalid();
    returnTo = flow.returnTo;
    refuseForeignAddress(connection, path);
    const login = await context.issuers.finish(connection, search, flow.request);

    // What it throws undoes it; a person who is refused may have lost their place, which stays.
    const person = await context.db.transaction(() => personOf(context, connection, login, at));
    if ('refusal' in person) throw person.refusal;
    const { user, loginId } = person;
    if ('challenge' in person) {
      const { name } = connection;
      return lead(res, signInStep(returnTo, { link: person.challenge, name, email: user.email }));
    }
    await refuseWithoutFactor(context, { user, credentialsVersion: user.credentialsVersion, loginId });
    const session = await context.db.transaction(() => openSession(context, user, { via: 'oidc', loginId }));
    return lead(res, returnTo, headersOf(session)?.['set-cookie'] ?? '');
  } catch (error) {
    if (error instanceof AppError && error.code === 'second_factor_required') {
      const { challenge, methods } = error.details as { challenge: string; methods: string[] };
      return lead(res, signInStep(returnTo, { challenge, methods: methods.join(',') }));
    }
    return lead(res, signInPage(returnTo, error, context.log));
  }
}

/** What came back to the address of another connection was meant for another issuer. @throws oidcErrors.sign_in_refused */
function refuseForeignAddress({ id, project }: Connection, path: string | undefined): void {
  if (path !== (project === undefined ? undefined : id)) throw oidcErrors.sign_in_refused();
}
