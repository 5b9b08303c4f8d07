import { defineErrors } from '../errors.ts';

/** Codes of contract 20 section 10. `conflict` in the details is the request's `_id` unless the entry says otherwise. */
export const requestErrors = defineErrors({
  request_not_visible: ['forbidden', 'You may not write to this request.'],
  sender_not_allowed: ['forbidden', 'You may not write on behalf of another person.'],
  unknown_sender: ['forbidden', 'The sender is not a member, lead or bot of this project.'],
  participants_not_allowed: ['forbidden', 'You may not choose these participants.'],
  not_a_participant: ['forbidden', 'Only a participant of the request may do this.'],
  not_the_author: ['forbidden', 'Only its author may do this.'],
  request_not_found: ['not_found', 'There is no request with this id in the project.'],
  note_not_found: ['not_found', 'There is no note with this id on the request.'],
  tag_not_found: ['not_found', 'There is no tag with this id on the request.'],
  bot_not_found: ['not_found', 'There is no bot with this id in the project.'],
  department_not_found: ['not_found', 'There is no department with this id in the project.'],
  request_exists: ['conflict', 'A request with this id already exists.'],
  request_closed: ['conflict', 'The request is closed.'],
  /** `conflict` is the winner's teammate id; `winner` says more. */
  already_claimed: ['conflict', 'Someone else already serves this request.'],
  capacity_reached: ['conflict', 'The teammate is at capacity.'],
  no_participant: ['conflict', 'A request without participants cannot be served.'],
  status_not_allowed: ['conflict', 'The request cannot change to this status.'],
  policy_not_found: ['not_found', 'There is no service-level policy with this id in the project.'],
  macro_not_found: ['not_found', 'There is no macro with this id in the project.'],
  rule_not_found: ['not_found', 'There is no rule with this id in the project.'],
  survey_not_found: ['not_found', 'There is no such survey; a link may have expired.'],
  hold_not_found: ['not_found', 'There is no legal hold with this id in the project.'],
  /** `hold`: its id. */
  on_hold: ['forbidden', 'The record is on legal hold; end the hold first.'],
  view_not_found: ['not_found', 'There is no view with this id in the project.'],
  /** `last_seq`, and `by`: who has written what the caller has not read. */
  newer_messages: ['conflict', 'Someone else has written since what you last read.'],
  order_stale: ['conflict', 'The list does not contain exactly the current records.'],
  unknown_reference: ['invalid', 'A filter refers to a record that does not exist in the project.'],
  scheduled_not_found: ['not_found', 'There is no scheduled message with this id on the request.'],
  not_pending: ['conflict', 'The scheduled message is no longer pending.'],
  /** `templates_only`: whether templates still pass. */
  channel_window_closed: ['conflict', 'The channel accepts no free text until the customer writes again.'],
  connectors_only: ['forbidden', 'Only a connector may send this, with the token of a bot, a webhook or a machine.'],
  /** `into`: the `request_id` in which the conversation continues. */
  request_merged: ['conflict', 'The request was merged into another one.'],
  /** `why` says which rule it breaks. */
  not_mergeable: ['invalid', 'These two requests cannot be merged.'],
  never_open: ['invalid', 'The project has no upcoming opening hours.'],
});

/** Codes of contract 21 beyond those of requests. */
export const messageErrors = defineErrors({
  message_not_found: ['not_found', 'There is no message with this id in the request.'],
  passage_not_found: ['invalid', 'None of the passages is in the message.'],
  external_id_taken: ['conflict', 'Another message of the request has this external_id.'],
  bot_budget_exhausted: ['rate_limited', 'The bot has sent too many messages without a reply.'],
  cursor_expired: ['gone', 'The cursor has expired: the feed no longer holds changes that old.'],
});
