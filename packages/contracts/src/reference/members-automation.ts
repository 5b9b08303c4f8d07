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
  MacroCreatedEvent: { macro: 'The macro.' },
  MacroUpdatedEvent: { macro: 'The macro.', changes: 'Members that have changed.' },
  MacroDeletedEvent: { macro: 'The macro as it was.' },
};
