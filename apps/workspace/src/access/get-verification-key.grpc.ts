import { projectErrors } from '@parley/contracts';
import type { GetVerificationKeyRequest, GetVerificationKeyResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';

/** @throws projectErrors.project_not_found also when the project has no secret */
export async function getVerificationKey(
  context: Context,
  { idProject }: GetVerificationKeyRequest,
): Promise<GetVerificationKeyResponse> {
  const key = await context.keys.find(idProject);
  if (!key) throw projectErrors.project_not_found();
  return { algorithm: 'HS256', secret: key.secret, version: key.version };
}
