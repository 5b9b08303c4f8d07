import { randomUUID } from 'node:crypto';

import {
  type Actor,
  bodyFaults,
  ImportedRequestFields,
  isMachine,
  type requestApi,
  requestErrors,
  roleReaches,
  roleTooLow,
  validationFailed,
} from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { withoutPatterns } from '../pattern/patterns.ts';
import { withoutControlKeys } from '../request-state/message.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Opening } from './opening.ts';

type CreateRequest = Operation<typeof requestApi.createRequest, Context>;

/** Creates a request without a message: a ticket, a form, an import. */
export const createRequest: CreateRequest = async (context, actor, given) => {
  const imported = given.import ? importedFields(actor, given) : null;
  const projectId = given.id_project;
  const requestId = given.request_id ?? `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
  const sender = await context.senders.of(actor, { ...given, since: imported?.createdAt ?? null });
  const { first_text, subject, attributes } = given;
  const patterns = imported || sender.kind !== 'visitor' ? [] : await context.redactPatterns.of(projectId);
  const input = { ...given, ...(await withoutPatterns({ first_text, subject, attributes }, patterns)) };
  const prepared = await context.openings.prepare(actor, sender, input, {
    requestId,
    firstText: input.first_text,
    attributes: withoutControlKeys(input.attributes ?? {}),
    smartAssignment: input.smartAssignment,
    workingStatus: input.workingStatus ?? null,
    preflight: false,
    parked: false,
    imported,
  });

  const stored = await context.requests.create(actor, prepared, (facts) => prepared.open(facts));
  if (!stored) throw await requestExists(context, actor, projectId, requestId);
  return answerOf(context, actor, stored);
};

/** Names the existing request if the caller may see it. */
async function requestExists(context: Context, actor: Actor, projectId: string, requestId: string): Promise<Error> {
  const seen = await context.requestQueries.get(actor, projectId, requestId).catch(() => undefined);
  return requestErrors.request_exists(seen && { conflict: seen.request.id });
}

function importedFields(actor: Actor, body: object): NonNullable<Opening['imported']> {
  if (isMachine(actor.kind) || !roleReaches(actor.role, 'admin')) throw roleTooLow('admin');
  const parsed = ImportedRequestFields.safeParse(body);
  if (!parsed.success) throw validationFailed(bodyFaults(parsed.error));
  const { createdAt, closed_at, closed_by, status } = parsed.data;
  const past = { createdAt: asDate(createdAt), closedAt: asDate(closed_at) };
  for (const [param, date] of [
    ['createdAt', past.createdAt],
    ['closed_at', past.closedAt],
  ] as const) {
    if (date && date.getTime() > Date.now())
      throw validationFailed([{ param, location: 'body', msg: 'Must not lie in the future' }]);
  }
  return { ...past, closedBy: closed_by ?? null, closed: status === 1000 };
}

const asDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
