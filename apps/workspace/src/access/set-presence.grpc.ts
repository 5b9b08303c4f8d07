import { isRecordId, isStorable, noProject, validationFailed } from '@parley/contracts';
import type {
  PresentPrincipal,
  SetPresenceRequest,
  SetPresenceResponse,
} from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { isRecent, type OnlinePrincipal } from '../teammate/presence.ts';

const maxPrincipals = 1000;

/** Records which principals are connected to a replica of realtime. @throws commonErrors.validation_failed */
export async function setPresence(
  context: Context,
  { principals, seenAtMs }: SetPresenceRequest,
): Promise<SetPresenceResponse> {
  if (principals.length > maxPrincipals) {
    throw validationFailed([{ param: 'principals', location: 'body', msg: `At most ${maxPrincipals}` }]);
  }
  const at = new Date();
  // A sender's clock that runs ahead must not prolong presence.
  const seenAt = new Date(Math.min(seenAtMs, at.getTime()));
  const present = principals.map(onlinePrincipalOf);
  if (present.length === 0 || !isRecent(seenAt, at)) return { applied: 0 };

  const applied = await context.presence.report(present, seenAt);
  await context.presence.show(await context.presence.listNewlyOnline(present, at), at);
  return { applied };
}

function onlinePrincipalOf({ idUser, idProject, uuidUser }: PresentPrincipal): OnlinePrincipal {
  if (idUser !== undefined && isRecordId(idUser)) return { projectId: noProject, principalId: idUser };
  if (isRecordId(idProject) && uuidUser && uuidUser.length <= 512 && isStorable(uuidUser)) {
    return { projectId: idProject, principalId: uuidUser };
  }
  throw validationFailed([{ param: 'principals', location: 'body', msg: 'Is neither a person nor a visitor' }]);
}
