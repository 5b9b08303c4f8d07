import type { ClientFrame } from '../realtime/frames.ts';
import type { serverFrames } from '../realtime/topic-frames.ts';

/** What a client requests with each action. */
export const clientFrameTexts: Readonly<Record<ClientFrame['action'], string>> = {
  auth: 'Authenticate, or renew the authentication before the token expires.',
  subscribe: 'Follow a topic: from a snapshot, or with `after` from a cursor.',
  unsubscribe: 'Stop following a topic.',
  ack: 'Acknowledge all messages of the other side up to a `seq`, on a messages topic.',
  publish: 'Show others that the caller is typing, on a typing topic. Nothing else can be published.',
  broadcast: 'Always refused with `not_allowed`; existing clients send it.',
  me: 'Ask for the id of the connection and of the caller.',
  heartbeat: 'Answer to a heartbeat. Any frame proves that the client is alive.',
};

/** What the server sends by each action besides `publish`. */
export const serverFrameTexts: Readonly<Record<keyof typeof serverFrames, string>> = {
  auth: 'The caller is authenticated.',
  me: 'Who the caller is, and on which connection.',
  heartbeat: 'Every 30 seconds. A client that is silent for two of them is closed with 4408.',
  error: 'A frame was refused. The socket stays open.',
};

/** What some names of a subscription fire on, where the name does not say it. */
export const eventTexts: Readonly<Record<string, string>> = {
  'request.update': 'A request changed: once per stored change, closing, rating, tags and notes included.',
  'request.close': 'A request was closed, with its newest messages, oldest first.',
  'message.create': 'A message was stored, of any audience, with its whole request.',
  'message.create.channel.<name>': 'A message of this channel was stored.',
  'message.create.request.channel.<name>': 'A message was stored in a request of this channel.',
  'project_user.invite': 'A registered person was invited.',
  'project_user.update': 'A membership or its availability changed. Visitors’ memberships are left out.',
  'project_user.update.agent': 'The same as `project_user.update`.',
  'faqbot.update': 'A bot was changed, moved to the trash or filled by an import.',
  'faq.create': 'An intent was created.',
  'faq.update': 'An intent was changed.',
  'faq.delete': 'An intent was deleted.',
  'event.emit': 'A client emitted a custom event, of any name.',
  'event.emit.<name>': 'A client emitted a custom event of this name.',
  'event.emit.request.fully_abandoned': 'Every available teammate was given the request and has left it.',
  'request.updated': 'A request changed: once per stored change, after its specific events.',
  'token.revoked': 'A token of a principal of the project was revoked. The token itself is never sent.',
};
