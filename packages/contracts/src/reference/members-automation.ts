import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';

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

export const automationMembers: ScopedDescriptions = {
  ActionInput: action,
  ActionView: action,
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
  RuleCreatedEvent: { rule: 'The rule.' },
  RuleUpdatedEvent: { rule: 'The rule.', changes: 'Members that have changed.' },
  RuleDeletedEvent: { rule: 'The rule as it was.' },
  RuleSuspendedEvent: { rule: 'The rule.' },
  RuleRanEvent: { run: 'The run.' },
  MacroCreatedEvent: { macro: 'The macro.' },
  MacroUpdatedEvent: { macro: 'The macro.', changes: 'Members that have changed.' },
  MacroDeletedEvent: { macro: 'The macro as it was.' },
};
