import {
  type Actor,
  type InputOf,
  RequestStatus,
  type requestEditApi,
  requestErrors,
  type TagView,
  validationFailed,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { isConnector, principalOf } from '../access/actor.ts';
import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { replacedTags } from '../tag/tags.ts';
import { type Edit, type EditedFields, edit, editNeeds } from './edit.ts';

type UpdateRequest = Operation<typeof requestEditApi.updateRequest, Context>;
type Input = InputOf<typeof requestEditApi.updateRequest>;

export const updateRequest: UpdateRequest = async (context, actor, input) => {
  const { id_project, request_id } = input;
  if (input.channel_window !== undefined && !isConnector(actor)) throw requestErrors.connectors_only();
  if (input.lead !== undefined) await checkLead(context, actor, input, input.lead);

  const decide: Decide = (current, facts) => {
    if (input.status === RequestStatus.closed) refuseOutsider(actor, current);
    return edit(current, editOf(input, current, facts.at), principalOf(actor), facts);
  };
  const needs = (current: RequestWithCopies) => editNeeds(current, input.status);
  const stored = await context.requests.update(actor, id_project, request_id, decide, { needs });
  return answerOf(context, actor, stored);
};

/** A lead of this project. @throws validation_failed, and request_not_found before it */
async function checkLead(context: Context, actor: Actor, input: Input, lead: string): Promise<void> {
  const { id_project, request_id } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  if (await context.leads.get(id_project, lead)) return;
  throw validationFailed([{ param: 'lead', location: 'body', msg: 'There is no such lead', value: lead }]);
}

function editOf(input: Input, current: RequestWithCopies, at: Date): Edit {
  const { status, rating, rating_message: ratingMessage, tags } = input;
  return {
    fields: fieldsOf(input, tags && replacedTags(current.tags, tags, { at, newId })),
    ...(status !== undefined && { status }),
    ...(rating !== undefined && { rating }),
    ...(ratingMessage !== undefined && { ratingMessage }),
  };
}

/** Maps wire names to members; `undefined` leaves a member unchanged. */
function fieldsOf(input: Input, tags: TagView[] | undefined): EditedFields {
  const { first_text, lead, channelName, subject, language, sourcePage, location, workingStatus } = input;
  const { priority, smartAssignment, channel_window: channelWindow } = input;
  const fields = {
    ...{ firstText: first_text, leadId: lead, channel: channelName, tags, priority, smartAssignment },
    ...{ subject, language, sourcePage, location, workingStatus, channelWindow },
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
