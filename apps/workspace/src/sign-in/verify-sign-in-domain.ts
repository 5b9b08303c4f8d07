import { type signInApi, signInErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { judge, viewOf } from './sign-in-domain.ts';

type VerifySignInDomain = Operation<typeof signInApi.verifySignInDomain, Context>;

export const verifySignInDomain: VerifySignInDomain = async (context, _actor, { id_project, domain }) => {
  const known = await context.signInDomains.find(id_project, domain);
  if (!known) throw signInErrors.domain_not_found();
  // Asked before the transaction: a name server must never hold a lock.
  const records = await context.txtRecords(domain);
  const judged = await context.signInDomains.update(id_project, domain, (current) =>
    judge(current, records, new Date()),
  );
  if (judged.provedAt === undefined) throw signInErrors.domain_not_proved();
  return viewOf(judged);
};
