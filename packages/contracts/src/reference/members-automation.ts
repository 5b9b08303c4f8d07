import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';
import { requestStatusNames } from './numbers.ts';

const action: Descriptions = {
  type: 'What is done.',
  text: 'Text of a message, note or mention. Placeholders such as `{{lead.fullname|otherwise}}` are filled, as plain text.',
  message_type: 'Kind of the message.',
  metadata: 'Of an image, frame or file: `src` is its absolute address.',
  attributes: 'Attributes of a message or event, or those to merge into the request.',
  mentions: 'Teammates that the note mentions.',
  tags: 'Names of tags, at most 50.',
  priority: 'The new priority.',
  subject: 'The new subject; placeholders are filled.',
  department: 'Department to route to; `default`: the default one.',
  nobot: 'True: a bot of the department is passed over.',
  to: 'Who serves the request: a user id, `me`, or `nobody`. Never above their capacity.',
  people: 'Who is told: user ids, group ids, `assignee`, `followers`, `admins`.',
  member: 'A teammate or bot.',
  bot: 'Id of the bot that takes over.',
  policy: 'Id of the service-level policy; `null`: none.',
  name: 'Name of the custom event.',
  sender: 'Of a rule’s message: `system` or `bot_<id>`.',
  senderFullname: 'Name under which a rule’s message is shown.',
  until: 'End of the snooze.',
  in: 'End of the snooze, in milliseconds from now.',
  opening: 'Until the n-th next opening of the project.',
  wake_on_reply: 'Whether a message of the requester ends the snooze before.',
  reason: 'Why it rests.',
};

const macro: Descriptions = {
  name: 'Name, at most 255 characters.',
  description: 'What it is for.',
  actions: 'What it does, in order: all, or nothing.',
  visibility: '`personal`: for its author; `shared`: for the team.',
  departments: 'Departments that it is shown for; no right depends on it.',
  position: 'Place among the macros.',
};

const outcome: Descriptions = {
  type: 'The action.',
  ok: 'Whether it would be done.',
  changed: 'Whether it changes anything.',
  code: 'Why it would be refused.',
};

const scheduled: Descriptions = {
  text: 'Text of the message.',
  type: 'Kind of the message.',
  metadata: 'Of an image, frame or file: `src` is its absolute address.',
  attributes: 'Attributes of the message.',
  language: 'Language of the text.',
  at: 'When it is sent, UTC: a minute to 366 days from now.',
  cancel_on: 'What cancels it before. By default a message of the requester, and closing.',
  max_late: 'Milliseconds by which it may be late, an hour by default; after that it is not sent.',
};

const scheduleBody: Descriptions = {
  ...scheduled,
  at: 'When it is sent, with its zone: a minute to 366 days from now. This or `opening`.',
  opening: 'At the n-th next opening of the project, 1 to 30.',
};

const rule: Descriptions = {
  name: 'Name, at most 255 characters.',
  description: 'What it is for.',
  enabled: 'Whether it runs; false when it is made. True also ends a suspension.',
  position: 'Place in the order, from 0.',
  on: 'Events that it answers, 1 to 10, or `timer` alone.',
  timer: 'When it is due; with `on: ["timer"]`.',
  match: 'Whether all conditions must hold, or any. Without conditions every request matches.',
  filters: 'Conditions on the request, its lead and the event, at most 20.',
  field:
    'Member to compare: of the request, `attributes.<path>`, `lead.` with a member of the lead, or `event.` and `message.`.',
  actions: 'What it does, in order: all, or nothing.',
  delay: 'Milliseconds to wait; conditions are judged again at the end.',
  cancel_on: 'What ends the wait.',
  once: 'Runs once for each event, until the request is reopened, or once for ever.',
  stop: 'True: no later rule sees the event once it was applied.',
  suspended: 'Why it was taken out of use, and when. Absent: it was not.',
};

const timer: Descriptions = {
  since: 'What the time is counted from.',
  ms: 'Milliseconds from there, a minute to 30 days.',
  hours: 'Which time counts: `always`, `project`, or the id of a time slot.',
};

const held: Descriptions = { param: 'The condition.', holds: 'Whether it holds.' };

const view: Descriptions = {
  name: 'Name, at most 255 characters.',
  visibility: '`personal`: for its author; `shared`: for the team; `groups`: for these.',
  groups: 'Groups that it is shared with.',
  query: 'Parameters of `GET …/requests` as they stand in an address, without paging.',
  columns: 'Columns to show, for clients.',
  attributes: 'For clients, at most 16 kB.',
  position: 'Place among the views.',
};

export const automationMembers: ScopedDescriptions = {
  ActionInput: action,
  ActionView: action,
  ScheduledMessageView: {
    ...scheduled,
    state: 'What has become of it.',
    why: 'What cancelled it, or the code with which it was refused.',
    message_id: 'Id of the message that was sent.',
    createdBy: 'Its author, as whom it is sent.',
  },
  ScheduledMessagePageView: {
    perPage: 'Records in an answer at most.',
    count: 'Number of records.',
    scheduled: 'The scheduled messages.',
  },
  ScheduledEntry: {
    at: 'When it is sent, UTC.',
    cancel_on: 'What cancels it before.',
  },
  scheduleMessage: scheduleBody,
  updateScheduledMessage: scheduleBody,
  RequestNameView: { request_id: 'Its `request_id`.', ticket_id: 'Its number.' },
  RelatedRequestView: {
    subject: 'Its subject.',
    first_text: 'The beginning of its first text.',
    ticket_id: 'Its number.',
    status: { text: 'Its status.', numbers: requestStatusNames },
    createdAt: 'When it was opened, UTC.',
  },
  RelatedRequestsView: {
    merged: 'Requests that were merged into it.',
    links: 'Requests that are linked to it.',
    links_hidden: 'Number of links to requests that the caller does not see.',
  },
  mergeRequest: { source: '`request_id` of the request that is merged into this one.' },
  MacroView: macro,
  createMacro: macro,
  updateMacro: macro,
  MacroPageView: {
    perPage: 'Macros on a page.',
    count: 'Number of macros.',
    macros: 'The macros.',
  },
  MacroRunView: { request: 'The request after it.', macro: 'What it did.' },
  'MacroRunView.macro': { applied: 'The actions, in their order.' },
  applied: outcome,
  ActionOutcomeView: outcome,
  MacroPreviewView: {
    texts: 'Texts of messages and notes, with their placeholders filled.',
    outcome: 'What each action would do, up to the first that is refused.',
  },
  RuleView: rule,
  RuleWithStatsView: { ...rule, stats: 'Figures since it was enabled.' },
  createRule: rule,
  updateRule: rule,
  'dryRunRule.rule': rule,
  timer,
  suspended: { reason: 'What happened.', at: 'When it was taken out of use, UTC.' },
  stats: {
    evaluated: 'Events that it has met.',
    matched: 'Those whose conditions held.',
    applied: 'Runs that were applied.',
    failed: 'Runs that were refused.',
    last_applied_at: 'When it was last applied, UTC.',
  },
  RulePageView: { perPage: 'Rules on a page.', count: 'Number of rules.', rules: 'The rules.' },
  RuleRunPageView: { count: 'Number of runs, at most 10,000.', runs: 'The runs.' },
  RuleRunView: {
    rule: 'The rule as it was.',
    event: 'The event, or the time, that it answered.',
    result: 'What became of it.',
    why: 'Why it was not applied.',
    conditions: 'Whether each condition held.',
    actions: 'What each action did.',
    loopSuspected: 'Present and true if rules seem to answer each other.',
    ms: 'Milliseconds that it took.',
  },
  'RuleRunView.rule': { version: 'Version of the rule.' },
  'RuleRunView.event': { type: 'Type of the event.', time: 'Its time, UTC.' },
  'RuleRunView.actions': outcome,
  conditions: held,
  dryRunRule: {
    rule_id: 'Id of the rule to try.',
    rule: 'A rule to try that is not stored.',
    requests: 'Requests to try it on, at most 50.',
  },
  RuleDryRunView: {
    evaluated: 'Requests that were found.',
    matched: 'Those that match.',
    results: 'What would happen to each.',
  },
  'RuleDryRunView.results': {
    matched: 'Whether it matches.',
    conditions: 'Whether each condition holds.',
    outcome: 'What each action would do, up to the first that is refused.',
  },
  RuleExplanationView: { rules: 'The rules that listen to the event, in their order.' },
  'RuleExplanationView.rules': {
    enabled: 'Whether it runs.',
    matches: 'Whether it would match now.',
    missing: 'The first condition that does not hold.',
  },
  ViewView: view,
  createView: view,
  updateView: view,
  ViewPageView: { perPage: 'Views on a page.', count: 'Number of views.', views: 'The views.' },
  ViewCountsView: { counts: 'Those of the views that the caller sees.' },
  counts: { count: 'Requests, at most 1,000.', more: 'True: there are more.' },
  ViewCreatedEvent: { view: 'The view.' },
  ViewUpdatedEvent: { view: 'The view.', changes: 'Members that have changed.' },
  ViewDeletedEvent: { view: 'The view as it was.' },
  RuleCreatedEvent: { rule: 'The rule.' },
  RuleUpdatedEvent: { rule: 'The rule.', changes: 'Members that have changed.' },
  RuleDeletedEvent: { rule: 'The rule as it was.' },
  RuleSuspendedEvent: { rule: 'The rule.' },
  RuleRanEvent: { run: 'The run.' },
  MacroCreatedEvent: { macro: 'The macro.' },
  MacroUpdatedEvent: { macro: 'The macro.', changes: 'Members that have changed.' },
  MacroDeletedEvent: { macro: 'The macro as it was.' },
};
