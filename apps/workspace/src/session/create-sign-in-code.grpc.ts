import { commonErrors } from '@parley/contracts';
import type { CreateSignInCodeRequest, CreateSignInCodeResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { UserStatus } from '../user/user.ts';

/** A code that signs one browser in without a password: for the link that a start on a developer's machine prints. */
export async function createSignInCode(
  context: Context,
  { idUser }: CreateSignInCodeRequest,
): Promise<CreateSignInCodeResponse> {
  if (context.config.NODE_ENV === 'production') throw commonErrors.role_too_low();
  const user = await context.users.findById(idUser);
  if (user?.status !== UserStatus.active || user.provisionedBy !== undefined) throw commonErrors.route_not_found();
  return { code: await context.codes.issue(user.id, 'sign_in', new Date()) };
}
