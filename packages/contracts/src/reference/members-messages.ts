import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';
import { messageStatusNames } from './numbers.ts';

export const message: Descriptions = {
  createdBy: 'Principal that made the call, also when `sender` is another.',
  seq: 'Place in the request, from 1 without gaps: the only order of messages.',
  sender: 'User id, guest id, `lead_id`, `bot_<id>` or `system`.',
  senderFullname: 'Name of the sender.',
  recipient: 'The `request_id`; of a direct message, a user id.',
  recipientFullname: 'Name of the recipient of a direct message.',
  text: 'Text, at most 65,536 characters. Required for type `text` unless attributes carry the content.',
  type: 'Kind of message; `text` by default.',
  metadata: 'Media of the message: `src` (required for `image`), `width`, `height`.',
  attributes: 'Custom JSON object, at most 64 kB.',
  status: { text: 'How far the message has come.', numbers: messageStatusNames },
  language: 'Language of the text, as sent.',
  channel: 'Channel of the message; the request’s by default.',
  channel_type: '`group` for a request, `direct` for a direct message.',
  external_id:
    'The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing.',
  imported: 'Present and true if the message was imported.',
  automated:
    'Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others.',
  redacted: 'Present if words were taken out of it for good. Left out for end users.',
  audience: 'Who may see the message. Left out for end users.',
  request: 'The request of the message, in the form for the caller.',
  updated: 'Number of messages that have changed.',
  upto: 'Sequence number up to which messages are acknowledged.',
};

export const messageMembers: ScopedDescriptions = {
  MessageView: message,
  SentMessageView: message,
  ProjectMessageView: message,
  DirectMessageView: message,
  Messages: message,
  MessageItem: {
    ...message,
    createdAt: 'Date of an imported message.',
    status: 'Status of an imported message.',
  },
  RedactionView: {
    by: 'Principal who did it.',
    at: 'When.',
    reason: 'Why, as it was given.',
  },
  redactMessage: {
    reason: 'Why, for the team: at most 300 characters.',
    passages: 'The words to take out; all of them if absent.',
  },
  acknowledgeMessage: {
    status: { text: 'What to report. 300 implies 250.', numbers: messageStatusNames },
  },
  acknowledgeMessages: {
    status: { text: 'What to report. 300 implies 250.', numbers: messageStatusNames },
  },
  EngineReport: {
    status: { text: 'How far the message has come.', numbers: messageStatusNames },
    detail: 'Details for the logs.',
  },
  reportEngineStatus: {
    id_project: 'Id of the project.',
    status: { text: 'How far the message has come.', numbers: messageStatusNames },
    detail: 'Details for the logs.',
    accepted: 'Number of reports that counted.',
    ignored: 'Ids of messages that are not known.',
  },
  EngineDeliveryView: {
    type: 'Kind of change.',
    attempts: 'Every attempt.',
    state: '`pending`: will be tried again. `dead`: refused, or all attempts used up.',
  },
  attempts: {
    at: 'When the attempt was made.',
    status: 'HTTP status of the answer.',
    ms: 'Duration in milliseconds.',
  },
  Engine: { deliveries: 'The deliveries of the page.', queued: 'Number of deliveries queued.' },
};
