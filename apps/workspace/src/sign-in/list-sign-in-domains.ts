import type { signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './sign-in-domain.ts';

type ListSignInDomains = Operation<typeof signInApi.listSignInDomains, Context>;

export const listSignInDomains: ListSignInDomains = async (context, _actor, { id_project }) =>
  (await context.signInDomains.list(id_project)).map(viewOf);
