import type { GetPublicKeysRequest, GetPublicKeysResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';

export async function getPublicKeySet(
  { signingKeys }: Context,
  _request: GetPublicKeysRequest,
): Promise<GetPublicKeysResponse> {
  return { keys: [...signingKeys.publicKeys] };
}
