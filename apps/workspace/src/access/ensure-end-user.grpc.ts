import { randomUUID } from 'node:crypto';

import { isStorable, projectErrors, validationFailed } from '@parley/contracts';
import type { EnsureEndUserRequest, EnsureEndUserResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { requireDirectoryVersion } from './directory-version.ts';
import { memberOf } from './membership-message.grpc.ts';

/**
 * The membership of a visitor, created if there is none; an existing one is unchanged. Ids of users of other projects are
 * accepted, so that the answer does not reveal which ids exist; `checkExternal` prevents sign-in under them.
 * @throws projectErrors.project_not_found; commonErrors.validation_failed for a role that visitors cannot have and for
 * the id of a present or former teammate of the project
 */
export async function ensureEndUser(context: Context, request: EnsureEndUserRequest): Promise<EnsureEndUserResponse> {
  const { idProject, role, firstname, lastname, email } = request;
  const uuidUser = request.uuidUser === '' ? randomUUID() : request.uuidUser;
  if (role !== 'guest' && role !== 'user') throw refused('role');
  const texts = [uuidUser, firstname, lastname, email].filter((text) => text !== undefined);
  if (!texts.every((text) => text.length <= 512 && isStorable(text))) throw refused('uuid_user');
  if (await context.membershipQueries.isTeammateId(idProject, uuidUser)) throw refused('uuid_user');

  const version = await requireDirectoryVersion(context, idProject);
  const visitorInput = { uuidUser, role, profile: { firstname, lastname, email }, origin: 'created' } as const;
  const since = Math.min(request.sinceMs ?? Infinity, Date.now());
  const ensured = await context.visitors.ensure(idProject, visitorInput, new Date(since));
  if (!ensured) throw projectErrors.project_not_found();
  return { member: memberOf(ensured.visitor), created: ensured.isNew, version };
}

function refused(param: string) {
  return validationFailed([{ param, location: 'body', msg: 'Is not one of a visitor' }]);
}
