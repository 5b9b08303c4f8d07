import { Attributes, type requestEditApi, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { withoutServerKeys } from '../request-state/message.ts';
import { answerOf } from '../request-store/answer.ts';
import { mergeAttributes } from './edit.ts';

type UpdateRequestAttributes = Operation<typeof requestEditApi.updateRequestAttributes, Context>;

export const updateRequestAttributes: UpdateRequestAttributes = async (context, actor, input) => {
  const sent = withoutServerKeys(input.attributes);
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) => {
    const change = mergeAttributes(current, sent, at);
    refuseTooLarge(change.next.attributes);
    return change;
  });
  return answerOf(context, actor, stored);
};

/** Checks the size after merging. @throws validation_failed */
function refuseTooLarge(merged: Record<string, unknown>): void {
  const { error } = Attributes.safeParse(merged);
  if (error) {
    throw validationFailed(
      error.issues.map(({ message }) => ({ param: 'attributes', location: 'body', msg: `Together: ${message}` })),
    );
  }
}
