import { z } from 'zod';
import { DirectMessageView } from '../conversations/direct-message.api.ts';
import { CustomEventView } from '../conversations/event.api.ts';
import { ReadPositionView } from '../conversations/read-position.api.ts';
import { RequestRow } from '../conversations/request-row.ts';
import { messageStatuses, requestStatuses } from '../conversations/status.ts';
import { EndUserRequest, MessageView, RequesterView, RequestRecord } from '../conversations/views.ts';
import { StoredId } from '../fields.ts';
import { frameMethods, ViewerView } from './frames.ts';
import { type Topic, topicNames } from './topics.ts';

/** A request in the follower's form. */
export const FollowedRequest = z.union([RequestRecord, EndUserRequest]);

/** All that is left of a request that was deleted, or that the follower may not see any more. */
export const GoneRequest = z.object({ _id: StoredId, request_id: z.string() });

/** A message with the state of its request. */
export const FollowedMessage = MessageView.extend({
  status: z.literal(messageStatuses),
  request: z.object({ _id: StoredId, request_id: z.string(), status: z.literal(requestStatuses) }),
});

/** A direct message, without what its event had no room for. */
export const FollowedDirectMessage = DirectMessageView.partial({ metadata: true, attributes: true });

/** Who types; never stored. */
export const TypingRecord = z.object({ user_id: z.string(), fullname: z.string(), typing: z.boolean() });

/** A membership with how busy the person is. */
export const FollowedTeammate = RequesterView.extend({
  isBusy: z.boolean(),
  number_assigned_requests: z.number().int(),
});

/** A bot as agents see it. */
export const FollowedBot = z.looseObject({ _id: StoredId, name: z.string().optional() });

interface TopicReference {
  /** Name of the topic, with its parameters in braces. */
  name: string;
  /** Who may follow it, and what its frames hold. */
  text: string;
  /** `message` of its frames. */
  message: z.ZodType;
}

const [project, request] = ['{id_project}', '{request_id}'];

/** What each topic is called, and what its frames hold. Source: contract 21 section 10.4. */
export const topicReference: Readonly<Record<Topic['kind'], TopicReference>> = {
  requests: {
    name: topicNames.requests(project),
    text: 'Requests that the follower may see. The first frame is an array of at most 100 open ones, newest first. A request that is deleted, or leaves the follower’s view, comes once as `DELETE`.',
    message: z.union([z.array(FollowedRequest), FollowedRequest, GoneRequest]),
  },
  inbox: {
    name: topicNames.inbox(project),
    text: 'Rows of the inbox without `read`, whenever a request changes or gets a visible message: at most one a second and request. `READ` and `MENTION` come to the person concerned alone. Without a first frame.',
    message: z.union([RequestRow, ReadPositionView, GoneRequest]),
  },
  request: {
    name: topicNames.request(project, request),
    text: 'One request. The first frame is the record.',
    message: z.union([FollowedRequest, GoneRequest]),
  },
  messages: {
    name: topicNames.messages(project, request),
    text: 'Messages of a request. The first frame is an array of the newest 300, oldest first; then `CREATE` for each message and `UPDATE` for each change of status.',
    message: z.union([z.array(FollowedMessage), FollowedMessage, GoneRequest]),
  },
  typing: {
    name: topicNames.typing(project, request),
    text: 'Who types in a request: at most one frame a second and person. Without a first frame and without cursors.',
    message: TypingRecord,
  },
  viewers: {
    name: topicNames.viewers(project, request),
    text: 'Teammates who have a request open: the whole set in each frame, at most one a second. For the team. Not in the feed, without cursors.',
    message: z.array(ViewerView),
  },
  team: {
    name: topicNames.team(project),
    text: 'All teammates, visitors never. The first frame is an array of memberships; changes of presence and load are joined to one per teammate in 2 s. For the team.',
    message: z.union([z.array(FollowedTeammate), FollowedTeammate]),
  },
  direct: {
    name: topicNames.direct(project, '{id_user}'),
    text: 'Direct messages to the follower. Without a first frame.',
    message: FollowedDirectMessage,
  },
  teammate: {
    name: topicNames.teammate(project, '{project_user_id}'),
    text: 'A membership, by its teammate id: any for the team, their own for visitors.',
    message: FollowedTeammate,
  },
  user: {
    name: topicNames.user(project, '{id_user}'),
    text: 'A membership, by the id of the user or visitor: any for the team, their own for visitors.',
    message: FollowedTeammate,
  },
  bot: {
    name: topicNames.bot(project, '{bot_id}'),
    text: 'A bot, without its secret. For the team.',
    message: FollowedBot,
  },
  events: {
    name: topicNames.events(project, '{project_user_id}'),
    text: 'Custom events of a visitor. The first frame is an array of the newest 20.',
    message: z.union([z.array(CustomEventView), CustomEventView]),
  },
};

/** A frame that brings a change of a topic, or its state at first. */
export function publishFrameOf(kind: Topic['kind']) {
  const { message } = topicReference[kind];
  const payload = z.object({
    topic: z.string(),
    method: z.enum(frameMethods),
    message,
    cursor: z.string().optional(),
  });
  return z.object({ action: z.literal('publish'), payload });
}

/** Every other frame that the server sends, by its action. Source: contract 21 sections 10.1 and 10.2. */
export const serverFrames = {
  auth: z.object({ action: z.literal('auth'), payload: z.object({ userId: z.string() }) }),
  me: z.object({ action: z.literal('me'), payload: z.object({ id: z.string(), userId: z.string() }) }),
  heartbeat: z.object({
    action: z.literal('heartbeat'),
    payload: z.object({ message: z.object({ text: z.literal('ping') }) }),
  }),
  error: z.object({
    action: z.literal('error'),
    payload: z.object({ topic: z.string().optional(), code: z.string(), msg: z.string() }),
  }),
} as const;
