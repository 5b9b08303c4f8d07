import type { signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './sign-in-domain.ts';

type DeleteSignInDomain = Operation<typeof signInApi.deleteSignInDomain, Context>;

export const deleteSignInDomain: DeleteSignInDomain = async (context, _actor, { id_project, domain }) =>
  viewOf(await context.signInDomains.remove(id_project, domain));
