import type { tokenApi } from '@parley/contracts';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetPublicKeys = Operation<typeof tokenApi.getPublicKeys, Context>;

export const getPublicKeys: GetPublicKeys = async ({ signingKeys }) =>
  answer({ keys: [...signingKeys.publicKeys] }, { 'cache-control': 'public, max-age=300' });
