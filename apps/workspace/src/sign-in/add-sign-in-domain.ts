import type { signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './sign-in-domain.ts';

type AddSignInDomain = Operation<typeof signInApi.addSignInDomain, Context>;

export const addSignInDomain: AddSignInDomain = async (context, actor, { id_project, domain }) =>
  viewOf(await context.signInDomains.add(id_project, domain, actor.id, new Date()));
