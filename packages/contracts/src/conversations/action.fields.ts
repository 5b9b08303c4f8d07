import { z } from 'zod';

import { AnyId, Attributes, BooleanWord, jsonObject, maybe, oneOf, RecordId, spokenText, text } from '../fields.ts';
import { PriorityInput } from './inputs.ts';
import { checkContent, messageFields } from './message.fields.ts';
import { Mentions } from './note.api.ts';
import { checkSnooze, snoozeFields } from './snooze.api.ts';

/** What each action takes: `true` is needed, `false` may be left out. Source: contract 25 section 3. */
const members = {
  send_message: {
    ...{ text: false, canned: false, message_type: false, metadata: false, attributes: false },
    ...{ sender: false, senderFullname: false },
  },
  add_note: { text: true, mentions: false },
  add_tags: { tags: true },
  remove_tags: { tags: true },
  set_priority: { priority: true },
  set_subject: { subject: true },
  set_attributes: { attributes: true },
  set_department: { department: true, nobot: false },
  assign: { to: true },
  add_participant: { member: true },
  remove_participant: { member: true },
  add_follower: { member: true },
  hand_to_bot: { bot: true },
  close: { survey: false },
  reopen: {},
  snooze: { until: false, in: false, opening: false, wake_on_reply: false, reason: false },
  wake: {},
  set_sla: { policy: true },
  send_survey: { survey: true },
  notify: { people: true, text: true },
  emit: { name: true, attributes: false },
} as const satisfies Record<string, Record<string, boolean>>;
export type ActionType = keyof typeof members;
export const actionTypes = Object.keys(members) as [ActionType, ...ActionType[]];

const maxNoteText = 10_000;
const maxNotifiedText = 1_000;
/** Groups of people that `notify` knows, beside ids of users and groups. */
export const notifiedGroups = ['assignee', 'followers', 'admins'] as const;

const fields = {
  text: messageFields.text,
  message_type: messageFields.type,
  metadata: messageFields.metadata,
  /** Id of a canned response, in place of `text`. */
  canned: maybe(RecordId),
  attributes: maybe(Attributes),
  mentions: maybe(Mentions),
  tags: maybe(z.array(spokenText(100)).min(1, 'At least one tag').max(50)),
  priority: maybe(PriorityInput),
  subject: maybe(text(500)),
  department: maybe(text(255, 1)),
  nobot: maybe(BooleanWord),
  /** A user id, `me` or `nobody`. */
  to: maybe(AnyId),
  /** User ids, group ids, and `notifiedGroups`. */
  people: maybe(z.array(AnyId).min(1, 'At least one').max(20)),
  member: maybe(AnyId),
  /** Of `close`: `false`, no survey is asked. Of `send_survey`: its id. */
  survey: z.union([z.boolean(), RecordId]).optional(),
  bot: maybe(AnyId),
  policy: RecordId.nullable().optional(),
  name: maybe(text(255, 1)),
  /** Of a rule's message: `system` or `bot_<id>`. */
  sender: maybe(AnyId),
  senderFullname: maybe(text(200)),
  ...snoozeFields,
};

export const ActionInput = z.object({ type: oneOf(actionTypes), ...fields }).superRefine((action, context) => {
  const taken: Partial<Record<keyof typeof fields, boolean>> = members[action.type];
  const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
    const isGiven = action[name] !== undefined;
    if (isGiven && taken[name] === undefined) fault(name, `Not a member of ${action.type}`);
    if (!isGiven && taken[name]) fault(name, 'Required');
  }
  if (action.type === 'send_message' && action.canned === undefined)
    checkContent({ ...action, type: action.message_type }, context);
  if (action.canned !== undefined && action.text !== undefined) fault('text', 'Not beside canned');
  if (action.type === 'close' && typeof action.survey === 'string') fault('survey', 'Must be true or false');
  if (action.type === 'send_survey' && typeof action.survey === 'boolean') fault('survey', 'Must be an id');
  if (action.type === 'snooze') checkSnooze(action, context);
  if (action.type === 'add_note') checkLength(action.text, maxNoteText);
  if (action.type === 'notify') checkLength(action.text, maxNotifiedText);
  if (action.type === 'emit' && !EventAttributes.safeParse(action.attributes ?? {}).success)
    fault('attributes', 'At most 16 kB');

  function checkLength(value: string | undefined, max: number) {
    if (value !== undefined && (value.trim() === '' || [...value].length > max))
      fault('text', `Must not be blank, at most ${max} characters`);
  }
});
export type ActionInput = z.output<typeof ActionInput>;

const EventAttributes = jsonObject(16_384, 20);

type Refused = [name: 'sender' | 'senderFullname' | 'to', message: string] | undefined;

/** They run in order, in one transaction, all or nothing. */
function actionsWithout(refused: (action: ActionInput) => Refused) {
  return z
    .array(ActionInput)
    .min(1, 'At least one action')
    .max(20, 'At most 20 actions')
    .superRefine((actions, context) => {
      for (const [index, action] of actions.entries()) {
        const fault = refused(action);
        if (fault) context.addIssue({ code: 'custom', path: [index, fault[0]], message: fault[1] });
      }
    });
}

/** Of a person, who speaks for themselves. */
export const Actions = actionsWithout(({ sender, senderFullname }) => {
  if (sender !== undefined) return ['sender', 'Only a rule may name a sender'];
  return senderFullname === undefined ? undefined : ['senderFullname', 'Only a rule may name a sender'];
});

export const RuleActions = actionsWithout(({ type, to, sender }) => {
  if (type === 'assign' && to === 'me') return ['to', 'A rule is no person'];
  const isKnown = sender === undefined || sender === 'system' || sender.startsWith('bot_');
  return isKnown ? undefined : ['sender', 'Must be system or bot_<id>'];
});

/** What actions are refused with, beside the codes that every call may answer. */
export const actionRefusals = [
  ...['not_a_participant', 'request_closed', 'capacity_reached', 'no_participant', 'status_not_allowed', 'never_open'],
  ...['bot_not_found', 'department_not_found', 'policy_not_found', 'survey_not_found', 'canned_not_found'],
  ...['request_merged', 'sender_not_allowed', 'bot_budget_exhausted'],
] as const;

/** An action as it is stored. */
export const ActionView = z.looseObject({ type: z.enum(actionTypes) });
