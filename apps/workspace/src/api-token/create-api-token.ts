import { type apiTokenApi, hasRight, rightMissing, roleReaches, roleTooLow, validationFailed } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { readAddressEntry } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import { newApiToken, viewOf } from './api-token.ts';
import { newSecret } from './secret.ts';

type CreateApiToken = Operation<typeof apiTokenApi.createApiToken, Context>;

export const createApiToken: CreateApiToken = async (context, actor, input) => {
  const { id_project: projectId, name, role, rights = [], expires_in, allowed_ips: allowedIps = [] } = input;
  if (!roleReaches(actor.role, role)) throw roleTooLow(role);
  const missing = rights.find((right) => !hasRight(actor, right));
  if (missing !== undefined) throw rightMissing(missing);
  refuseUnreadable(allowedIps);

  const at = new Date();
  const expiresAt = new Date(at.getTime() + expires_in * 1000);
  const wanted = {
    id: newId(at),
    projectId,
    idUser: actor.id,
    name,
    role,
    rights: [...new Set(rights)],
    allowedIps,
    expiresAt,
  };
  const { token, hash } = newSecret();
  return { ...viewOf(await context.apiTokens.insert(newApiToken(wanted, at), hash)), token };
};

/** @throws commonErrors.validation_failed */
function refuseUnreadable(entries: readonly string[]): void {
  const faults = entries.flatMap((entry, index) =>
    readAddressEntry(entry) === undefined
      ? [{ param: `allowed_ips[${index}]`, location: 'body', msg: 'Must be an address or a block' } as const]
      : [],
  );
  if (faults.length > 0) throw validationFailed(faults);
}
