// Generated from packages/contracts by `npm run generate`. Do not edit.

/** One action. Each type takes members of its own. */
export interface ActionInput {
  /** What is done. */
  type: "send_message" | "add_note" | "add_tags" | "remove_tags" | "set_priority" | "set_subject" | "set_attributes" | "set_department" | "assign" | "add_participant" | "remove_participant" | "add_follower" | "hand_to_bot" | "close" | "reopen" | "snooze" | "wake" | "set_sla" | "send_survey" | "notify" | "emit";
  /** Text of a message, note or mention. Placeholders such as `{{lead.fullname|otherwise}}` are filled, as plain text. */
  text?: string | null;
  /** Kind of the message. */
  message_type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Of an image, frame or file: `src` is its absolute address. */
  metadata?: Record<string, unknown> | null;
  /** Id of a canned response that is sent, in place of `text`. */
  canned?: string | null;
  /** Attributes of a message or event, or those to merge into the request. */
  attributes?: Record<string, unknown> | null;
  /** Teammates that the note mentions. */
  mentions?: string[] | null;
  /** Names of tags, at most 50. */
  tags?: string[] | null;
  /** The new priority. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent" | null;
  /** The new subject; placeholders are filled. */
  subject?: string | null;
  /** Department to route to; `default`: the default one. */
  department?: string | null;
  /** True: a bot of the department is passed over. */
  nobot?: boolean | null;
  /** Who serves the request: a user id, `me`, or `nobody`. Never above their capacity. */
  to?: string | null;
  /** Who is told: user ids, group ids, `assignee`, `followers`, `admins`. */
  people?: string[] | null;
  /** A teammate or bot. */
  member?: string | null;
  /** Of `close`: false, no survey is asked. Of `send_survey`: the id of the survey. */
  survey?: boolean | string;
  /** Id of the bot that takes over. */
  bot?: string | null;
  /** Id of the service-level policy; `null`: none. */
  policy?: string | null;
  /** Name of the custom event. */
  name?: string | null;
  /** Of a rule’s message: `system` or `bot_<id>`. */
  sender?: string | null;
  /** Name under which a rule’s message is shown. */
  senderFullname?: string | null;
  /** End of the snooze. */
  until?: string | null;
  /** End of the snooze, in milliseconds from now. */
  in?: number | null;
  /** Until the n-th next opening of the project. */
  opening?: number | null;
  /** Whether a message of the requester ends the snooze before. */
  wake_on_reply?: boolean | null;
  /** Why it rests. */
  reason?: string | null;
}

/** What an action would do. */
export interface ActionOutcomeView {
  /** The action. */
  type: "send_message" | "add_note" | "add_tags" | "remove_tags" | "set_priority" | "set_subject" | "set_attributes" | "set_department" | "assign" | "add_participant" | "remove_participant" | "add_follower" | "hand_to_bot" | "close" | "reopen" | "snooze" | "wake" | "set_sla" | "send_survey" | "notify" | "emit";
  /** Whether it would be done. */
  ok: boolean;
  /** Whether it changes anything. */
  changed?: boolean;
  /** Why it would be refused. */
  code?: string;
}

/** An action as it is stored. */
export type ActionView = {
  /** What is done. */
  type: "send_message" | "add_note" | "add_tags" | "remove_tags" | "set_priority" | "set_subject" | "set_attributes" | "set_department" | "assign" | "add_participant" | "remove_participant" | "add_follower" | "hand_to_bot" | "close" | "reopen" | "snooze" | "wake" | "set_sla" | "send_survey" | "notify" | "emit";
  [name: string]: unknown;
};

/** A page of activities. */
export interface ActivityPageView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The activities of the page. */
  activities: ActivityView[];
}

/** An activity: who did what to which record. */
export interface ActivityView {
  _id: string;
  id: string;
  __v: 0;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  /** Who did it. */
  actor: {
    _id: string;
    id: string;
    /** Kind of actor. */
    type: "user" | "bot" | "token" | "system";
    /** Name of the actor at that time. */
    name?: string;
  };
  /** What was done. */
  verb: "PROJECT_USER_INVITE" | "PROJECT_USER_UPDATE" | "PROJECT_USER_AVAILABILITY_SELF" | "PROJECT_USER_DELETE" | "REQUEST_CREATE" | "REQUEST_CLOSE" | "REQUEST_ASSIGNED_AUTO" | "REQUEST_ASSIGNED_SELF" | "REQUEST_ASSIGNED_MANUAL" | "REQUEST_UNASSIGNED" | "LEAVE_CONVERSATION" | "FAQ_KB_CREATE" | "FAQ_KB_DELETE" | "FAQ_KB_PUBLISH" | "REQUEST_REOPEN" | "REQUEST_DELETE" | "REQUEST_MERGE" | "REQUEST_UNMERGE" | "MENTION" | "LEAD_DELETE" | "PROJECT_UPDATE" | "DEPARTMENT_CREATE" | "DEPARTMENT_UPDATE" | "DEPARTMENT_DELETE" | "GROUP_CREATE" | "GROUP_UPDATE" | "GROUP_DELETE" | "API_TOKEN_CREATE" | "API_TOKEN_ROTATE" | "API_TOKEN_REVOKE" | "API_TOKEN_NEW_ADDRESS" | "FACTOR_CHANGE" | "ROLE_CREATE" | "ROLE_UPDATE" | "ROLE_DELETE" | "MAILBOX_CREATE" | "MAILBOX_UPDATE" | "MAILBOX_DELETE" | "MAILBOX_FAILING" | "MAILBOX_RECOVERED" | "SIGN_IN_CONNECTION_CREATE" | "SIGN_IN_CONNECTION_UPDATE" | "SIGN_IN_CONNECTION_DELETE" | "SIGN_IN_CONNECTION_BYPASS" | "SIGN_IN_DOMAIN_PROVE" | "SIGN_IN_DOMAIN_LOSE" | "POLICY_CREATE" | "POLICY_UPDATE" | "POLICY_DELETE" | "RULE_CREATE" | "RULE_UPDATE" | "RULE_DELETE" | "RULE_SUSPEND" | "MACRO_CREATE" | "MACRO_UPDATE" | "MACRO_DELETE" | "VIEW_CREATE" | "VIEW_UPDATE" | "VIEW_DELETE" | "SURVEY_CREATE" | "SURVEY_UPDATE" | "SURVEY_DELETE" | "PROJECT_EXPORT" | "PROJECT_EXPORT_DOWNLOAD" | "PROJECT_EXPORT_DELETE" | "HOLD_CREATE" | "HOLD_DELETE";
  /** Details of the action, such as the changed members. */
  actionObj?: Record<string, unknown>;
  /** What it was done to. */
  target: {
    /** Kind of record. */
    type: "project_user" | "pendinginvitation" | "request" | "faq_kb" | "lead" | "project" | "department" | "group" | "api_token" | "role" | "mailbox" | "sign_in_connection" | "sign_in_domain" | "policy" | "rule" | "macro" | "view" | "survey" | "export";
    id: string;
    /** The record after the change. A request is cut to what identifies it. */
    object?: Record<string, unknown>;
  };
  /** Another record that the action concerns, such as the teammate a request was given to. */
  related?: {
    /** Kind of record. */
    type: string;
    id: string;
    /** Its name. */
    name?: string;
    /** Its part in the action. */
    role: string;
  };
  /** English sentence, where there is one. */
  message?: string;
}

/** A second factor that was added, with the recovery codes that come with the first one. */
export interface AddedFactorView {
  /** The factor that was added. */
  factor: FactorView;
  /** Ten codes that each stand in for a factor once. Shown in this answer only. */
  recovery_codes?: string[];
}

/** A teammate’s user record, without anything private. */
export type AgentView = {
  _id: string;
  id: string;
  /** First name. */
  firstname?: string;
  /** Last name. */
  lastname?: string;
  /** E-mail address. */
  email?: string;
  /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
  avatar?: string;
  [name: string]: unknown;
};

/** A machine token in an event. */
export interface ApiTokenInEvent {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the token, under which history shows what it did. */
  name: string;
  /** The person who made it, for whom it acts. */
  id_user: string;
  /** The highest role it acts with; at most that of its maker. */
  role: "agent" | "admin" | "owner";
  /** All that the token may do. Absent: what its role may. */
  rights?: RightView[];
  /** Addresses and blocks of addresses it may be used from; empty: all. */
  allowed_ips: string[];
  /** When it ends, UTC. */
  expires_at: string;
  /** When it got its present secret, UTC. The one before works for 24 hours more. */
  rotated_at?: string;
  /** When it was revoked, UTC. */
  revoked_at?: string;
}

/** A machine token, without its secret. */
export interface ApiTokenView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the token, under which history shows what it did. */
  name: string;
  /** The person who made it, for whom it acts. */
  id_user: string;
  /** The highest role it acts with; at most that of its maker. */
  role: "agent" | "admin" | "owner";
  /** All that the token may do. Absent: what its role may. */
  rights?: RightView[];
  /** Addresses and blocks of addresses it may be used from; empty: all. */
  allowed_ips: string[];
  /** When it ends, UTC. */
  expires_at: string;
  /** When it got its present secret, UTC. The one before works for 24 hours more. */
  rotated_at?: string;
  /** When it was revoked, UTC. */
  revoked_at?: string;
  /** When it was last used, UTC, to the minute. */
  last_used_at?: string;
  /** Address it was last used from. */
  last_used_ip?: string;
}

/** A machine token with its secret, which no other answer holds. */
export interface ApiTokenWithSecretView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the token, under which history shows what it did. */
  name: string;
  /** The person who made it, for whom it acts. */
  id_user: string;
  /** The highest role it acts with; at most that of its maker. */
  role: "agent" | "admin" | "owner";
  /** All that the token may do. Absent: what its role may. */
  rights?: RightView[];
  /** Addresses and blocks of addresses it may be used from; empty: all. */
  allowed_ips: string[];
  /** When it ends, UTC. */
  expires_at: string;
  /** When it got its present secret, UTC. The one before works for 24 hours more. */
  rotated_at?: string;
  /** When it was revoked, UTC. */
  revoked_at?: string;
  /** When it was last used, UTC, to the minute. */
  last_used_at?: string;
  /** Address it was last used from. */
  last_used_ip?: string;
  /** The secret. Shown in this answer only. */
  token: string;
}

/** A teammate who could answer now. Callers who are not agents get the first name alone. */
export interface AvailableTeammateView {
  id: string;
  /** Teammate id. */
  pu_id: string;
  /** First name. */
  firstname: string;
  /** Full name; for callers who are not agents, only the first name. */
  fullname: string;
  /** E-mail address. For agents only. */
  email?: string;
  /** Requests that hold a seat of the teammate. For agents only. */
  assigned_request?: number;
}

/** A ban of a visitor or of an address. */
export interface BanView {
  _id: string;
  id?: string;
  /** IP address or block of addresses that is banned. */
  ip?: string;
  createdBy: string;
  createdAt: string;
}

/** One call to a bot or its webhook, without the conversation’s content. */
export interface BotCallView {
  _id: string;
  /** `webhook-id` of the call, the same for all attempts. */
  webhook_id: string;
  /** `request_id` of the request. */
  request_id: string;
  /** Id of the message. */
  message_id: string;
  /** What was called: the external bot (`message`) or the webhook of an intent. */
  kind: "message" | "webhook";
  /** Number of the attempt, from 1. */
  attempt: number;
  /** When the call was made. */
  at: string;
  /** Duration of the call in milliseconds. */
  duration_ms: number;
  /** HTTP status of the answer. */
  status?: number;
  /** `ok`, or why the call failed. */
  outcome: "ok" | "timeout" | "connect" | "dns" | "tls" | "url_not_allowed" | "status" | "too_large";
}

/** A bot. Admins get all members; agents get it without `url`, `webhook_url` and `attributes.globals`. */
export type BotView = {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name: string;
  /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
  avatar?: string;
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type: string;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external: boolean;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language: string;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug: string;
  /** Whether `webhook_url` may be called. */
  webhook_enabled: boolean;
  /** JSON object, at most 100 kB. Parley reads `rules`, `globals`, `variables`, `match_threshold` and `handoff_after_fallbacks`. */
  attributes: Record<string, unknown>;
  /** Tags of the bot, stored without effect. */
  tags: string[];
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public: boolean;
  /** Whether the bot is in the trash, or a published copy. */
  trashed: boolean;
  /** Number of the published version, from 1; of a copy its own. */
  published_version?: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  [name: string]: unknown;
};

/** What became of one request of a bulk call. */
export interface BulkResultView {
  /** `request_id` of the request. */
  request_id: string;
  /** What the single call would have answered; 503 with `not_attempted` if there was no time left. */
  status: number;
  /** Why the request was refused. */
  code?: string;
  /** The action that was refused, of several. */
  param?: string;
  __v?: number;
}

/** A text that agents send again and again. */
export interface CannedResponseView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Title, at most 200 characters; an empty one removes it. */
  title?: string;
  /** Text, 1 to 10,000 characters. Clients replace placeholders such as `$recipient_name`. */
  text: string;
  /** Whether the whole team sees it or only its author. */
  shared: boolean;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
  /** 100 live, 1000 deleted. */
  status: number;
}

/** A fault in the chain of activities. */
export interface ChainFaultView {
  /** Place in the chain. */
  seq?: number;
  /** Id of the activity. */
  activity: string;
  /** What is wrong. */
  fault: "link_changed" | "link_missing" | "activity_changed" | "activity_missing" | "activity_unknown";
}

/** The newest link of the chain of activities. */
export interface ChainHeadView {
  /** Place in the chain. */
  seq: number;
  /** SHA-256, in hexadecimal digits. */
  hash: string;
}

/** What a verification of the chain of activities has found. */
export interface ChainVerificationView {
  /** Whether nothing was found. */
  valid: boolean;
  /** Links that were read. */
  checked: number;
  /** What was found, at most 100. */
  faults: ChainFaultView[];
  /** The newest link. */
  head: ChainHeadView;
  /** Ask again after it; absent: that was all. */
  next?: number;
}

/** One change of a record that the caller may see. */
export interface ChangeView {
  /** Cursor behind this change. */
  cursor: string;
  /** Topic that the change was published on. */
  topic: string;
  /** What happened to the record. */
  method: "CREATE" | "UPDATE" | "DELETE" | "READ" | "MENTION";
  /** Name of the domain event. */
  type: string;
  id_project: string;
  /** `request_id` of the request. */
  request_id?: string;
  /** When the change was made, UTC. */
  time: string;
  /** `__v` of the record. */
  version: number;
  /** The record in the form for the caller; of a deletion, its ids. */
  message: Record<string, unknown>;
}

/** A channel, by its name. */
export interface ChannelInput {
  /** Name of the channel: 1 to 50 of `a-z`, `0-9`, `_` and `-`. */
  name: string;
}

/** A channel, by its name. */
export interface ChannelView {
  /** Name of the channel. */
  name: string;
}

/** Until when a channel takes free text. */
export interface ChannelWindow {
  /** When it closes; by default now, if `templates_only`. */
  closes_at?: string;
  /** Messages with the attribute `template` pass then. */
  templates_only: boolean;
}

/** Conversations, times and ratings per department, most conversations first. */
export type ComparedDepartmentsView = {
  _id: {
    /** Id of the department. Null: conversations without one. */
    department: string | null;
  };
  /** How many there were. */
  count: number;
  /** How many of them are closed now. */
  closed: number;
  /** Mean time from the first visitor message to the first agent message, in milliseconds. Null: nothing to average. */
  waiting_time_avg: number | null;
  /** Median duration in milliseconds. Null: nothing to average. */
  duration_median: number | null;
  /** The duration in milliseconds that nine in ten did not exceed. Null: no conversation was closed. */
  duration_p90: number | null;
  /** Mean rating, 0 to 5. Null: no conversation was rated. */
  satisfaction_avg: number | null;
}[];

/** Conversations, times and ratings per teammate or bot, most conversations first. */
export type ComparedParticipantsView = {
  _id: {
    /** Participant: a user id or `bot_<id>`. */
    participant: string;
  };
  /** What the participant is: a person (a teammate) or a bot. */
  kind: "person" | "bot";
  /** How many there were. */
  count: number;
  /** How many of them are closed now. */
  closed: number;
  /** Mean time from the first visitor message to the first agent message, in milliseconds. Null: nothing to average. */
  waiting_time_avg: number | null;
  /** Median duration in milliseconds. Null: nothing to average. */
  duration_median: number | null;
  /** The duration in milliseconds that nine in ten did not exceed. Null: no conversation was closed. */
  duration_p90: number | null;
  /** Mean rating, 0 to 5. Null: no conversation was rated. */
  satisfaction_avg: number | null;
}[];

export interface ConversationFiguresQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
  department_id?: string;
  participant?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
}

export interface CountRequestsQueryInput {
  merge_assigned?: "0" | "1" | boolean;
  conversation_quota?: boolean;
}

/** Numbers of a view of the caller’s own requests. */
export interface CountedOwnView {
  /** Number of open requests, at most 10,000. */
  open: number;
  /** How many of them have messages that the caller has not read. */
  unread: number;
}

/** The number of a view. */
export interface CountedView {
  /** Number of open requests, at most 10,000. */
  open: number;
}

/** Conversations per day, with and without a bot, oldest day first. */
export type CountsByBotAndDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
    /** Whether a bot handled the conversations. */
    hasBot: boolean;
  };
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** A count per day, oldest first. Days without data are absent unless `fill=zero`. */
export type CountsByDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
  };
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** A count per hour of the day, latest hour first. */
export type CountsByHourView = {
  _id: {
    /** Hour, 0 to 23, in the time zone of `tz`. */
    hour: number;
  };
  /** How many there were. */
  count: number;
}[];

/** A count per month, oldest first. */
export type CountsByMonthView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
  };
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** A count per day and request status, oldest day first. */
export type CountsByStatusAndDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
    /** Status of the requests. */
    status: number;
  };
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** A count per request status. */
export type CountsByStatusView = {
  _id: {
    /** Status of the requests. */
    status: number;
  };
  /** How many there were. */
  count: number;
}[];

/** A count per week of a year, oldest first. */
export type CountsByWeekView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Week of the year, 0 to 53. Weeks begin on Sunday; week 1 holds the first Sunday. */
    week: number;
  };
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** A count per weekday and hour. */
export type CountsByWeekdayView = {
  _id: {
    /** Hour, 0 to 23, in the time zone of `tz`. */
    hour: number;
    /** Day of the week: 1 is Sunday, 7 Saturday. */
    weekday: number;
  };
  /** How many there were. */
  count: number;
}[];

export interface CustomEventFiguresQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
  /** Display name. */
  name?: string;
}

/** A custom event that a client emitted. */
export interface CustomEventView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  /** Name of the event. */
  name: string;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
  /** Teammate id of the principal that emitted the event. */
  project_user?: string;
  /** Always `stardard`, spelt as existing clients know it. */
  status: "stardard";
  createdBy: string;
}

/** Custom events per day and name. */
export type CustomEventsByDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
    /** Name of the custom event. */
    name: string;
  };
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** How a routing decision was reached. */
export type DecisionView = {
  /** Rule that decided. */
  rule: string;
  /** Id of the department. */
  department?: string;
  /** Whether the project was open. */
  open?: boolean;
  /** `fresh`: asked from the workspace service. `copy`: from the local copy, because no answer came in time. */
  roster?: "fresh" | "copy";
  /** Version of the roster that was used. */
  roster_version?: number;
  /** Teammates who were considered. */
  candidates?: {
    /** User id. */
    id_user: string;
    /** Seats the teammate held. */
    held: number;
    /** Seats the teammate may hold. */
    limit?: number;
    /** Milliseconds since their last assignment. */
    idle_ms?: number;
    /** Whether they could get the request. */
    eligible: boolean;
    /** Why not. */
    why?: string;
    [name: string]: unknown;
  }[];
  /** Number of candidates left out of this list. */
  omitted?: number;
  /** User id of the teammate who was chosen. */
  winner?: string;
  /** Whether the placement went beyond the teammate’s limit, as admins may. */
  over_capacity?: boolean;
  [name: string]: unknown;
};

/** The file that was deleted. */
export interface DeletedFileView {
  /** Sentence for people. */
  message: string;
  /** Path that the file had. */
  filename: string;
}

/** Why a message was not delivered. */
export interface DeliveryError {
  /** Word for programs, such as `bounced`. */
  code: string;
  /** Sentence for people. */
  text?: string;
}

/** A delivery with its body and every attempt. */
export interface DeliveryLogView {
  _id: string;
  id: string;
  /** Name of the event. */
  event: string;
  /** Id of the event. */
  eventId: string;
  /** Record that the event is about. */
  subject: string;
  /** `__v` of the record when the event was announced. */
  aggregateversion: number;
  /** State of the delivery. */
  state: "pending" | "delivered" | "failed" | "skipped" | "suppressed" | "erased";
  /** Number of attempts so far. */
  attempts: number;
  /** HTTP status of the last attempt. */
  lastStatus?: number;
  /** Why the last attempt failed. */
  lastError?: "timeout" | "connect" | "dns" | "tls" | "url_not_allowed" | "status" | "too_large";
  /** When the next attempt is due, UTC. */
  nextAttemptAt?: string;
  /** When the target accepted it, UTC. */
  deliveredAt?: string;
  /** Delayed, because one record had too many deliveries within a minute. */
  loopSuspected?: true;
  createdAt: string;
  /** Body that is sent, without its token. */
  body: Record<string, unknown>;
  /** Every attempt. */
  log: {
    /** Number of the attempt, from 1. */
    n: number;
    /** When the attempt was made. */
    at: string;
    /** Duration in milliseconds. */
    durationMs: number;
    /** HTTP status of the answer. */
    status?: number;
    /** Why the call failed. */
    error?: "timeout" | "connect" | "dns" | "tls" | "url_not_allowed" | "status" | "too_large";
    /** Headers of the answer. */
    responseHeaders?: Record<string, unknown>;
    /** Beginning of the answer’s body. */
    responseBody?: string;
  }[];
}

/** One event on its way to one subscription. */
export interface DeliveryView {
  _id: string;
  id: string;
  /** Name of the event. */
  event: string;
  /** Id of the event. */
  eventId: string;
  /** Record that the event is about. */
  subject: string;
  /** `__v` of the record when the event was announced. */
  aggregateversion: number;
  /** State of the delivery. */
  state: "pending" | "delivered" | "failed" | "skipped" | "suppressed" | "erased";
  /** Number of attempts so far. */
  attempts: number;
  /** HTTP status of the last attempt. */
  lastStatus?: number;
  /** Why the last attempt failed. */
  lastError?: "timeout" | "connect" | "dns" | "tls" | "url_not_allowed" | "status" | "too_large";
  /** When the next attempt is due, UTC. */
  nextAttemptAt?: string;
  /** When the target accepted it, UTC. */
  deliveredAt?: string;
  /** Delayed, because one record had too many deliveries within a minute. */
  loopSuspected?: true;
  createdAt: string;
}

/** A department. */
export interface DepartmentRecordView {
  _id: string;
  id: string;
  id_project: string;
  /** Name of the department, 1 to 128 characters. */
  name: string;
  /** Description of the department. */
  description?: string;
  /** Text for visitors while the project is open. */
  online_msg?: string;
  /** Text for visitors while the project is closed. */
  offline_msg?: string;
  /** Whether it is the default department; each project has exactly one. */
  default: boolean;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status: number;
  /** Whether a bot answers first. */
  hasBot: boolean;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing: string;
  /** Bot that answers first. */
  id_bot?: string;
  /** Stored without effect. */
  bot_only?: boolean;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string;
  /** Groups that the department routes to. */
  groups: {
    _id: string;
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage: number;
  }[];
  /** Tags of the department. */
  tags: unknown[];
}

/** The department of a request. */
export type DepartmentView = {
  _id: string;
  /** Name of the department. */
  name?: string;
  /** Whether a bot answers first. */
  hasBot: boolean;
  [name: string]: unknown;
};

/** A message to a member of the project, outside any request. */
export interface DirectMessageView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender: string;
  /** Name of the sender. */
  senderFullname: string;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname?: string;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text: string;
  /** Kind of message; `text` by default. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown>;
  /** Custom JSON object, at most 64 kB. */
  attributes: Record<string, unknown>;
  /** How far the message has come. -100 failed, 0 sending, 100 sent, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 0 | 100 | 150 | 200 | 250 | 300;
  /** Language of the text, as sent. */
  language?: string;
  /** Channel of the message; the request’s by default. */
  channel: ChannelView;
  /** `group` for a request, `direct` for a direct message. */
  channel_type: "group" | "direct";
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string;
  /** Present and true if the message was imported. */
  imported?: true;
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: true;
  /** Why the call failed. */
  error?: DeliveryError;
  /** Present if words were taken out of it for good. Left out for end users. */
  redacted?: RedactionView;
}

/** Duration of closed conversations per day, latest day first. */
export type DurationByDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
  };
  /** The **median** duration in milliseconds, under the name that existing clients read. */
  duration_avg: number | null;
  /** Median duration in milliseconds. Null: nothing to average. */
  duration_median: number | null;
  /** The duration in milliseconds that nine in ten did not exceed. Null: no conversation was closed. */
  duration_p90: number | null;
  /** Mean duration in milliseconds. Null: nothing to average. */
  duration_mean: number | null;
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** Duration of closed conversations per month, latest month first. */
export type DurationByMonthView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
  };
  /** The **median** duration in milliseconds, under the name that existing clients read. */
  duration_avg: number | null;
  /** Median duration in milliseconds. Null: nothing to average. */
  duration_median: number | null;
  /** The duration in milliseconds that nine in ten did not exceed. Null: no conversation was closed. */
  duration_p90: number | null;
  /** Mean duration in milliseconds. Null: nothing to average. */
  duration_mean: number | null;
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** Duration of closed conversations of the whole project. */
export type DurationView = {
  _id: string;
  /** The **median** duration in milliseconds, under the name that existing clients read. */
  duration_avg: number | null;
  /** Median duration in milliseconds. Null: nothing to average. */
  duration_median: number | null;
  /** The duration in milliseconds that nine in ten did not exceed. Null: no conversation was closed. */
  duration_p90: number | null;
  /** Mean duration in milliseconds. Null: nothing to average. */
  duration_mean: number | null;
  /** How many there were. */
  count: number;
}[];

/** A request as guests and users see it. */
export interface EndUserRequest {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id: string;
  /** Ticket number: digits, growing within the project, never reused. */
  ticket_id: string;
  /** `_id` of the lead. */
  requester_id: string;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text: string;
  /** Subject, at most 500 characters. */
  subject?: string;
  /** Status of the request. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  /** Started for the requester, who has not yet sent a visible message. Such requests are hidden from lists. */
  preflight: boolean;
  /** A test conversation: holds no seat, and is not counted. */
  draft: boolean;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants: string[];
  /** The teammates among the participants, by user id. */
  participantsAgents: string[];
  /** The bots among the participants, by id without `bot_`. */
  participantsBots: string[];
  /** Whether a bot participates. */
  hasBot: boolean;
  /** Channel that the request came through; `chat21` by default. */
  channel: ChannelView;
  /** Channel for outgoing messages. */
  channelOutbound: ChannelView;
  /** Language of the requester, as sent. */
  language?: string;
  /** Page that the conversation was started on. */
  sourcePage?: string;
  /** `User-Agent` of the client. */
  userAgent?: string;
  /** Rating by the requester, 0 to 5. */
  rating?: number;
  /** Comment with the rating. */
  rating_message?: string;
  /** Milliseconds from the first visitor message to the first agent message. */
  waiting_time?: number;
  /** When an agent first answered, UTC. */
  first_response_at?: string;
  /** When the request was last assigned, UTC. */
  assigned_at?: string;
  /** When the request was closed, UTC. */
  closed_at?: string;
  /** Milliseconds from creation to closing. */
  duration?: number;
  /** Where the requester is. */
  location?: LocationView;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes: Record<string, unknown>;
  /** Whether the queue may assign the request. */
  smartAssignment: boolean;
  /** Present and true if the request was imported. */
  imported?: true;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string;
  /** Relevance for `full_text`. In such lists only. */
  score?: number;
  /** The bot that was put in place, or the original of a published copy. In the answer to a replacement only. */
  replaced_bot_root_id?: string;
  /** Who started the request: a teammate record, or its id in the plain form. */
  requester?: NameView;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead: NameView;
  /** Department of the request: a record, or its id in the plain form. */
  department?: DepartmentView;
  /** User records of the teammates who participate. */
  participatingAgents: NameView[];
  /** Records of the bots that participate. */
  participatingBots: NameView[];
}

/** A change that the external engine has not accepted yet, or has refused. */
export interface EngineDeliveryView {
  _id: string;
  /** Kind of change. */
  type: string;
  /** `request_id` of the request. */
  request_id: string;
  /** Id of the message. */
  message_id?: string;
  /** Every attempt. */
  attempts: {
    /** When the attempt was made. */
    at: string;
    /** HTTP status of the answer. */
    status?: number;
    /** Duration in milliseconds. */
    ms: number;
    /** Why the call failed. */
    error?: string;
  }[];
  /** `pending`: will be tried again. `dead`: refused, or all attempts used up. */
  state: "pending" | "dead";
}

/** What the external engine reports about a message. */
export interface EngineReportInput {
  id_project: string;
  /** Id of the message. */
  message_id: string;
  /** How far the message has come. 200 received, 250 returnReceipt, 300 seen */
  status: 200 | 250 | 300;
  /** When it happened. */
  at: string;
  /** Details for the logs. */
  detail?: string;
}

/** All that remains of a lead that was erased. */
export interface ErasedLeadView {
  _id: string;
  id: string;
  id_project: string;
}

/** The state of an erasure in one service. */
export interface ErasedServiceView {
  /** Name of the service. */
  service: string;
  /** `pending`: not answered yet. `erased`: data erased. `done`: nothing is left. */
  status: "pending" | "erased" | "done";
  /** Number of erased records by kind. */
  erased: Record<string, number>;
  /** Number of remaining records by kind. */
  remaining: Record<string, number>;
}

/** The record of an erasure. It holds no personal data. */
export interface ErasureView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** `_id` that the lead had. */
  lead: string;
  /** Whether all services have finished. */
  status: "running" | "done";
  /** Principal that asked for the erasure. */
  requestedBy: string;
  /** Why, in the caller’s words. */
  reason?: string;
  /** State of each service. */
  services: ErasedServiceView[];
  /** When data that cannot be erased immediately will be gone. */
  expires: {
    /** When the event transport no longer holds the person’s data. */
    eventTransport: string;
  };
  /** Compact JWS, signed with a key of `/.well-known/jwks.json`. Present when done. */
  receipt?: string;
  createdAt: string;
  updatedAt: string;
  /** When it finished, UTC. */
  finishedAt?: string;
}

/** A record that a retention would delete. */
export interface ExpiringRecordView {
  _id: string;
  /** Of a request. */
  request_id?: string;
  /** Since when the days count, UTC. */
  since: string;
}

/** Records of one kind that a retention would delete. */
export interface ExpiringRecordsView {
  /** Number of records. */
  count: number;
  /** Whether all were counted; false: there are more. */
  complete: boolean;
  /** The oldest of them, at most 5. */
  sample: ExpiringRecordView[];
}

/** An export in an event. */
export interface ExportInEvent {
  _id: string;
  id_project: string;
  /** Whether the bytes of files are in it; true by default. */
  include_files: boolean;
  /** Bytes of all parts. */
  size: number;
  /** Number of parts. */
  parts: number;
  createdBy: string;
  createdAt: string;
}

/** A page of exports. */
export interface ExportListView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The exports of the page. */
  exports: ExportView[];
}

/** An export of the whole project. */
export interface ExportView {
  _id: string;
  id: string;
  id_project: string;
  __v: number;
  /** State. */
  status: "running" | "done" | "failed" | "expired";
  /** Whether the bytes of files are in it; true by default. */
  include_files: boolean;
  /** Records by kind; `object` is the bytes of files. */
  progress: Record<string, {
    /** Number written. */
    done: number;
    /** Number there is. */
    total: number;
  }>;
  /** Bytes of all parts. */
  size: number;
  /** Number of parts. */
  parts: number;
  /** Time of the snapshot, by service. */
  asOf: Record<string, string>;
  /** Why the call failed. */
  error?: "unavailable" | "interrupted" | "erasure" | "internal";
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** When it finished, UTC. */
  finishedAt?: string;
  /** When it expires, UTC. */
  expiresAt?: string;
}

/** A second factor, without what proves it. */
export interface FactorView {
  _id: string;
  id: string;
  /** `totp`: an authenticator app; `passkey`; `recovery_code` in events. */
  kind: "totp" | "passkey";
  /** Name of the factor. */
  name: string;
  createdAt: string;
  /** When it was last used, UTC. */
  last_used_at?: string;
}

/** The second factors of a person. */
export interface FactorsView {
  /** Those that count, oldest first. */
  factors: FactorView[];
  /** How many recovery codes were not used yet. */
  recovery_codes_left: number;
}

export interface FiguresQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
}

/** A stored file. */
export interface FileView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Path of the file. */
  path: string;
  /** Name of the file, as uploaded. */
  filename: string;
  /** Size in bytes. */
  size: number;
  /** Kind. */
  type: string;
  /** Who uploaded it. */
  uploader: {
    /** Kind of principal. */
    kind: string;
    id: string;
  };
  /** Width in pixels. */
  width?: number;
  /** Height in pixels. */
  height?: number;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
  /** Path of the thumbnail. */
  thumbnail?: string;
  /** SHA-256 of the thumbnail, in hexadecimal digits. */
  thumbnail_sha256?: string;
  createdAt: string;
}

/** A group of teammates. */
export interface GroupView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the group. */
  name: string;
  /** User ids of the teammates in the group. */
  members: string[];
  /** Whether the group serves. A disabled group has no members for routing. */
  enabled: boolean;
  /** Whether the group was removed. In a body only `false`, which restores it. */
  trashed: boolean;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
}

/** One event in the history of a request. */
export interface HistoryEntryView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  /** Place in the history, from 1. */
  seq: number;
  /** Name of the domain event. */
  event: string;
  /** What was done. */
  verb: "REQUEST_CREATE" | "REQUEST_ASSIGNED_AUTO" | "REQUEST_ASSIGNED_SELF" | "REQUEST_ASSIGNED_MANUAL" | "REQUEST_UNASSIGNED" | "LEAVE_CONVERSATION" | "REQUEST_CLOSE" | "REQUEST_ROUTED" | "REQUEST_ABANDONED" | "REQUEST_REOPEN" | "REQUEST_RATED" | "REQUEST_UPDATE" | "PARTICIPANT_JOIN" | "NOTE_ADD" | "NOTE_DELETE" | "MESSAGE_REDACT" | "FOLLOWER_ADD" | "FOLLOWER_REMOVE" | "MENTION" | "REQUEST_SNOOZE" | "REQUEST_WAKE" | "SLA_DUE_SOON" | "SLA_BREACHED" | "SLA_ENDED" | "SLA_CHANGED" | "SURVEY_SENT" | "SURVEY_SKIPPED" | "MACRO_RUN" | "RULE_RUN" | "MESSAGE_SCHEDULE" | "MESSAGE_UNSCHEDULE" | "REQUEST_MERGE" | "REQUEST_UNMERGE" | "REQUEST_ABSORB" | "LINK_ADD" | "LINK_REMOVE";
  /** Who did it. */
  actor: {
    /** Kind of actor. */
    type: "user" | "bot" | "token" | "system";
    id: string;
    /** Name of the actor at that time. */
    name?: string;
  };
  /** Details of the action. */
  actionObj: Record<string, unknown>;
  /** The request. */
  target: {
    /** Kind of record. */
    type: "request";
    id: string;
  };
  /** Status before and after, where it changed. */
  status?: {
    /** Status before; null for a new request. */
    from: number | null;
    /** Status after. */
    to: number;
  };
  /** How a routing was decided. */
  decision?: DecisionView;
}

/** One call to a target. `response`, `jsonRequest` and `body` are JSON in strings, without token and signature. */
export interface HistoryView {
  _id: string;
  __v: number;
  id_project: string;
  /** Name of the event. */
  event: string;
  /** URL that was called. */
  target: string;
  /** The answer, as JSON in a string. */
  response: string;
  /** The request, as JSON in a string. */
  jsonRequest: string;
  /** The body, as JSON in a string. */
  body: string;
  /** Why the call failed. */
  err?: string;
  createdAt: string;
  updatedAt: string;
}

/** A legal hold without its reason. */
export interface HoldInEvent {
  _id: string;
  /** What is kept: a request, or a lead with all its requests. */
  kind: "request" | "lead";
  /** `_id` of the request or lead. */
  record: string;
  /** Of a request, its `request_id`. */
  request_id?: string;
}

/** A legal hold: a request, or a lead with its requests, that is kept. */
export interface HoldView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** What is kept: a request, or a lead with all its requests. */
  kind: "request" | "lead";
  /** `_id` of the request or lead. */
  record: string;
  /** Of a request, its `request_id`. */
  request_id?: string;
  /** Why, at most 500 characters; for the team alone. */
  reason: string;
}

/** Days on which other hours apply than those of the week. */
export interface HolidayView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the holiday. */
  name: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, `YYYY-MM-DD`; by default the first. At most 366 days. */
  to: string;
  /** Whether it comes again each year. */
  yearly: boolean;
  /** Hours of its days; empty: closed. */
  spans: {
    /** Begin, `HH:mm`. */
    start: string;
    /** End, `HH:mm` up to `24:00`; not part of it. */
    end: string;
  }[];
  /** `project` for the operating hours, and ids of time slots; empty: all. */
  applies: string[];
}

/** A server that is read by IMAP. */
export interface ImapInboundInput {
  /** `imap`: mail is read from a server. `smtp` and `webhook`: it is brought. `none`: none comes in. */
  type: "imap";
  /** Name or address of the server. */
  host: string;
  /** Port; 993, or 143 with `starttls`, unless it says otherwise. */
  port?: number | null;
  /** Encryption: `tls` from the first byte, the default, or `starttls`. */
  secure?: "tls" | "starttls" | null;
  /** Name to sign in with. */
  username: string;
  /** Password to sign in with; never shown again, and kept while host and username stay. */
  password?: string | null;
  /** Sign in by the `oauth` of the mailbox. */
  oauth?: boolean | null;
  /** Folder that is read; `INBOX` by default. */
  folder?: string | null;
  /** What becomes of a mail on the server once it is stored: `keep`, the default, `seen`, or `move:<folder>`. */
  after?: string | null;
}

/** A page of imports. */
export interface ImportListView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The imports of the page. */
  imports: ImportView[];
}

/** An import of a project, and how far it is. */
export interface ImportView {
  _id: string;
  id: string;
  id_project: string;
  /** Name of the project. */
  name: string;
  /** System that the records come from. */
  source: string;
  /** `verified` waits to be activated, `failed` is incomplete, `stopped` is resumed by the same command. */
  state: "loading" | "verifying" | "verified" | "failed" | "activating" | "active" | "stopped";
  /** Kind of record that is being loaded. */
  kind?: string;
  /** Records by kind. */
  progress: Record<string, {
    /** Number loaded. */
    done: number;
    /** Number there is. */
    total: number;
    /** Number refused. */
    quarantined: number;
  }>;
  /** Records a second, of this kind. */
  rate: number;
  /** Records that are left, of all kinds. */
  remaining: number;
  /** Records that were refused, of all kinds. */
  quarantined: number;
  /** Who runs the program. */
  startedBy: string;
  createdAt: string;
  updatedAt: string;
  /** When it finished, UTC. */
  finishedAt?: string;
}

/** One mail that came in, without its text. */
export interface InboundView {
  _id: string;
  id: string;
  id_project: string;
  /** Id of the mailbox. */
  mailbox: string;
  /** `stored`: to be worked on. `routed`: a message of a request. `ignored` and `rejected`: see `why`. `failed`: see `error`. */
  state: "stored" | "routed" | "ignored" | "rejected" | "failed";
  /** Why it became no message. */
  why?: "mailbox_disabled" | "no_sender" | "own_address" | "automatic" | "bounce" | "rate" | "too_large" | "dmarc" | "spam";
  /** Code of the last failure. */
  error?: string;
  /** How often it was worked on. */
  attempts: number;
  /** How it came in. */
  via: "imap" | "smtp" | "webhook";
  /** `Message-ID` of the mail, without angle brackets. */
  message_id?: string;
  /** Address of the sender, once the mail is read. */
  from?: string;
  /** Addresses that it was sent to. */
  to: string[];
  /** Subject of the mail. */
  subject?: string;
  /** Size in bytes. */
  size: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string;
  /** Whether its bytes are kept: for 30 days, unless the installation says otherwise. */
  has_raw: boolean;
  /** `request_id` of the request. */
  request_id?: string;
  /** Id of the message that it became. */
  message?: string;
  createdAt: string;
  /** When it became a message, UTC. */
  routedAt?: string;
}

/** An intent that fits a question, with its score. */
export type IntentHit = {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Id of the bot. */
  id_faq_kb: string;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id: string;
  /** Name of the intent, unique within the bot. */
  intent_display_name: string;
  /** Whether the intent can match. */
  enabled: boolean;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled: boolean;
  /** Topic that the intent is filed under; `default` by default. */
  topic: string;
  /** Language of the bot. */
  language: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** How well the best phrase matches, 0 to 100. */
  score: number;
  /** The best matching phrase. */
  matched: string;
  [name: string]: unknown;
};

/** An intent. Agents get it without `actions`, `attributes` and `reply`. */
export type IntentView = {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Id of the bot. */
  id_faq_kb: string;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id: string;
  /** Name of the intent, unique within the bot. */
  intent_display_name: string;
  /** Whether the intent can match. */
  enabled: boolean;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled: boolean;
  /** Topic that the intent is filed under; `default` by default. */
  topic: string;
  /** Language of the bot. */
  language: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  [name: string]: unknown;
};

/** A pending invitation, without its code. */
export interface InvitationView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** E-mail address that is invited. */
  email: string;
  /** Role that the person will have. */
  role: string;
  /** Whether the person will take requests from the start. */
  user_available: boolean;
  /** First name. */
  firstname?: string;
  /** Last name. */
  lastname?: string;
  /** When the invitation expires, UTC. */
  expiresAt: string;
}

/** The widget’s texts in one language. */
export interface LabelEntryView {
  _id: string;
  /** Language, upper case, such as `PT-BR`. */
  lang: string;
  /** Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first. */
  data: Record<string, string | string[]>;
  /** Category, for user interfaces. */
  category?: string;
  /** Whether it is the default language. */
  default: boolean;
}

/** All labels of the project itself. */
export interface LabelsView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
  /** One entry per language. */
  data: LabelEntryView[];
}

/** The newest visible message of a request, shortened. */
export interface LastMessageView {
  _id: string;
  /** Place in the request, from 1 without gaps: the only order of messages. */
  seq: number;
  /** Kind of message; `text` by default. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Text, cut at 120 characters. */
  text: string;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender: string;
  /** Name of the sender. */
  senderFullname: string;
  /** Side that the message comes from. */
  from: "requester" | "team" | "bot";
  createdAt: string;
}

/** A page of leads. */
export interface LeadPageView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The leads of the page. */
  leads: LeadRecordView[];
}

/** A lead: the contact behind requests. */
export type LeadRecordView = {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** The client’s own id for the person. */
  lead_id: string;
  /** Full name. */
  fullname?: string;
  /** E-mail address. */
  email?: string;
  /** Phone number. */
  phone?: string;
  /** Company. */
  company?: string;
  /** Note of the team about the lead. */
  note?: string;
  /** Street and house number. */
  streetAddress?: string;
  /** City. */
  city?: string;
  /** Region or state. */
  region?: string;
  /** Postal code. */
  zipcode?: string;
  /** Country. */
  country?: string;
  /** Custom JSON object, at most 64 kB. */
  attributes: Record<string, unknown>;
  /** Values of the project’s custom fields, at most 64 kB. */
  properties?: Record<string, unknown>;
  /** Names of the lead’s tags, at most 100. */
  tags?: string[];
  /** Status of the lead: 50 temporary, 100 normal, 1000 in the trash. */
  status: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  [name: string]: unknown;
};

/** The lead of a request. `_id` and `lead_id` alone until the lead’s copy has arrived. */
export type LeadView = {
  _id: string;
  /** The client’s own id for the person. */
  lead_id: string;
  /** Full name. */
  fullname?: string;
  /** E-mail address. */
  email?: string;
  /** Phone number. */
  phone?: string;
  [name: string]: unknown;
};

export interface ListActivitiesQueryInput {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "verb" | null;
  sort?: "createdAt" | "verb" | null;
  direction?: 1 | -1 | null;
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  agent_id?: string | null;
  activities?: string | null;
}

export interface ListBotsQueryInput {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "name" | null;
  sort?: "createdAt" | "updatedAt" | "name" | null;
  direction?: 1 | -1 | null;
  /** Text, as sent. */
  text?: string | null;
  /** Kind. */
  type?: "internal" | "external" | "tilebot" | null;
  public?: boolean | null;
  certified?: boolean | null;
  /** Whether it is in the trash. */
  trashed?: boolean | null;
}

export interface ListIntentsQueryInput {
  id_faq_kb: string;
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "intent_display_name" | null;
  sort?: "createdAt" | "intent_display_name" | null;
  direction?: 1 | -1 | null;
  /** Text, as sent. */
  text?: string | null;
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
}

export interface ListLeadsQueryInput {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "fullname" | "email" | "lead_id" | null;
  sort?: "createdAt" | "updatedAt" | "fullname" | "email" | "lead_id" | null;
  direction?: 1 | -1 | null;
  /** E-mail address. */
  email?: string | null;
  /** The client’s own id for the person. */
  lead_id?: string | null;
  full_text?: string | null;
  with_email?: "true" | "false" | null;
  with_fullname?: "true" | "false" | null;
  /** Tags. */
  tags?: string | null;
  /** State. */
  status?: "50" | "100" | "1000" | "all" | null;
  segment?: string | null;
}

export interface ListRequestsQueryInput {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "assigned_at" | "closed_at" | "first_response_at" | "waiting_time" | "duration" | "rating" | "priority" | "status" | "ticket_id" | "last_message_at" | "snooze_until" | "due_at" | null;
  sort?: "createdAt" | "updatedAt" | "assigned_at" | "closed_at" | "first_response_at" | "waiting_time" | "duration" | "rating" | "priority" | "status" | "ticket_id" | "last_message_at" | "snooze_until" | "due_at" | null;
  direction?: 1 | -1 | null;
  start_date?: string;
  end_date?: string;
  start_date_time?: string;
  end_date_time?: string;
  timezone?: string;
  filterRangeField?: "createdAt" | "updatedAt" | "assigned_at" | "closed_at" | "first_response_at";
  /** State. */
  status?: string;
  preflight?: boolean;
  full_text?: string;
  no_textscore?: boolean;
  ticket_id?: string;
  dept_id?: string;
  lead?: string;
  participant?: string;
  hasBot?: boolean;
  hasbot?: boolean;
  /** Tags. */
  tags?: string | string[];
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
  snap_lead_lead_id?: string;
  snap_lead_email?: string;
  requester_email?: string;
  snap_department_routing?: string;
  snap_department_default?: boolean;
  snap_department_id_bot?: string;
  snap_department_id_bot_exists?: boolean;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  smartAssignment?: boolean;
  /** Phone number. */
  phone?: string;
  workingStatus?: string;
  "workingStatus[ne]"?: string;
  "workingStatus[in]"?: string;
  "workingStatus[nin]"?: string;
  duration?: number;
  duration_op?: "gt" | "lt";
  rated?: boolean;
  abandoned?: boolean;
  draft?: boolean;
  snoozed?: boolean;
  sla_state?: string;
  sla_policy?: string;
  due_before?: string;
  due_after?: string;
  due_within?: number;
  mine?: boolean;
  followed?: "me";
  mentioned?: "me";
  unread?: boolean;
  caller?: string;
  called?: string;
  call_id?: string;
  /** Return ids instead of records. */
  no_populate?: boolean;
  no_count?: boolean;
  count_limit?: number;
  view?: "row";
}

/** Where the requester is. */
export interface LocationInput {
  /** Name of the country, in English when it was found by the address. */
  country?: string | null;
  /** Code of the country, ISO 3166-1 alpha-2, such as `IT`. */
  countryCode?: string | null;
  /** Region or state. */
  region?: string | null;
  /** City. */
  city?: string | null;
  /** Street and house number. */
  streetAddress?: string | null;
  /** Postal code. */
  zipcode?: string | null;
  /** IP address that the location was derived from. */
  ipAddress?: string | null;
  /** Position as a GeoJSON point. */
  geometry?: {
    /** Always `Point`. */
    type: "Point";
    /** Latitude and longitude. */
    coordinates: number[];
  } | null;
}

/** Where the requester is, as far as known. */
export interface LocationView {
  /** Name of the country, in English when it was found by the address. */
  country?: string;
  /** Code of the country, ISO 3166-1 alpha-2, such as `IT`. */
  countryCode?: string;
  /** Region or state. */
  region?: string;
  /** City. */
  city?: string;
  /** Street and house number. */
  streetAddress?: string;
  /** Postal code. */
  zipcode?: string;
  /** IP address that the location was derived from. */
  ipAddress?: string;
  /** Position as a GeoJSON point. */
  geometry?: {
    /** Always `Point`. */
    type: "Point";
    /** Latitude and longitude. */
    coordinates: number[];
  };
}

/** The macros that the caller sees. */
export interface MacroPageView {
  /** Macros on a page. */
  perPage: number;
  /** Number of macros. */
  count: number;
  /** The macros. */
  macros: MacroView[];
}

/** What a macro would do to a request. */
export interface MacroPreviewView {
  /** Texts of messages and notes, with their placeholders filled. */
  texts: string[];
  /** What each action would do, up to the first that is refused. */
  outcome: ActionOutcomeView[];
}

/** The request after a macro, and what each action did. */
export interface MacroRunView {
  /** The request after it. */
  request: RequestView;
  /** What it did. */
  macro: {
    _id: string;
    /** The actions, in their order. */
    applied: {
      /** The action. */
      type: "send_message" | "add_note" | "add_tags" | "remove_tags" | "set_priority" | "set_subject" | "set_attributes" | "set_department" | "assign" | "add_participant" | "remove_participant" | "add_follower" | "hand_to_bot" | "close" | "reopen" | "snooze" | "wake" | "set_sla" | "send_survey" | "notify" | "emit";
      /** Whether it changes anything. */
      changed: boolean;
    }[];
  };
}

/** A macro: actions that are run in one stroke. */
export interface MacroView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Name, at most 255 characters. */
  name: string;
  /** What it is for. */
  description?: string;
  /** What it does, in order: all, or nothing. */
  actions: ActionView[];
  /** `personal`: for its author; `shared`: for the team. */
  visibility: "personal" | "shared";
  /** Departments that it is shown for; no right depends on it. */
  departments: string[];
  /** Place among the macros. */
  position: number;
  /** Broken references. */
  broken?: string[];
}

/** How access tokens of a mailbox are fetched. */
export interface MailOauthInput {
  /** Whose consent it is. */
  provider: "google" | "microsoft" | "custom";
  /** Address of the token endpoint. */
  token_url: string;
  /** Id of the client at the provider. */
  client_id: string;
  /** Secret of the client; never shown again. */
  client_secret?: string | null;
  /** Refresh token of the consent; never shown again, and replaced by those that come back. */
  refresh_token?: string | null;
}

/** How access tokens of a mailbox are fetched, without secrets. */
export interface MailOauthView {
  /** Whose consent it is. */
  provider: "google" | "microsoft" | "custom";
  /** Address of the token endpoint. */
  token_url: string;
  /** Id of the client at the provider. */
  client_id: string;
  /** Always true: there is a secret. */
  client_secret_set?: true;
  /** Always true: there is a refresh token. */
  refresh_token_set?: true;
}

/** A mailbox in an event. */
export interface MailboxInEvent {
  _id: string;
  id: string;
  id_project: string;
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** Name of the mailbox. */
  name: string;
  /** Id of the department of new requests; without it the default one. */
  department?: string;
  /** Whether mail is taken. */
  enabled: boolean;
  /** How mail comes in. */
  inbound: "imap" | "smtp" | "webhook" | "none";
}

/** Whether the mail of a mailbox comes in. */
export interface MailboxStateView {
  /** `ok`, `failing`: none comes in, or `off`. */
  inbound: "ok" | "failing" | "off";
  /** Since when, UTC. */
  since?: string;
  /** When the server was last read, UTC. */
  last_ok_at?: string;
  /** Why it does not come in. */
  error?: ServerFaultView;
  /** Mails on the server that are still to be read. */
  behind?: number;
  /** `ok`, `failing`: none leaves, or `off`. */
  outbound?: "ok" | "failing" | "off";
  /** Since when, UTC. */
  outbound_since?: string;
  /** When the server last took a mail, UTC. */
  outbound_last_ok_at?: string;
  /** Why none leaves. */
  outbound_error?: ServerFaultView;
}

/** An address of the project at which mail arrives, without its secret. */
export interface MailboxView {
  _id: string;
  id: string;
  id_project: string;
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** Name of the mailbox. */
  name: string;
  /** Id of the department of new requests; without it the default one. */
  department?: string;
  /** Whether mail is taken. */
  enabled: boolean;
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string;
  /** Whether its mail comes in. */
  state?: MailboxStateView;
  __v?: number;
  /** Further addresses that lead to it, at most 20. */
  aliases?: string[];
  /** How mail comes in. */
  inbound?: {
    /** Name or address of the server. */
    host?: string;
    /** Port; 993, or 143 with `starttls`, unless it says otherwise. */
    port?: number;
    /** Encryption: `tls` from the first byte, the default, or `starttls`. */
    secure?: "tls" | "starttls";
    /** Name to sign in with. */
    username?: string;
    /** Always true: there is a password. */
    password_set?: true;
    /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
    oauth?: true;
    /** Folder that is read; `INBOX` by default. */
    folder?: string;
    /** What becomes of a mail on the server once it is stored: `keep`, the default, `seen`, or `move:<folder>`. */
    after?: string;
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "imap" | "smtp" | "webhook" | "none";
    /** Where a provider posts mail, for `webhook`. */
    url?: string;
    /** Always true: there is a secret, which is never shown again. */
    secret_set?: true;
  };
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthView;
  /** `reject`, the default, or `mark`: what becomes of a mail that the domain of its sender disowns. */
  on_dmarc_fail?: "reject" | "mark";
  /** Score from which on a mail is rejected as spam; without it, only what a filter has flagged. */
  spam_score?: number;
  /** How answers leave: by a server of the project, by that of the installation, or not at all. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp" | "installation" | "none";
    /** Name or address of the mail server. */
    host?: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port?: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure?: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string;
    /** Always true: there is a password. */
    password_set?: true;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: true;
  };
  /** Name of the sender: that of the mailbox, or the agent’s before it. */
  sender_name?: "mailbox" | "agent";
  /** Automatic answer to the first mail of a request. */
  auto_reply?: {
    /** Whether it is sent. */
    enabled: boolean;
    /** Its text. */
    text: string;
    /** How often one address gets it: for each new request, or once a day; never twice in an hour. */
    once_per?: "request" | "day";
  };
  /** Whether the number of the request stands in the subject. */
  subject_number?: boolean;
  /** Whether answers may come to `local+token@domain`. */
  plus_addressing?: boolean;
  /** Whether automatic mail opens requests. */
  accept_automatic?: boolean;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** The invitation that a mailed code stands for. */
export interface MailedInvitationView {
  _id: string;
  id: string;
  /** E-mail address that is invited. */
  email: string;
  /** Role that the person will have. */
  role: string;
  id_project: string;
  /** Name of the project. */
  project_name: string;
  /** First name. */
  firstname?: string;
  /** Last name. */
  lastname?: string;
}

/** A text that a search has found, as it was typed. */
export interface MatchView {
  /** Where the text stands. */
  in: "message" | "note" | "subject" | "first_text" | "lead" | "tag" | "rating";
  /** Sequence number of the message. */
  seq?: number;
  /** The text or a part of it, at most 200 characters, without markup of the search. */
  text: string;
  /** Begin and end of each word of the query, in UTF-16 code units of `text`. */
  ranges: [number, number][];
}

/** A page of mentions. */
export interface MentionPageView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of mentions, at most 10,000. */
  count: number;
  /** The mentions. */
  mentions: MentionView[];
}

/** A mention of the caller on a request. */
export interface MentionView {
  _id: string;
  /** `request_id` of the request. */
  request_id: string;
  /** Number of the request. */
  ticket_id: string;
  /** What mentions the caller. */
  cause: "note" | "message" | "rule" | "macro" | "schedule";
  /** `_id` of the note. */
  note_id?: string;
  /** `_id` of the message. */
  message_id?: string;
  /** Beginning of the text. */
  text?: string;
  /** Who mentions. */
  by: {
    _id: string;
    /** Full name. */
    fullname: string;
  };
  createdAt: string;
  /** Not read yet. */
  unread: boolean;
}

export interface MessageCountQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
  sender?: string;
  recipient?: string;
}

export interface MessageFiguresQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
  sender?: string;
  recipient?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
}

/** One message of several. */
export interface MessageItemInput {
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender?: string | null;
  /** Name of the sender. */
  senderFullname?: string | null;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text?: string | null;
  /** Kind of message; `text` by default. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Channel of the message; the request’s by default. */
  channel?: ChannelInput | null;
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string | null;
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: boolean | null;
  /** Language of the text, as sent. */
  language?: string | null;
  createdAt?: unknown;
  /** Status of an imported message. */
  status?: unknown;
}

/** A message in an event. */
export interface MessageOfEvent {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Place in the request, from 1 without gaps: the only order of messages. */
  seq: number;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender: string;
  /** Name of the sender. */
  senderFullname: string;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname?: string;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text: string;
  /** Kind of message; `text` by default. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown>;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown>;
  /** How far the message has come. -100 failed, 0 sending, 100 sent, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 0 | 100 | 150 | 200 | 250 | 300;
  /** Language of the text, as sent. */
  language?: string;
  /** Channel of the message; the request’s by default. */
  channel: ChannelView;
  /** `group` for a request, `direct` for a direct message. */
  channel_type: "group" | "direct";
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string;
  /** Present and true if the message was imported. */
  imported?: true;
  /** Who may see the message. Left out for end users. */
  audience?: "all" | "service" | "own" | "team" | "private";
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: true;
  /** Why the call failed. */
  error?: DeliveryError;
  /** Present if words were taken out of it for good. Left out for end users. */
  redacted?: RedactionView;
}

/** The number of messages, received and sent. */
export type MessageTotalView = {
  /** How many there were. */
  totalCount: number;
  /** Messages from requesters. */
  received: number;
  /** Messages from teammates and bots. */
  sent: number;
}[];

/** A message of a request. */
export interface MessageView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Place in the request, from 1 without gaps: the only order of messages. */
  seq: number;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender: string;
  /** Name of the sender. */
  senderFullname: string;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname?: string;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text: string;
  /** Kind of message; `text` by default. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown>;
  /** Custom JSON object, at most 64 kB. */
  attributes: Record<string, unknown>;
  /** How far the message has come. -100 failed, 0 sending, 100 sent, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 0 | 100 | 150 | 200 | 250 | 300;
  /** Language of the text, as sent. */
  language?: string;
  /** Channel of the message; the request’s by default. */
  channel: ChannelView;
  /** `group` for a request, `direct` for a direct message. */
  channel_type: "group" | "direct";
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string;
  /** Present and true if the message was imported. */
  imported?: true;
  /** Who may see the message. Left out for end users. */
  audience?: "all" | "service" | "own" | "team" | "private";
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: true;
  /** Why the call failed. */
  error?: DeliveryError;
  /** Present if words were taken out of it for good. Left out for end users. */
  redacted?: RedactionView;
}

/** Messages per day, received and sent. */
export type MessagesByDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
  };
  /** How many there were. */
  count: number;
  /** Messages from requesters. */
  received: number;
  /** Messages from teammates and bots. */
  sent: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** Messages per month, received and sent. */
export type MessagesByMonthView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
  };
  /** How many there were. */
  count: number;
  /** Messages from requesters. */
  received: number;
  /** Messages from teammates and bots. */
  sent: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** Messages per sender, most messages first. */
export type MessagesBySenderView = {
  _id: {
    /** Sender: a user id, guest id or `bot_<id>`. */
    sender: string;
  };
  /** How many there were. */
  count: number;
  /** What the sender is: a person (a teammate or visitor) or a bot. */
  kind: "person" | "bot";
  /** Name of the sender, as in their newest message. Absent once the person is erased. */
  name?: string;
}[];

/** Messages per week of a year, received and sent. */
export type MessagesByWeekView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Week of the year, 0 to 53. Weeks begin on Sunday; week 1 holds the first Sunday. */
    week: number;
  };
  /** How many there were. */
  count: number;
  /** Messages from requesters. */
  received: number;
  /** Messages from teammates and bots. */
  sent: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** A person or bot as end users see it. */
export interface NameView {
  _id: string;
  /** First name. */
  firstname?: string;
  /** Last name. */
  lastname?: string;
  /** Name of a bot. */
  name?: string;
  /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
  avatar?: string;
}

/** A new lead. */
export interface NewLeadInput {
  /** The client’s own id for the person. */
  lead_id?: string;
  /** Full name. */
  fullname?: string | null;
  /** E-mail address. */
  email?: string | null;
  /** Phone number. */
  phone?: string | null;
  /** Company. */
  company?: string | null;
  /** City. */
  city?: string | null;
  /** Region or state. */
  region?: string | null;
  /** Country. */
  country?: string | null;
  /** Street and house number. */
  streetAddress?: string | null;
  /** Postal code. */
  zipcode?: string | null;
  /** Note of the team about the lead. */
  note?: string | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown>;
  /** Values of the project’s custom fields, at most 64 kB. */
  properties?: Record<string, unknown>;
  /** Names of the lead’s tags, at most 100. */
  tags?: string[];
}

/** What became of one new lead. */
export interface NewLeadResultView {
  /** Index of the lead in the body, from 0. */
  index: number;
  /** What happened. `returned` and `merged`: a lead has this `lead_id`. */
  outcome: "created" | "returned" | "merged" | "failed";
  _id?: string;
  /** Why it failed. */
  code?: string;
  /** Invalid fields of the lead. */
  errors?: {
    /** Name of the field. */
    param: string;
    /** Always `body`. */
    location: string;
    /** What is wrong. */
    msg: string;
  }[];
}

/** A note on a request that only the team sees. */
export interface NoteView {
  _id: string;
  /** Text of the note, at most 10,000 characters. */
  text: string;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
  /** Teammates who are mentioned, at most 20: user ids, in a body teammate ids as well. */
  mentions?: string[];
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

/** Who would get a request of the department now. */
export interface OperatorsView {
  /** The department. */
  department: DepartmentView;
  /** Group of the department. */
  group?: {
    _id: string;
    /** Name of the group. */
    name?: string;
    [name: string]: unknown;
  };
  /** Bot that answers first. */
  id_bot?: string;
  /** All candidates. */
  agents: {
    _id: string;
    /** User id. */
    id_user: string;
    /** Full name. */
    fullname: string;
    /** Whether the teammate takes requests. Changes only by an explicit call. */
    user_available: boolean;
    /** Requests that hold a seat of the teammate. */
    number_assigned_requests: number;
  }[];
  /** Candidates who are available. */
  available_agents: {
    _id: string;
    /** User id. */
    id_user: string;
    /** Full name. */
    fullname: string;
    /** Whether the teammate takes requests. Changes only by an explicit call. */
    user_available: boolean;
    /** Requests that hold a seat of the teammate. */
    number_assigned_requests: number;
  }[];
  /** Who would be chosen: one entry, or none. A bot is `bot_<id>`. */
  operators: {
    /** User id. */
    id_user: string;
  }[];
}

/** A membership of the caller, with the project in `id_project`. */
export interface OwnProjectView {
  _id: string;
  id: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** The person: the user record, or its id. Absent for a visitor. */
  id_user?: string | TeammateUserView;
  /** UUID of a visitor. */
  uuid_user?: string;
  /** Name and e-mail address of a visitor. */
  profile?: {
    /** First name. */
    firstname?: string;
    /** Last name. */
    lastname?: string;
    /** E-mail address. */
    email?: string;
  };
  /** Role in the project. Any other value grants nothing. */
  role: string | null;
  /** Custom role, whose base is `role`. An empty string removes it. */
  role_id?: string;
  /** All that a member with a custom role may do. */
  rights?: RightView[];
  /** Which requests a member with a custom role sees at most. */
  visibility?: "all" | "departments" | "own";
  /** 1 for a teammate, 2 for a visitor. */
  roleType: number;
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available: boolean;
  /** The teammate’s own status text, at most 64 characters. */
  profileStatus?: string;
  /** Whether a socket of the person is connected. Routing does not consider it. */
  presence: {
    /** `online` or `offline`. */
    status: string;
    /** When it last changed, UTC. */
    changedAt?: string;
  };
  /** False for anonymous visitors. */
  isAuthenticated: boolean;
  /** Seats of the teammate. Absent, -1 or null: no limit of their own. */
  max_served_chat?: number;
  /** The same value as `max_served_chat`, under the name that existing clients know. */
  max_assigned_chat?: number;
  /** Requests that hold a seat of the teammate. In a body it is ignored. */
  number_assigned_requests?: number;
  /** Whether all seats of the teammate are taken. */
  isBusy: boolean;
  /** Custom JSON object, at most 16 kB. */
  attributes: Record<string, unknown>;
  /** Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`. */
  settings: Record<string, unknown>;
  /** Tags of the teammate, at most 50. */
  tags: {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string;
  }[];
  /** `active`, or `disabled` without access. */
  status: string;
  /** Whether the teammate was removed. */
  trashed: boolean;
  /** When the person last signed in, UTC. */
  last_login_at?: string;
  id_project: ProjectView;
}

/** A request with ids in place of records (`no_populate=true`). */
export interface PlainRequest {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id: string;
  /** Ticket number: digits, growing within the project, never reused. */
  ticket_id: string;
  /** `_id` of the lead. */
  requester_id: string;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text: string;
  /** Subject, at most 500 characters. */
  subject?: string;
  /** Status of the request. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  /** Started for the requester, who has not yet sent a visible message. Such requests are hidden from lists. */
  preflight: boolean;
  /** A test conversation: holds no seat, and is not counted. */
  draft: boolean;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants: string[];
  /** The teammates among the participants, by user id. */
  participantsAgents: string[];
  /** The bots among the participants, by id without `bot_`. */
  participantsBots: string[];
  /** Whether a bot participates. */
  hasBot: boolean;
  /** Channel that the request came through; `chat21` by default. */
  channel: ChannelView;
  /** Channel for outgoing messages. */
  channelOutbound: ChannelView;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Language of the requester, as sent. */
  language?: string;
  /** Page that the conversation was started on. */
  sourcePage?: string;
  /** `User-Agent` of the client. */
  userAgent?: string;
  /** Rating by the requester, 0 to 5. */
  rating?: number;
  /** Comment with the rating. */
  rating_message?: string;
  /** Milliseconds from the first visitor message to the first agent message. */
  waiting_time?: number;
  /** When an agent first answered, UTC. */
  first_response_at?: string;
  /** When the request was last assigned, UTC. */
  assigned_at?: string;
  /** When the request was closed, UTC. */
  closed_at?: string;
  /** Milliseconds from creation to closing. */
  duration?: number;
  /** Where the requester is. */
  location?: LocationView;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes: Record<string, unknown>;
  /** Whether the queue may assign the request. */
  smartAssignment: boolean;
  /** Present and true if the request was imported. */
  imported?: true;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string;
  /** Relevance for `full_text`. In such lists only. */
  score?: number;
  /** The bot that was put in place, or the original of a published copy. In the answer to a replacement only. */
  replaced_bot_root_id?: string;
  /** Contact details of the lead when the request was created. */
  contact: {
    /** Phone number of the lead. */
    phone?: string;
    /** E-mail address of the lead. */
    email?: string;
    /** `lead_id` of the lead. */
    external_id?: string;
  };
  /** Tags of the request, at most 50, unique by name in any case. */
  tags: TagView[];
  /** Notes of the team, at most 500. */
  notes: NoteView[];
  /** Teammate ids of those who watch the request, at most 50. */
  followers: string[];
  /** Context at creation and after each routing. */
  snapshot: SnapshotView;
  /** Who closed the request. */
  closed_by?: string;
  /** Until when the request rests. Absent: it is not snoozed. */
  snooze?: SnoozeView;
  /** Messages that are sent at a time, without their texts. Absent: none is pending. */
  scheduled?: ScheduledEntry[];
  /** The request in which the conversation goes on. Absent: it is not merged. */
  merged_into?: RequestNameView;
  /** Service levels. Absent: none applies. */
  sla?: SlaView;
  /** The survey of the last closing, once it was asked. */
  survey?: RequestSurveyView;
  /** Until when the channel takes free text. */
  channel_window?: ChannelWindow;
  /** Whose answer is due, by the newest visible message of a person. */
  waiting_for?: "requester" | "team" | "nobody";
  /** When the requester last wrote a visible message, UTC. */
  last_requester_at?: string;
  /** When a teammate last wrote a visible message, UTC. */
  last_team_at?: string;
  /** Who started the request: a teammate record, or its id in the plain form. */
  requester?: string;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead: string;
  /** Department of the request: a record, or its id in the plain form. */
  department?: string;
  /** Visible messages as text, one per line. In single answers of a closed request of at most 2,000 messages only. */
  transcript?: string;
}

/** A message of the project: of a request, or direct. */
export interface ProjectMessageView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Place in the request, from 1 without gaps: the only order of messages. */
  seq?: number;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender: string;
  /** Name of the sender. */
  senderFullname: string;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname?: string;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text: string;
  /** Kind of message; `text` by default. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown>;
  /** Custom JSON object, at most 64 kB. */
  attributes: Record<string, unknown>;
  /** How far the message has come. -100 failed, 0 sending, 100 sent, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 0 | 100 | 150 | 200 | 250 | 300;
  /** Language of the text, as sent. */
  language?: string;
  /** Channel of the message; the request’s by default. */
  channel: ChannelView;
  /** `group` for a request, `direct` for a direct message. */
  channel_type: "group" | "direct";
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string;
  /** Present and true if the message was imported. */
  imported?: true;
  /** Who may see the message. Left out for end users. */
  audience?: "all" | "service" | "own" | "team" | "private";
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: true;
  /** Why the call failed. */
  error?: DeliveryError;
  /** Present if words were taken out of it for good. Left out for end users. */
  redacted?: RedactionView;
  /** The request of the message, in the form for the caller. */
  request?: RequestView;
}

/** A project. It holds no key or secret. */
export interface ProjectView {
  _id: string;
  id: string;
  /** Name of the project. */
  name: string;
  /** 100 live, 0 deleted. */
  status: number;
  /** Whether operating hours apply; otherwise the project is always open. */
  activeOperatingHours: boolean;
  /** Weekly hours as JSON in a string: days `0` (Sunday) to `6`, each a list of `start` and `end`, and `tzname`. */
  operatingHours?: string;
  /** Named hours by slot id: `name`, `active`, `hours`. */
  timeSlots?: Record<string, unknown>;
  /** Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`. */
  settings: Record<string, unknown>;
  /** Settings of the web widget, at most 64 kB. */
  widget: Record<string, unknown>;
  /** Custom JSON object, at most 64 kB. */
  attributes: Record<string, unknown>;
  /** Custom JSON value. */
  versions?: unknown;
  /** Channels of the project. */
  channels: unknown[];
  /** Whether only addresses of `ipFilter` may call. */
  ipFilterEnabled?: boolean;
  /** Addresses and blocks of addresses that may call. */
  ipFilter?: string[];
  /** Whether addresses of `ipFilterDeny` are refused. */
  ipFilterDenyEnabled?: boolean;
  /** Addresses and blocks of addresses that may not call. */
  ipFilterDeny?: string[];
  /** Bans of visitors and addresses. */
  bannedUsers?: BanView[];
  /** Constant that existing clients read: Parley sells no plans. */
  profile: {
    /** Always `Custom`. */
    name: string;
    /** Always `payment`. */
    type: string;
  };
  /** Always false. */
  trialExpired: boolean;
  /** Always 0. */
  trialDaysLeft: number;
  /** Always true. */
  isActiveSubscription: boolean;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
}

/** A custom field of leads. */
export interface PropertyView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Label shown to people. */
  label: string;
  /** Key in `properties` of leads. */
  name: string;
  /** Kind of value, for user interfaces; `text` by default. */
  type: string;
  /** 100; 1000 when hidden. */
  status: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

/** A department as visitors see it. */
export interface PublicDepartmentView {
  _id: string;
  id: string;
  id_project: string;
  /** Name of the department, 1 to 128 characters. */
  name: string;
  /** Description of the department. */
  description?: string;
  /** Text for visitors while the project is open. */
  online_msg?: string;
  /** Text for visitors while the project is closed. */
  offline_msg?: string;
  /** Whether it is the default department; each project has exactly one. */
  default: boolean;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status: number;
  /** Whether a bot answers first. */
  hasBot: boolean;
}

/** All labels of the project itself, without their author. */
export interface PublicLabelsView {
  _id: string;
  id: string;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
  /** One entry per language. */
  data: LabelEntryView[];
}

/** What the page of a survey shows. */
export interface PublicSurveyView {
  /** The question. */
  ask: string;
  /** Language of the request. */
  language?: string;
  /** Lowest and highest rating. */
  scale: number[];
  /** Whether a comment is asked for. */
  comment: boolean;
  /** Name of the project. */
  project_name: string;
  /** Whether it was answered; it may be answered again. */
  answered: boolean;
}

/** A browser of the caller that is notified while the console is closed. */
export interface PushDeviceView {
  _id: string;
  id: string;
  id_project: string;
  /** Language of the notifications; others than the six of the console count as English. */
  language: string;
  /** IANA time zone, in which the quiet hours of the person count. Default UTC. */
  timezone: string;
  /** Whether notifications show names and the beginning of messages. Default false. */
  shows_text: boolean;
  createdAt: string;
  updatedAt: string;
}

/** A page of comments. */
export interface RatingCommentPageView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of comments, at most 10,000. */
  count: number;
  /** The comments. */
  comments: RatingCommentView[];
}

/** A rating with a comment. */
export interface RatingCommentView {
  /** `request_id` of the request. */
  request_id: string;
  /** Number of the request. */
  ticket_id: string;
  /** The rating, 0 to 5. */
  rating: number;
  /** The comment. */
  rating_message: string;
  /** User ids of the teammates who serve the request. */
  agents: string[];
  /** Id of the department; null: none. */
  department: string | null;
  /** When the requester last rated, UTC. */
  rated_at: string;
}

/** How far the caller has read a request. */
export interface ReadPositionView {
  /** `request_id` of the request. */
  request_id: string;
  /** Position (`seq`) of the last message that the caller has read. */
  upto: number;
  /** Visible messages of the other side after it. */
  unread: number;
  /** Whether a mention of the caller is still unread. */
  mentioned: boolean;
}

/** How far the caller has read the request. */
export interface ReadView {
  /** Position (`seq`) of the last message that the caller has read. */
  upto: number;
  /** Visible messages of the other side after it. */
  unread: number;
  /** Whether a mention of the caller is still unread. */
  mentioned?: boolean;
}

/** A comparison of stored figures with the records they were computed from. */
export interface ReconciliationView {
  _id: string;
  id: string;
  id_project: string;
  /** State of the run. */
  status: "running" | "done" | "failed";
  /** Point in time of the raw records. Absent until they are read. */
  asOf?: string;
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range. */
  to: string;
  /** Whether differing figures are corrected. */
  repair: boolean;
  /** Number of records compared. */
  checked: {
    /** Requests compared. */
    requests: number;
    /** Messages compared. */
    messages: number;
  };
  /** The first 1,000 differences. */
  differences: {
    /** Figure that differs. */
    metric: string;
    /** Group in which it differs. */
    key: Record<string, unknown>;
    /** Value as stored. */
    stored: number;
    /** Value computed from the records. */
    raw: number;
    /** `_id`s of at most 20 records that differ. */
    records: string[];
  }[];
  /** Number of all differences. */
  differencesCount: number;
  /** Number of corrected figures. */
  repaired: number;
  /** When the run began, UTC. */
  startedAt: string;
  /** When it finished, UTC. */
  finishedAt?: string;
}

/** By whom and why words were taken out of a message. */
export interface RedactionView {
  /** Principal who did it. */
  by: string;
  /** When. */
  at: string;
  /** Why, as it was given. */
  reason?: string;
}

/** A merged or linked request. */
export interface RelatedRequestView {
  /** `request_id` of the request. */
  request_id: string;
  /** Its number. */
  ticket_id: string;
  /** Its subject. */
  subject?: string;
  /** The beginning of its first text. */
  first_text: string;
  /** Its status. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  createdAt: string;
}

/** What belongs to a request, as far as the caller sees it. */
export interface RelatedRequestsView {
  /** Requests that were merged into it. */
  merged: RelatedRequestView[];
  /** Requests that are linked to it. */
  links: RelatedRequestView[];
  /** Number of links to requests that the caller does not see. */
  links_hidden: number;
}

/** Figures beside the views and departments of an inbox. */
export interface RequestCountersView {
  /** When the requests were counted, UTC. */
  as_of: string;
  /** Numbers of the views of an inbox. */
  views: {
    /** Requests that the caller serves. */
    mine: CountedOwnView;
    /** Requests in status 100. */
    unassigned: CountedView;
    /** Requests in status 150. */
    abandoned: CountedView;
    /** Requests in status 200 that bots serve alone. */
    bot: CountedView;
    /** Requests that the caller follows. */
    followed: CountedOwnView;
    /** Requests in which the caller was mentioned in the last 90 days. */
    mentioned: CountedOwnView;
    /** All open requests that the caller sees. */
    all: CountedView;
    /** Open requests that are snoozed. */
    snoozed: CountedView;
    /** Open requests with an overdue service level. */
    overdue: CountedView;
  };
  /** Numbers of the departments with open requests that the caller sees. */
  departments: {
    _id: string;
    /** Number of open requests, at most 10,000. */
    open: number;
    /** How many of them are in status 100. */
    unassigned: number;
  }[];
}

/** One mail of a request, without its text. */
export interface RequestMailView {
  _id: string;
  id: string;
  /** Whether it came in or went out. */
  direction: "in" | "out";
  /** Id of the mailbox. */
  mailbox: string;
  /** What has become of it; `waiting` and `sending`: it is still to be sent. */
  state: "stored" | "routed" | "ignored" | "rejected" | "failed" | "waiting" | "sending" | "sent" | "bounced" | "suppressed" | "cancelled";
  /** Of what goes out: messages of the team, or an automatic answer. */
  kind?: "answer" | "auto_reply" | "transcript";
  /** Why it has not left, or came back. */
  error?: {
    /** Word for programs. */
    code: "dns_failed" | "url_not_allowed" | "connection_refused" | "tls_failed" | "auth_failed" | "oauth_expired" | "timeout" | "quota" | "greylisted" | "blocked" | "rejected" | "bounced" | "suppressed" | "expired" | "mailbox_disabled" | "mailbox_removed" | "outbound_off" | "nothing_to_send" | "internal";
    /** Sentence for people. */
    text?: string;
  };
  /** Attempts of this round. */
  attempts?: number;
  /** When the next attempt is due, UTC. */
  due_at?: string;
  /** Ids of the messages that it holds, or that it became. */
  messages: string[];
  /** `Message-ID` of the mail, without angle brackets. */
  message_id?: string;
  /** Address of the sender. */
  from?: string;
  /** Addresses that get it. */
  to: string[];
  /** Addresses that get copies. */
  cc?: string[];
  /** Subject of the mail. */
  subject?: string;
  createdAt: string;
  /** When it ended: was sent, or given up; UTC. */
  sentAt?: string;
}

/** The names of a request. */
export interface RequestNameView {
  /** Its `request_id`. */
  request_id: string;
  /** Its number. */
  ticket_id: string;
}

/** A request in an event: as admins see it. */
export interface RequestOfEvent {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id: string;
  /** Ticket number: digits, growing within the project, never reused. */
  ticket_id: string;
  /** `_id` of the lead. */
  requester_id: string;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text?: string;
  /** Subject, at most 500 characters. */
  subject?: string;
  /** Status of the request. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  /** Started for the requester, who has not yet sent a visible message. Such requests are hidden from lists. */
  preflight: boolean;
  /** A test conversation: holds no seat, and is not counted. */
  draft: boolean;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants: string[];
  /** The teammates among the participants, by user id. */
  participantsAgents: string[];
  /** The bots among the participants, by id without `bot_`. */
  participantsBots: string[];
  /** Whether a bot participates. */
  hasBot: boolean;
  /** Channel that the request came through; `chat21` by default. */
  channel: ChannelView;
  /** Channel for outgoing messages. */
  channelOutbound: ChannelView;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Language of the requester, as sent. */
  language?: string;
  /** Page that the conversation was started on. */
  sourcePage?: string;
  /** `User-Agent` of the client. */
  userAgent?: string;
  /** Rating by the requester, 0 to 5. */
  rating?: number;
  /** Comment with the rating. */
  rating_message?: string;
  /** Milliseconds from the first visitor message to the first agent message. */
  waiting_time?: number;
  /** When an agent first answered, UTC. */
  first_response_at?: string;
  /** When the request was last assigned, UTC. */
  assigned_at?: string;
  /** When the request was closed, UTC. */
  closed_at?: string;
  /** Milliseconds from creation to closing. */
  duration?: number;
  /** Where the requester is. */
  location?: LocationView;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes?: Record<string, unknown>;
  /** Whether the queue may assign the request. */
  smartAssignment: boolean;
  /** Present and true if the request was imported. */
  imported?: true;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string;
  /** Contact details of the lead when the request was created. */
  contact: {
    /** Phone number of the lead. */
    phone?: string;
    /** E-mail address of the lead. */
    email?: string;
    /** `lead_id` of the lead. */
    external_id?: string;
  };
  /** Tags of the request, at most 50, unique by name in any case. */
  tags: TagView[];
  /** Notes of the team, at most 500. */
  notes?: NoteView[];
  /** Teammate ids of those who watch the request, at most 50. */
  followers: string[];
  /** Context at creation and after each routing. */
  snapshot: {
    /** Requester at creation. */
    requester?: {
      _id: string;
      [name: string]: unknown;
    };
    /** Lead at creation. */
    lead?: {
      _id: string;
      [name: string]: unknown;
    };
    /** Department at the last routing. */
    department?: {
      _id: string;
      [name: string]: unknown;
    };
    /** Number of candidates who were available. */
    availableAgentsCount?: number;
  };
  /** Who closed the request. */
  closed_by?: string;
  /** Until when the request rests. Absent: it is not snoozed. */
  snooze?: SnoozeView;
  /** Messages that are sent at a time, without their texts. Absent: none is pending. */
  scheduled?: ScheduledEntry[];
  /** The request in which the conversation goes on. Absent: it is not merged. */
  merged_into?: RequestNameView;
  /** Service levels. Absent: none applies. */
  sla?: SlaView;
  /** The survey of the last closing, once it was asked. */
  survey?: RequestSurveyView;
  /** Until when the channel takes free text. */
  channel_window?: ChannelWindow;
  /** Whose answer is due, by the newest visible message of a person. */
  waiting_for?: "requester" | "team" | "nobody";
  /** When the requester last wrote a visible message, UTC. */
  last_requester_at?: string;
  /** When a teammate last wrote a visible message, UTC. */
  last_team_at?: string;
  /** Who started the request: a teammate record, or its id in the plain form. */
  requester?: RequesterView;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead: LeadView;
  /** Department of the request: a record, or its id in the plain form. */
  department?: DepartmentView;
  /** User records of the teammates who participate. */
  participatingAgents: AgentView[];
  /** Records of the bots that participate. */
  participatingBots: {
    _id: string;
    [name: string]: unknown;
  }[];
}

/** The request of a message: whole, unless it was deleted before the first attempt. */
export interface RequestOfMessage {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt?: string;
  createdBy?: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id: string;
  /** Ticket number: digits, growing within the project, never reused. */
  ticket_id?: string;
  /** `_id` of the lead. */
  requester_id: string;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text?: string;
  /** Subject, at most 500 characters. */
  subject?: string;
  /** Status of the request. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  /** Started for the requester, who has not yet sent a visible message. Such requests are hidden from lists. */
  preflight: boolean;
  /** A test conversation: holds no seat, and is not counted. */
  draft: boolean;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants: string[];
  /** The teammates among the participants, by user id. */
  participantsAgents?: string[];
  /** The bots among the participants, by id without `bot_`. */
  participantsBots?: string[];
  /** Whether a bot participates. */
  hasBot: boolean;
  /** Channel that the request came through; `chat21` by default. */
  channel: ChannelView;
  /** Channel for outgoing messages. */
  channelOutbound?: ChannelView;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Language of the requester, as sent. */
  language?: string;
  /** Page that the conversation was started on. */
  sourcePage?: string;
  /** `User-Agent` of the client. */
  userAgent?: string;
  /** Rating by the requester, 0 to 5. */
  rating?: number;
  /** Comment with the rating. */
  rating_message?: string;
  /** Milliseconds from the first visitor message to the first agent message. */
  waiting_time?: number;
  /** When an agent first answered, UTC. */
  first_response_at?: string;
  /** When the request was last assigned, UTC. */
  assigned_at?: string;
  /** When the request was closed, UTC. */
  closed_at?: string;
  /** Milliseconds from creation to closing. */
  duration?: number;
  /** Where the requester is. */
  location?: LocationView;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes?: Record<string, unknown>;
  /** Whether the queue may assign the request. */
  smartAssignment?: boolean;
  /** Present and true if the request was imported. */
  imported?: true;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string;
  /** Contact details of the lead when the request was created. */
  contact?: {
    /** Phone number of the lead. */
    phone?: string;
    /** E-mail address of the lead. */
    email?: string;
    /** `lead_id` of the lead. */
    external_id?: string;
  };
  /** Tags of the request, at most 50, unique by name in any case. */
  tags?: TagView[];
  /** Notes of the team, at most 500. */
  notes?: NoteView[];
  /** Teammate ids of those who watch the request, at most 50. */
  followers: string[];
  /** Context at creation and after each routing. */
  snapshot?: {
    /** Requester at creation. */
    requester?: {
      _id: string;
      [name: string]: unknown;
    };
    /** Lead at creation. */
    lead?: {
      _id: string;
      [name: string]: unknown;
    };
    /** Department at the last routing. */
    department?: {
      _id: string;
      [name: string]: unknown;
    };
    /** Number of candidates who were available. */
    availableAgentsCount?: number;
  };
  /** Who closed the request. */
  closed_by?: string;
  /** Until when the request rests. Absent: it is not snoozed. */
  snooze?: SnoozeView;
  /** Messages that are sent at a time, without their texts. Absent: none is pending. */
  scheduled?: ScheduledEntry[];
  /** The request in which the conversation goes on. Absent: it is not merged. */
  merged_into?: RequestNameView;
  /** Service levels. Absent: none applies. */
  sla?: SlaView;
  /** The survey of the last closing, once it was asked. */
  survey?: RequestSurveyView;
  /** Until when the channel takes free text. */
  channel_window?: ChannelWindow;
  /** Whose answer is due, by the newest visible message of a person. */
  waiting_for?: "requester" | "team" | "nobody";
  /** When the requester last wrote a visible message, UTC. */
  last_requester_at?: string;
  /** When a teammate last wrote a visible message, UTC. */
  last_team_at?: string;
  /** Who started the request: a teammate record, or its id in the plain form. */
  requester?: RequesterView;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead: LeadView;
  /** Department of the request: a record, or its id in the plain form. */
  department?: DepartmentView;
  /** User records of the teammates who participate. */
  participatingAgents?: AgentView[];
  /** Records of the bots that participate. */
  participatingBots?: {
    _id: string;
    [name: string]: unknown;
  }[];
}

/** A page of requests. */
export interface RequestPageView {
  /** Records on a page. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** With `count_limit`: there are more than `count`. */
  more?: boolean;
  /** The requests of the page. */
  requests: (RequestView | RequestRow)[];
}

/** A request as the team and bots see it. */
export interface RequestRecord {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id: string;
  /** Ticket number: digits, growing within the project, never reused. */
  ticket_id: string;
  /** `_id` of the lead. */
  requester_id: string;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text: string;
  /** Subject, at most 500 characters. */
  subject?: string;
  /** Status of the request. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  /** Started for the requester, who has not yet sent a visible message. Such requests are hidden from lists. */
  preflight: boolean;
  /** A test conversation: holds no seat, and is not counted. */
  draft: boolean;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants: string[];
  /** The teammates among the participants, by user id. */
  participantsAgents: string[];
  /** The bots among the participants, by id without `bot_`. */
  participantsBots: string[];
  /** Whether a bot participates. */
  hasBot: boolean;
  /** Channel that the request came through; `chat21` by default. */
  channel: ChannelView;
  /** Channel for outgoing messages. */
  channelOutbound: ChannelView;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Language of the requester, as sent. */
  language?: string;
  /** Page that the conversation was started on. */
  sourcePage?: string;
  /** `User-Agent` of the client. */
  userAgent?: string;
  /** Rating by the requester, 0 to 5. */
  rating?: number;
  /** Comment with the rating. */
  rating_message?: string;
  /** Milliseconds from the first visitor message to the first agent message. */
  waiting_time?: number;
  /** When an agent first answered, UTC. */
  first_response_at?: string;
  /** When the request was last assigned, UTC. */
  assigned_at?: string;
  /** When the request was closed, UTC. */
  closed_at?: string;
  /** Milliseconds from creation to closing. */
  duration?: number;
  /** Where the requester is. */
  location?: LocationView;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes: Record<string, unknown>;
  /** Whether the queue may assign the request. */
  smartAssignment: boolean;
  /** Present and true if the request was imported. */
  imported?: true;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string;
  /** Relevance for `full_text`. In such lists only. */
  score?: number;
  /** The bot that was put in place, or the original of a published copy. In the answer to a replacement only. */
  replaced_bot_root_id?: string;
  /** Contact details of the lead when the request was created. */
  contact: {
    /** Phone number of the lead. */
    phone?: string;
    /** E-mail address of the lead. */
    email?: string;
    /** `lead_id` of the lead. */
    external_id?: string;
  };
  /** Tags of the request, at most 50, unique by name in any case. */
  tags: TagView[];
  /** Notes of the team, at most 500. */
  notes: NoteView[];
  /** Teammate ids of those who watch the request, at most 50. */
  followers: string[];
  /** Context at creation and after each routing. */
  snapshot: SnapshotView;
  /** Who closed the request. */
  closed_by?: string;
  /** Until when the request rests. Absent: it is not snoozed. */
  snooze?: SnoozeView;
  /** Messages that are sent at a time, without their texts. Absent: none is pending. */
  scheduled?: ScheduledEntry[];
  /** The request in which the conversation goes on. Absent: it is not merged. */
  merged_into?: RequestNameView;
  /** Service levels. Absent: none applies. */
  sla?: SlaView;
  /** The survey of the last closing, once it was asked. */
  survey?: RequestSurveyView;
  /** Until when the channel takes free text. */
  channel_window?: ChannelWindow;
  /** Whose answer is due, by the newest visible message of a person. */
  waiting_for?: "requester" | "team" | "nobody";
  /** When the requester last wrote a visible message, UTC. */
  last_requester_at?: string;
  /** When a teammate last wrote a visible message, UTC. */
  last_team_at?: string;
  /** Who started the request: a teammate record, or its id in the plain form. */
  requester?: RequesterView;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead: LeadView;
  /** Department of the request: a record, or its id in the plain form. */
  department?: DepartmentView;
  /** User records of the teammates who participate. */
  participatingAgents: AgentView[];
  /** Records of the bots that participate. */
  participatingBots: {
    _id: string;
    [name: string]: unknown;
  }[];
  /** Visible messages as text, one per line. In single answers of a closed request of at most 2,000 messages only. */
  transcript?: string;
}

/** A request as an inbox shows it, at most 4 kB. Some members are for the team, some for end users. */
export interface RequestRow {
  _id: string;
  id: string;
  __v: number;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id: string;
  /** Ticket number: digits, growing within the project, never reused. */
  ticket_id: string;
  /** Status of the request. 50 temporary, 100 unserved, 150 abandoned, 200 served, 1000 closed */
  status: 50 | 100 | 150 | 200 | 1000;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Whether a bot participates. */
  hasBot?: boolean;
  /** Subject, cut at 80 characters. */
  subject?: string;
  /** Text of the first message, cut at 120 characters. */
  first_text: string;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead?: {
    _id: string;
    /** The client’s own id for the person. */
    lead_id: string;
    /** Full name. */
    fullname?: string;
    /** E-mail address. */
    email?: string;
  };
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants?: string[];
  /** Teammates who serve the request, as end users see them. For end users only. */
  agents?: {
    /** First name. */
    firstname: string;
    /** URL of the photo. */
    avatar?: string;
  }[];
  /** Department of the request: a record, or its id in the plain form. */
  department?: {
    _id: string;
    /** Display name. */
    name?: string;
  };
  /** Channel that the request came through; `chat21` by default. */
  channel: ChannelView;
  /** Language of the requester, as sent. */
  language?: string;
  /** Rating by the requester, 0 to 5. */
  rating?: number;
  /** At most 5 tags. */
  tags?: {
    _id: string;
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color: string;
  }[];
  /** Number of tags, if there are more than `tags` shows. */
  tagsCount?: number;
  /** Until when the request rests. Absent: it is not snoozed. */
  snooze?: {
    /** When the snooze ends, UTC. Absent: when the requester writes. */
    until?: string;
  };
  /** Service levels. Absent: none applies. */
  sla?: {
    /** When the first running clock is due, UTC. */
    due_at: string;
    /** What that clock measures. */
    metric: "first_response" | "next_response" | "resolution";
    /** Whether a running clock is past its due time. */
    overdue: boolean;
  };
  createdAt: string;
  updatedAt: string;
  /** When the request was last assigned, UTC. */
  assigned_at?: string;
  /** When the request was closed, UTC. */
  closed_at?: string;
  /** The newest visible message. */
  last_message?: LastMessageView;
  /** When the newest visible message was created, else the request, UTC. */
  last_message_at: string;
  /** Totals of visible messages. */
  messages: {
    /** Place of the newest visible message; 0: none. */
    seq: number;
    /** Visible messages of the requester. */
    in: number;
    /** Visible messages of the team and of bots. */
    out: number;
  };
  /** How far the caller has read the request. Not in frames of sockets and the feed. */
  read?: ReadView;
  /** Relevance for `full_text`. In such lists only. */
  score?: number;
  /** What the search has found, at most 3 texts. With `full_text` only. */
  matches?: MatchView[];
}

/** The survey of the last closing. */
export interface RequestSurveyView {
  _id: string;
  /** When it was asked, UTC. */
  asked_at: string;
  /** Until when it may be answered, UTC. */
  expires_at: string;
  /** When it was answered last, UTC. */
  answered_at?: string;
}

/** A request in the form for the caller: full, plain (`no_populate=true`), or for end users. */
export type RequestView = RequestRecord | PlainRequest | EndUserRequest;

/** The teammate record of the requester: a person by `id_user`, a visitor by `uuid_user`. */
export type RequesterView = {
  _id: string;
  id: string;
  id_project: string;
  /** Role in the project. */
  role: string;
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available: boolean;
  /** User record of a person. */
  id_user?: AgentView;
  /** UUID of a visitor. */
  uuid_user?: string;
  /** Whether the requester has signed in, by password or custom token. */
  isAuthenticated: boolean;
  [name: string]: unknown;
};

/** The texts to show in a language. The project’s own have an `_id`, predefined ones do not. */
export interface ResolvedLabelsView {
  _id?: string;
  /** Language, upper case, such as `PT-BR`. */
  lang: string;
  /** Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first. */
  data: Record<string, string | string[]>;
  /** Category, for user interfaces. */
  category?: string;
  /** Whether it is the default language. */
  default: boolean;
}

/** What a retention would delete now. */
export interface RetentionPreviewView {
  /** Closed requests, by when they were closed. */
  closed_requests: ExpiringRecordsView;
  /** Drafts and requests without a first message, by when they were made. */
  drafts: ExpiringRecordsView;
  /** Leads that have no request, by their last change. */
  leads_without_requests: ExpiringRecordsView;
}

/** What a member of a team may do. */
export type RightView = "requests.read" | "requests.write" | "requests.close" | "requests.assign" | "requests.export" | "requests.delete" | "messages.write" | "messages.export" | "notes.write" | "events.read" | "events.write" | "leads.read" | "leads.write" | "leads.delete" | "leads.export" | "leads.disclose" | "leads.erase" | "holds.write" | "segments.write" | "canned.read" | "canned.write" | "tags.write" | "files.read" | "files.write" | "bots.read" | "bots.write" | "analytics.read" | "activities.read" | "webhooks.write" | "project.read" | "project.delete" | "project.export" | "settings.write" | "secret.write" | "teammates.write" | "tokens.own" | "roles.write" | "sign_in.write";

/** A custom role: the rights of an agent or admin, with some taken away or given. */
export interface RoleView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the role. */
  name: string;
  /** The role that it changes. On the wire its members have this role. */
  base: "agent" | "admin";
  /** What differs from the base: `true` gives a right, `false` takes one away. */
  rights: Record<string, boolean>;
  /** Which requests its members see at most: all, those of their departments, or those that they serve or follow. */
  visibility: "all" | "departments" | "own";
  /** All rights of its members. */
  effective_rights: RightView[];
}

/** What a rule would do now. */
export interface RuleDryRunView {
  /** Requests that were found. */
  evaluated: number;
  /** Those that match. */
  matched: number;
  /** What would happen to each. */
  results: {
    /** `request_id` of the request. */
    request_id: string;
    /** Whether it matches. */
    matched: boolean;
    /** Whether each condition holds. */
    conditions: {
      /** The condition. */
      param: string;
      /** Whether it holds. */
      holds: boolean;
    }[];
    /** What each action would do, up to the first that is refused. */
    outcome: ActionOutcomeView[];
  }[];
}

/** Which rules of an event would match a request now. */
export interface RuleExplanationView {
  /** The rules that listen to the event, in their order. */
  rules: {
    _id: string;
    /** Display name. */
    name: string;
    /** Whether it runs. */
    enabled: boolean;
    /** Whether it would match now. */
    matches: boolean;
    /** The first condition that does not hold. */
    missing?: string;
  }[];
}

/** The rules of a project, in their order. */
export interface RulePageView {
  /** Rules on a page. */
  perPage: number;
  /** Number of rules. */
  count: number;
  /** The rules. */
  rules: RuleView[];
}

/** A page of runs. */
export interface RuleRunPageView {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of runs, at most 10,000. */
  count: number;
  /** The runs. */
  runs: RuleRunView[];
}

/** A run of a rule, without texts and values. */
export interface RuleRunView {
  _id: string;
  /** The rule as it was. */
  rule: {
    _id: string;
    /** Display name. */
    name: string;
    /** Version of the rule. */
    version: number;
  };
  /** `request_id` of the request. */
  request_id: string;
  /** The event, or the time, that it answered. */
  event: {
    _id: string;
    /** Type of the event. */
    type: string;
    /** Its time, UTC. */
    time: string;
  };
  /** What became of it. */
  result: "applied" | "skipped" | "failed" | "suppressed";
  /** Why it was not applied. */
  why?: string;
  /** Whether each condition held. */
  conditions: {
    /** The condition. */
    param: string;
    /** Whether it holds. */
    holds: boolean;
  }[];
  /** What each action did. */
  actions: {
    /** The action. */
    type: "send_message" | "add_note" | "add_tags" | "remove_tags" | "set_priority" | "set_subject" | "set_attributes" | "set_department" | "assign" | "add_participant" | "remove_participant" | "add_follower" | "hand_to_bot" | "close" | "reopen" | "snooze" | "wake" | "set_sla" | "send_survey" | "notify" | "emit";
    /** Whether it would be done. */
    ok: boolean;
    /** Whether it changes anything. */
    changed?: boolean;
    /** Why it would be refused. */
    code?: string;
  }[];
  /** Present and true if rules seem to answer each other. */
  loopSuspected?: boolean;
  /** Milliseconds that it took. */
  ms: number;
  createdAt: string;
}

/** A rule: what happens by itself. */
export interface RuleView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Name, at most 255 characters. */
  name: string;
  /** What it is for. */
  description?: string;
  /** Whether it runs; false when it is made. True also ends a suspension. */
  enabled: boolean;
  /** Place in the order, from 0. */
  position: number;
  /** Events that it answers, 1 to 10, or `timer` alone. */
  on: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[];
  /** When it is due; with `on: ["timer"]`. */
  timer?: {
    /** What the time is counted from. */
    since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
    /** Milliseconds from there, a minute to 30 days. */
    ms: number;
    /** Which time counts: `always`, `project`, or the id of a time slot. */
    hours: string;
  };
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match: "all" | "any";
  /** Conditions on the request, its lead and the event, at most 20. */
  filters: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field: string;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator: string;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
  /** What it does, in order: all, or nothing. */
  actions: ActionView[];
  /** Milliseconds to wait; conditions are judged again at the end. */
  delay: number;
  /** What ends the wait. */
  cancel_on: ("requester_message" | "team_message" | "closed")[];
  /** Runs once for each event, until the request is reopened, or once for ever. */
  once: "event" | "opening" | "request";
  /** True: no later rule sees the event once it was applied. */
  stop: boolean;
  /** Why it was taken out of use, and when. Absent: it was not. */
  suspended?: {
    /** What happened. */
    reason: "failing" | "rate" | "broken";
    /** When it was taken out of use, UTC. */
    at: string;
  };
  /** Broken references. */
  broken?: string[];
}

/** A rule with its figures. */
export interface RuleWithStatsView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Name, at most 255 characters. */
  name: string;
  /** What it is for. */
  description?: string;
  /** Whether it runs; false when it is made. True also ends a suspension. */
  enabled: boolean;
  /** Place in the order, from 0. */
  position: number;
  /** Events that it answers, 1 to 10, or `timer` alone. */
  on: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[];
  /** When it is due; with `on: ["timer"]`. */
  timer?: {
    /** What the time is counted from. */
    since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
    /** Milliseconds from there, a minute to 30 days. */
    ms: number;
    /** Which time counts: `always`, `project`, or the id of a time slot. */
    hours: string;
  };
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match: "all" | "any";
  /** Conditions on the request, its lead and the event, at most 20. */
  filters: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field: string;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator: string;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
  /** What it does, in order: all, or nothing. */
  actions: ActionView[];
  /** Milliseconds to wait; conditions are judged again at the end. */
  delay: number;
  /** What ends the wait. */
  cancel_on: ("requester_message" | "team_message" | "closed")[];
  /** Runs once for each event, until the request is reopened, or once for ever. */
  once: "event" | "opening" | "request";
  /** True: no later rule sees the event once it was applied. */
  stop: boolean;
  /** Why it was taken out of use, and when. Absent: it was not. */
  suspended?: {
    /** What happened. */
    reason: "failing" | "rate" | "broken";
    /** When it was taken out of use, UTC. */
    at: string;
  };
  /** Broken references. */
  broken?: string[];
  /** Figures since it was enabled. */
  stats: {
    /** Events that it has met. */
    evaluated: number;
    /** Those whose conditions held. */
    matched: number;
    /** Runs that were applied. */
    applied: number;
    /** Runs that were refused. */
    failed: number;
    /** When it was last applied, UTC. */
    last_applied_at?: string;
  };
}

/** Mean rating per day, latest day first. */
export type SatisfactionByDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
  };
  /** Mean rating, 0 to 5. Null: no conversation was rated. */
  satisfaction_avg: number | null;
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** Mean rating per month, latest month first. */
export type SatisfactionByMonthView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
  };
  /** Mean rating, 0 to 5. Null: no conversation was rated. */
  satisfaction_avg: number | null;
  /** How many there were. */
  count: number;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

export interface SatisfactionReportQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  format?: "csv";
  department_id?: string;
  participant?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
  group?: "policy" | "priority" | "department" | "agent" | "channel" | "tag" | "day" | "survey";
}

/** Surveys and ratings, most conversations first; days in their order. */
export type SatisfactionReportView = {
  _id: {
    /** Id of the policy; null: none. */
    policy?: string | null;
    /** `medium` and `normal` are the same priority, `high` and `hight` too. */
    priority?: string;
    /** Id of the department. Null: conversations without one. */
    department?: string | null;
    /** Who answered, or takes part: a user id. */
    agent?: string;
    /** Channel of the message or request; `chat21` by default. */
    channel?: string;
    /** Name of the tag. */
    tag?: string;
    /** Day of the month. */
    day?: string;
    /** Id of the survey. */
    survey?: string;
  };
  /** Conversations whose last closing was followed by a survey. */
  asked: number;
  /** Those of them that were answered. */
  answered: number;
  /** Share of the answered ones. Null: none was asked. */
  response_rate: number | null;
  /** Conversations with a rating. */
  count: number;
  /** Mean rating, 0 to 5. Null: no conversation was rated. */
  satisfaction_avg: number | null;
  /** Ratings by their score, rounded. */
  scores: {
    /** Ratings of 0. */
    "0": number;
    /** Ratings of 1. */
    "1": number;
    /** Ratings of 2. */
    "2": number;
    /** Ratings of 3. */
    "3": number;
    /** Ratings of 4. */
    "4": number;
    /** Ratings of 5. */
    "5": number;
  };
  /** Share of ratings of 4 and 5. Null: there are none. */
  positive: number | null;
}[];

/** Mean rating of the whole project. */
export type SatisfactionView = {
  _id: string;
  /** Mean rating, 0 to 5. Null: no conversation was rated. */
  satisfaction_avg: number | null;
  /** How many there were. */
  count: number;
}[];

/** A pending scheduled message, without its text. */
export interface ScheduledEntry {
  _id: string;
  __v: number;
  /** When it is sent, UTC. */
  at: string;
  /** What cancels it before. */
  cancel_on: ("requester_message" | "team_message" | "closed")[];
}

/** Scheduled messages of a request. */
export interface ScheduledMessagePageView {
  /** Records in an answer at most. */
  perPage: number;
  /** Number of records. */
  count: number;
  /** The scheduled messages. */
  scheduled: ScheduledMessageView[];
}

/** A message that is sent at a time. */
export interface ScheduledMessageView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  /** When it is sent, UTC: a minute to 366 days from now. */
  at: string;
  /** What cancels it before. By default a message of the requester, and closing. */
  cancel_on: ("requester_message" | "team_message" | "closed")[];
  /** `request_id` of the request. */
  request_id: string;
  createdBy: string;
  /** What has become of it. */
  state: "pending" | "sent" | "cancelled" | "missed" | "failed";
  /** What cancelled it, or the code with which it was refused. */
  why?: string;
  /** Id of the message that was sent. */
  message_id?: string;
  /** Text of the message. */
  text: string;
  /** Kind of the message. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Of an image, frame or file: `src` is its absolute address. */
  metadata?: Record<string, unknown>;
  /** Attributes of the message. */
  attributes?: Record<string, unknown>;
  /** Language of the text. */
  language?: string;
  /** Milliseconds by which it may be late, an hour by default; after that it is not sent. */
  max_late: number;
}

/** What the service can do, its schemas or its kinds of records (RFC 7643). */
export type ScimDescriptionView = {
  /** URNs of the schemas (RFC 7643). */
  schemas: string[];
  [name: string]: unknown;
};

/** A group as SCIM shows it. */
export interface ScimGroupView {
  /** URNs of the schemas (RFC 7643). */
  schemas: string[];
  id: string;
  /** Id that the provider gave. */
  externalId?: string;
  /** Name to show. */
  displayName: string;
  /** Teammates in the group, by their ids as users. */
  members?: {
    /** Id of the teammate. */
    value: string;
    /** E-mail address. */
    display: string;
  }[];
  /** Kind, address and times of the record. */
  meta: {
    /** Kind of the record. */
    resourceType: string;
    /** Address of the record. */
    location: string;
    /** When it was made, UTC. */
    created?: string;
    /** When it last changed, UTC. */
    lastModified?: string;
  };
}

/** A page of groups. */
export interface ScimGroupsView {
  /** URNs of the schemas (RFC 7643). */
  schemas: string[];
  /** Number of records that match. */
  totalResults: number;
  /** Place of the first record, counted from 1. */
  startIndex: number;
  /** Records on this page. */
  itemsPerPage: number;
  /** The records. */
  Resources: ScimGroupView[];
}

/** A teammate as SCIM shows them. */
export interface ScimUserView {
  /** URNs of the schemas (RFC 7643). */
  schemas: string[];
  id: string;
  /** Id that the provider gave. */
  externalId?: string;
  /** E-mail address of the account. */
  userName: string;
  /** Name of the person. */
  name: {
    /** First name. */
    givenName: string;
    /** Last name. */
    familyName: string;
    /** Whole name. */
    formatted: string;
  };
  /** Name to show. */
  displayName: string;
  /** The address of the account. */
  emails: {
    /** E-mail address. */
    value: string;
    /** Kind. */
    type: "work";
    /** It is the address of the account. */
    primary: true;
  }[];
  /** Whether the person may work in the project. */
  active: boolean;
  /** Kind, address and times of the record. */
  meta: {
    /** Kind of the record. */
    resourceType: string;
    /** Address of the record. */
    location: string;
    /** When it was made, UTC. */
    created?: string;
    /** When it last changed, UTC. */
    lastModified?: string;
  };
}

/** A page of teammates. */
export interface ScimUsersView {
  /** URNs of the schemas (RFC 7643). */
  schemas: string[];
  /** Number of records that match. */
  totalResults: number;
  /** Place of the first record, counted from 1. */
  startIndex: number;
  /** Records on this page. */
  itemsPerPage: number;
  /** The records. */
  Resources: ScimUserView[];
}

/** Saved conditions that select leads. */
export interface SegmentView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Name of the segment. */
  name: string;
  /** `all` or `any` of the filters must hold. */
  match: string;
  /** Conditions; see `match` for how they combine. */
  filters: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field: string;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator: string;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
  /** 100; 0 in the answer to the deletion. */
  status: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

/** A message. The first message of a request may also set members of the request. */
export interface SendMessageBodyInput {
  /** First message only. Department to route to; `default` or absent: the default department. */
  departmentid?: string | null;
  /** First message only. Subject, at most 500 characters. */
  subject?: string | null;
  /** Language of the text; of the first message, also the request’s. */
  language?: string | null;
  /** First message only. Page that the conversation was started on. */
  sourcePage?: string | null;
  /** First message only. `User-Agent` of the requester’s browser. */
  userAgent?: string | null;
  /** First message only. Where the requester is. */
  location?: LocationInput | null;
  /** First message only. User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants?: string[] | null;
  /** First message only. Teammate ids of those who watch the request, at most 50. */
  followers?: string[] | null;
  /** First message only. Priority of the request; `normal` by default. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent" | null;
  /** First message only. Tags of the request, at most 50, unique by name in any case. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
    /** Custom JSON object. `{}` by default. */
    attributes?: Record<string, unknown> | null;
  })[] | null;
  /** First message only. E-mail address of the requester, if they are not known yet. For bots and agents only. */
  email?: string | null;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender?: string | null;
  /** Name of the sender. */
  senderFullname?: string | null;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text?: string | null;
  /** Kind of message; `text` by default. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Channel of the message; the request’s by default. */
  channel?: ChannelInput | null;
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string | null;
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: boolean | null;
  /** First message only. For whom the request is opened, if not for the sender: a `lead_id`, guest id, user id or teammate id. For bots and agents only. */
  requester?: string | null;
  /** First message only. True: the request is not offered to agents before its requester writes. */
  preflight?: boolean | null;
  /** First message only. 50 parks the request; of bots and agents only. */
  request_status?: 50 | null;
}

export interface SenderFiguresQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
  sender?: string;
  recipient?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
  limit?: number;
}

/** The stored message and its request. */
export interface SentMessageView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Place in the request, from 1 without gaps: the only order of messages. */
  seq: number;
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender: string;
  /** Name of the sender. */
  senderFullname: string;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname?: string;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text: string;
  /** Kind of message; `text` by default. */
  type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown>;
  /** Custom JSON object, at most 64 kB. */
  attributes: Record<string, unknown>;
  /** How far the message has come. -100 failed, 0 sending, 100 sent, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 0 | 100 | 150 | 200 | 250 | 300;
  /** Language of the text, as sent. */
  language?: string;
  /** Channel of the message; the request’s by default. */
  channel: ChannelView;
  /** `group` for a request, `direct` for a direct message. */
  channel_type: "group" | "direct";
  /** The sender’s own id of the message, unique per request and channel; a repeat returns the first message and stores nothing. */
  external_id?: string;
  /** Present and true if the message was imported. */
  imported?: true;
  /** Who may see the message. Left out for end users. */
  audience?: "all" | "service" | "own" | "team" | "private";
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: true;
  /** Why the call failed. */
  error?: DeliveryError;
  /** Present if words were taken out of it for good. Left out for end users. */
  redacted?: RedactionView;
  /** The request of the message, in the form for the caller. */
  request: RequestView;
}

/** What is wrong with a mail server; never what it has said. */
export interface ServerFaultView {
  /** Word for programs. */
  code: "dns_failed" | "connection_refused" | "tls_failed" | "auth_failed" | "folder_missing" | "oauth_expired" | "quota" | "greylisted" | "blocked" | "timeout";
  /** Sentence for people. */
  text: string;
}

/** What a page keeps of its session, beside the cookie that scripts cannot read. */
export interface SessionView {
  /** Always true in a success. */
  success: true;
  /** This browser has a session. */
  signed_in: true;
  /** Access token for `Authorization`, with its `JWT ` prefix. Short-lived; renewed with the cookie. */
  token: string;
  /** When the access token expires, UTC. */
  expiresAt: string;
  /** The session of this browser. */
  session: {
    _id: string;
    id: string;
    createdAt: string;
    /** When the session ends unless it is renewed before, UTC. */
    expiresAt: string;
  };
  /** The user. */
  user: SignedInUserView;
}

/** Predefined texts in one language. */
export interface ShippedLabelsView {
  /** Language, upper case, such as `PT-BR`. */
  lang: string;
  /** Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first. */
  data: Record<string, string | string[]>;
}

/** What a check of a connection found. */
export interface SignInCheckView {
  /** Nothing is wrong. */
  ok: boolean;
  /** What was looked at, in order. */
  steps: {
    /** What was looked at. */
    check: "discovery" | "keys" | "client";
    /** Nothing is wrong. */
    ok: boolean;
    /** What is wrong: a word of Parley or of the provider. */
    problem?: string;
  }[];
  /** The provider names an address for signing out. */
  logout: boolean;
}

/** A sign-in connection of a project, without its secret. */
export interface SignInConnectionView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the connection, for the button. */
  name: string;
  /** Address of the provider, as its discovery document names it. */
  issuer: string;
  /** Id of the client that Parley is to the provider. */
  client_id: string;
  /** Scopes that are asked for, separated by blanks; `openid` among them. */
  scopes: string;
  /** `invited`: members and people with an invitation; `anyone_of_domain`: everyone of a proved domain. */
  provision: "invited" | "anyone_of_domain";
  /** Claim that says that the address was proved: `email_verified`; in Entra ID `xms_edov`. */
  email_verified_claim: string;
  /** Claim whose values decide the role. An empty text takes it away. */
  role_claim?: string;
  /** Roles by value; the first that matches counts. Who matches none is suspended. */
  role_map: {
    /** Value of the claim. */
    value: string;
    /** Role, or base of the custom role. */
    role: "agent" | "admin";
    /** Custom role. */
    role_id?: string;
  }[];
  /** Claim whose values decide groups. An empty text takes it away. */
  group_claim?: string;
  /** Groups by value. Other groups are left alone. */
  group_map: {
    /** Value of the claim. */
    value: string;
    /** Id of the group. */
    id_group: string;
  }[];
  /** Members of proved domains sign in by this connection alone. */
  enforced: boolean;
  /** User ids of owners who may go on with a password and a second factor. */
  break_glass: string[];
  /** Public id of the connection, in `/v3/auth/oidc/{reference}/start`. */
  reference: string;
  /** Redirect address to register at the provider. */
  redirect_uri: string;
  /** Back-channel logout address to register at the provider. */
  logout_uri: string;
}

/** A domain of a project, with the record that proves it. */
export interface SignInDomainView {
  id_project: string;
  /** The domain, in lower case. */
  domain: string;
  /** Text of the TXT record that proves the domain. */
  record: string;
  /** When it was proved, UTC. Absent: not yet, or no longer. */
  proved_at?: string;
  /** When its record was last looked for, UTC. */
  checked_at?: string;
  /** Since when the record of a proved domain is missing, UTC. After three days it is proved no longer. */
  missing_since?: string;
  createdBy: string;
  createdAt: string;
}

/** Signed addresses of the parts of an export. */
export interface SignedExportView {
  /** The parts, in order. */
  parts: {
    /** Display name. */
    name: string;
    /** Bytes. */
    size: number;
    /** SHA-256, hex. */
    sha256: string;
    /** Signed URL. */
    url: string;
  }[];
  /** When it expires, UTC. */
  expiresAt: string;
}

/** Signed addresses of private files. */
export interface SignedFilesView {
  /** Signed URL by path. Paths that the caller may not read are absent. */
  urls: Record<string, string>;
  /** When it expires, UTC. */
  expiresAt: string;
}

/** The person who has signed in. */
export interface SignedInUserView {
  _id: string;
  id: string;
  /** E-mail address, lower case. */
  email: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Whether the e-mail address is verified. */
  emailverified: boolean;
}

/** A token and the person it is for. */
export interface SignedInView {
  /** Always true in a success. */
  success: true;
  /** The token, with its `JWT ` prefix where it is for this API. */
  token: string;
  /** When it expires, UTC. */
  expiresAt: string;
  /** The user. */
  user: SignedInUserView;
}

/** A clock of a service level. */
export interface SlaClockView {
  /** What it measures. */
  metric: "first_response" | "next_response" | "resolution";
  /** Counts the answers that were asked for, and the reopenings. */
  cycle: number;
  /** Whether it runs. */
  state: "running" | "paused" | "met" | "cancelled";
  /** Milliseconds of open time. */
  target: number;
  /** When it started, UTC. */
  started_at: string;
  /** When it is due, UTC. */
  due_at?: string;
  /** Milliseconds of open time that are left, while it is paused. */
  remaining?: number;
  /** The due time that passed, UTC. */
  breached_at?: string;
  /** When it was met or cancelled, UTC. */
  ended_at?: string;
  /** Why it is paused, was cancelled, or is never due. */
  why?: string;
}

/** The service levels of a request, with the time that counted. */
export interface SlaExplanation {
  /** The policy that applies. */
  policy?: {
    _id: string;
    /** Display name. */
    name: string;
  };
  /** Whether a person chose it. */
  pinned?: boolean;
  /** The newest clock of each metric. */
  clocks: {
    /** What it measures. */
    metric: "first_response" | "next_response" | "resolution";
    /** Counts the answers that were asked for, and the reopenings. */
    cycle: number;
    /** Whether it runs. */
    state: string;
    /** Milliseconds of open time. */
    target: number;
    /** The policy that it is of. */
    policy: {
      _id: string;
      /** Display name. */
      name: string;
    };
    /** Hours that it counts: `always`, `project`, or the id of a time slot. */
    hours: string;
    /** When it started, UTC. */
    started_at: string;
    /** When it is due, UTC. */
    due_at?: string;
    /** Milliseconds counted so far. */
    counted: number;
    /** The newest 100 spans of time. */
    spans: {
      /** Begin, UTC. */
      from: string;
      /** End, UTC. */
      to: string;
      /** Milliseconds of it that counted. */
      counted: number;
      /** Why they did, or did not. */
      why: "open" | "closed" | "holiday" | "waiting_requester" | "snoozed" | "pending";
    }[];
  }[];
}

/** The service-level policies of a project, in their order. */
export interface SlaPolicyPageView {
  /** Records on a page. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The policies. */
  sla_policies: SlaPolicyView[];
}

/** A service-level policy. */
export interface SlaPolicyView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Display name. */
  name: string;
  /** Free text. */
  description?: string;
  /** Whether it is in use. */
  enabled: boolean;
  /** Place in the order, from 0. */
  position: number;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match: "all" | "any";
  /** Conditions on the request and its lead, at most 20. */
  filters: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field: string;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator: string;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
  /** Which hours count: `always`, `project`, or the id of a time slot. */
  hours: string;
  /** How soon, by priority. */
  targets: SlaTargets;
  /** Milliseconds before the due time at which `request.sla_due_soon` is announced; 0: never. */
  due_soon: number;
  /** What stops the clock of the resolution. */
  pause: ("waiting_requester" | "snoozed" | "pending")[];
  /** While a bot serves alone, clocks wait to start, or count at once. */
  while_bot: "wait" | "count";
  /** Broken references. */
  broken?: string[];
}

export interface SlaReportQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  format?: "csv";
  department_id?: string;
  participant?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
  group?: "policy" | "priority" | "department" | "agent" | "channel" | "tag" | "day" | "metric";
}

/** How service levels were kept, most clocks first; days in their order. */
export type SlaReportView = {
  _id: {
    /** Id of the policy; null: none. */
    policy?: string | null;
    /** `medium` and `normal` are the same priority, `high` and `hight` too. */
    priority?: string;
    /** Id of the department. Null: conversations without one. */
    department?: string | null;
    /** Who answered, or takes part: a user id. */
    agent?: string;
    /** Channel of the message or request; `chat21` by default. */
    channel?: string;
    /** Name of the tag. */
    tag?: string;
    /** Day of the month. */
    day?: string;
    /** What was measured. */
    metric?: "first_response" | "next_response" | "resolution";
  };
  /** What was measured. */
  metric: "first_response" | "next_response" | "resolution";
  /** Clocks that started in the period. */
  started: number;
  /** Those that were met in time. */
  met: number;
  /** Those that were breached, whether they were met later or not. */
  breached: number;
  /** Those that were cancelled before they were due. */
  cancelled: number;
  /** Share of those met in time, of those met in time or breached. Null: there are none. */
  met_share: number | null;
  /** Mean of the milliseconds that counted until they were met. Null: none was. */
  elapsed_avg: number | null;
  /** Milliseconds that nine in ten did not exceed. Null: none was met. */
  elapsed_p90: number | null;
}[];

/** Targets in milliseconds of open time, a minute to a year; `null`: none. */
export interface SlaTargetTimes {
  /** To the first answer of a human. */
  first_response?: number | null;
  /** To each further answer. */
  next_response?: number | null;
  /** To closing. */
  resolution?: number | null;
}

/** Targets in milliseconds of open time, a minute to a year; `null`: none. */
export interface SlaTargetTimesInput {
  /** To the first answer of a human. */
  first_response?: number | null;
  /** To each further answer. */
  next_response?: number | null;
  /** To closing. */
  resolution?: number | null;
}

/** Targets by priority. What a priority does not name is that of `default`. */
export interface SlaTargets {
  /** Targets where the priority names none. */
  default: SlaTargetTimes;
  /** Of priority `low`. */
  low?: SlaTargetTimes;
  /** Of priority `normal`. */
  normal?: SlaTargetTimes;
  /** Of priority `high`. */
  high?: SlaTargetTimes;
  /** Of priority `urgent`. */
  urgent?: SlaTargetTimes;
}

/** Targets by priority. What a priority does not name is that of `default`. */
export interface SlaTargetsInput {
  /** Targets where the priority names none. */
  default: SlaTargetTimesInput;
  /** Of priority `low`. */
  low?: SlaTargetTimesInput;
  /** Of priority `normal`. */
  normal?: SlaTargetTimesInput;
  /** Of priority `high`. */
  high?: SlaTargetTimesInput;
  /** Of priority `urgent`. */
  urgent?: SlaTargetTimesInput;
}

/** The service levels of a request. */
export interface SlaView {
  /** The policy that applies. */
  policy?: {
    _id: string;
    /** Display name. */
    name: string;
  };
  /** Present and true if a person chose the policy. */
  pinned?: true;
  /** When the first running clock is due, UTC; overdue ones included. */
  due_at?: string;
  /** What that clock measures. */
  metric?: "first_response" | "next_response" | "resolution";
  /** Metrics that were breached. */
  breached: ("first_response" | "next_response" | "resolution")[];
  /** The newest clock of each metric. */
  clocks: SlaClockView[];
}

/** The context of a request: `requester` and `lead` as at its creation, the rest as at its last routing. */
export interface SnapshotView {
  /** Requester at creation. */
  requester?: {
    _id: string;
    [name: string]: unknown;
  };
  /** Lead at creation. */
  lead?: {
    _id: string;
    [name: string]: unknown;
  };
  /** Department at the last routing. */
  department?: {
    _id: string;
    [name: string]: unknown;
  };
  /** Candidates of the department at the last routing. */
  agents?: {
    _id: string;
    /** User id. */
    id_user: string;
  }[];
  /** Number of candidates who were available. */
  availableAgentsCount?: number;
}

/** A snooze: until when a request rests. */
export interface SnoozeView {
  /** When it ends, UTC. Absent: when the requester writes. */
  until?: string;
  /** Whether a message of the requester ends it before. */
  wake_on_reply: boolean;
  /** Who snoozed the request. */
  by: string;
  /** When it was snoozed, UTC. */
  at: string;
  /** Why, in the words of the team. */
  reason?: string;
}

/** A webhook subscription, without its secret. */
export interface SubscriptionView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event: string;
  /** Address that receives the event. */
  target: string;
  /** Whether deliveries carry a token with which the receiver may call back. */
  send_token: boolean;
  /** Whether events are delivered. */
  status: "active" | "disabled";
  /** Why it is disabled: by an admin, by a 410 from its receiver, or after days of failures. */
  disabledReason?: "manual" | "gone" | "failing";
  /** Circuit breaker of the target. */
  breaker: {
    /** `closed`: calls go out. `open`: none do. `half_open`: the next call is a trial. */
    state: "closed" | "open" | "half_open";
    /** Failures in a row. */
    failures: number;
    /** When the next trial is due, UTC. */
    until?: string;
  };
  /** When the old secret stops signing, UTC. */
  previousSecretExpiresAt?: string;
  /** Always false: no subscription spans projects. */
  global: false;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

/** An address to which nothing is sent, since mail to it came back. */
export interface SuppressionView {
  /** Address to which nothing is sent. */
  address: string;
  /** Why. */
  why: "bounce" | "complaint";
  createdAt: string;
}

/** The surveys of a project, in their order. */
export interface SurveyPageView {
  /** Surveys on a page. */
  perPage: number;
  /** Number of surveys. */
  count: number;
  /** The surveys. */
  surveys: SurveyView[];
}

/** A survey: what customers are asked after their requests are closed. */
export interface SurveyView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Name, at most 255 characters. */
  name: string;
  /** Whether it is asked; false when it is made. */
  enabled: boolean;
  /** Place among the surveys: the first that matches is asked. */
  position: number;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match: "all" | "any";
  /** Conditions on the request as it was closed, and on its lead, at most 20. */
  filters: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field: string;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator: string;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
  /** Milliseconds after the closing. */
  delay: number;
  /** The question; empty: the label `YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE`. */
  ask: string;
  /** Whether a comment is asked for, too. */
  comment: boolean;
  /** Whether requests that were closed as idle are asked about, too. */
  on_auto_close: boolean;
  /** Messages of people of the team that a request needs. */
  min_team_messages: number;
  /** Milliseconds in which the same lead is not asked again. */
  cooldown: number;
  /** Milliseconds in which it may be answered. */
  expires: number;
  /** Broken references. */
  broken?: string[];
}

export interface TagFiguresQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
}

/** How often each tag was used, per day. */
export interface TagFiguresView {
  /** Days of the window, as `DD/MM/YYYY`. */
  dates: string[];
  /** One entry per tag. */
  series: {
    /** Name of the tag. */
    name: string;
    /** One count for each of `dates`. */
    values: number[];
  }[];
}

/** A tag of the project. */
export interface TagRecordView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Name of the tag, 1 to 100 characters, unique within the project. */
  tag: string;
  /** Colour, such as `#1fc` or `#11ffcc`. */
  color?: string;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
}

/** A tag on a request. */
export interface TagView {
  _id: string;
  /** Name of the tag. */
  tag: string;
  /** Colour, such as `#43B1F2`. */
  color: string;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown>;
  createdAt: string;
}

/** A teammate’s user record as other teammates see it. */
export interface TeammateUserView {
  _id: string;
  id: string;
  /** E-mail address, lower case. */
  email: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** About the person. */
  description?: string;
  /** E-mail address that teammates may see. */
  public_email?: string;
  /** Website that teammates may see. */
  public_website?: string;
  /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
  avatar?: string;
}

/** A membership of the project: of a teammate (`id_user`) or of a visitor (`uuid_user`, `profile`). */
export interface TeammateView {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** The person: the user record, or its id. Absent for a visitor. */
  id_user?: string | TeammateUserView;
  /** UUID of a visitor. */
  uuid_user?: string;
  /** Name and e-mail address of a visitor. */
  profile?: {
    /** First name. */
    firstname?: string;
    /** Last name. */
    lastname?: string;
    /** E-mail address. */
    email?: string;
  };
  /** Role in the project. Any other value grants nothing. */
  role: string | null;
  /** Custom role, whose base is `role`. An empty string removes it. */
  role_id?: string;
  /** All that a member with a custom role may do. */
  rights?: RightView[];
  /** Which requests a member with a custom role sees at most. */
  visibility?: "all" | "departments" | "own";
  /** 1 for a teammate, 2 for a visitor. */
  roleType: number;
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available: boolean;
  /** The teammate’s own status text, at most 64 characters. */
  profileStatus?: string;
  /** Whether a socket of the person is connected. Routing does not consider it. */
  presence: {
    /** `online` or `offline`. */
    status: string;
    /** When it last changed, UTC. */
    changedAt?: string;
  };
  /** False for anonymous visitors. */
  isAuthenticated: boolean;
  /** Seats of the teammate. Absent, -1 or null: no limit of their own. */
  max_served_chat?: number;
  /** The same value as `max_served_chat`, under the name that existing clients know. */
  max_assigned_chat?: number;
  /** Requests that hold a seat of the teammate. In a body it is ignored. */
  number_assigned_requests?: number;
  /** Whether all seats of the teammate are taken. */
  isBusy: boolean;
  /** Custom JSON object, at most 16 kB. */
  attributes: Record<string, unknown>;
  /** Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`. */
  settings: Record<string, unknown>;
  /** Tags of the teammate, at most 50. */
  tags: {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string;
  }[];
  /** `active`, or `disabled` without access. */
  status: string;
  /** Whether the teammate was removed. */
  trashed: boolean;
  /** When the person last signed in, UTC. */
  last_login_at?: string;
}

/** An entry of the token history. Tokens themselves are never stored. */
export interface TokenView {
  _id: string;
  id: string;
  /** Id of the token, its `jti` claim. */
  jti: string;
  /** Subject of the token. */
  sub: string;
  /** Principal id. */
  id_user: string;
  id_project?: string;
  /** Audience of the token. */
  aud: string;
  /** How the token was obtained. */
  method: "password" | "anonymous" | "custom" | "messaging" | "session";
  /** IP address that it was issued to. */
  ip?: string;
  /** `User-Agent` of the client. */
  userAgent?: string;
  /** Whether it is the token of this call. */
  current: boolean;
  /** Whether it was revoked. */
  revoked: boolean;
  /** When it was revoked, UTC. */
  revokedAt?: string;
  /** Why it was revoked. */
  revokedReason?: "user" | "signout" | "password_changed" | "password_reset" | "factor_added" | "secret_rotated" | "session_limit" | "banned" | "removed" | "deleted" | "issuer_logout";
  createdAt: string;
  /** When it expires, UTC. */
  expiresAt: string;
  updatedAt: string;
  __v: number;
}

/** One total; an empty array when there is no data. */
export type TotalView = {
  /** How many there were. */
  totalCount: number;
}[];

/** The stored file. */
export interface UploadView {
  /** Sentence for people. */
  message: string;
  /** Path of the file: the `path` to read it by. */
  filename: string;
  /** Path of the thumbnail. */
  thumbnail?: string;
  /** Media type. */
  type: string;
  /** Size in bytes. */
  size: number;
  /** Width in pixels. */
  width?: number;
  /** Height in pixels. */
  height?: number;
}

/** Storage used by the caller, and their quota. A limit that does not exist is left out. */
export interface UsageView {
  /** Bytes used. */
  used: number;
  /** Number of files. */
  files: number;
  /** Quota in bytes. */
  limit?: number;
  /** Largest number of files. */
  limit_files?: number;
}

/** Changes to the caller’s profile. What is absent or null stays. */
export interface UserUpdateInput {
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** About the person. */
  description?: string | null;
  /** E-mail address that teammates may see. */
  public_email?: string | null;
  /** Website that teammates may see. */
  public_website?: string | null;
  /** Phone number in E.164 form, such as `+393331234567`. */
  phone?: string | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
}

/** The signed-in person’s own user record. */
export interface UserView {
  _id: string;
  id: string;
  /** E-mail address, lower case. */
  email: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Whether the e-mail address is verified. */
  emailverified: boolean;
  /** 100 active, 0 deleted. */
  status: number;
  /** Phone number in E.164 form, such as `+393331234567`. */
  phone?: string;
  /** About the person. */
  description?: string;
  /** E-mail address that teammates may see. */
  public_email?: string;
  /** Website that teammates may see. */
  public_website?: string;
  /** Custom JSON object, at most 16 kB. */
  attributes: Record<string, unknown>;
  /** When the person last signed in, UTC. */
  signedInAt?: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
}

/** How many requests views have. */
export interface ViewCountsView {
  /** Those of the views that the caller sees. */
  counts: {
    _id: string;
    /** Requests, at most 1,000. */
    count: number;
    /** True: there are more. */
    more?: boolean;
  }[];
}

/** The views that the caller sees. */
export interface ViewPageView {
  /** Views on a page. */
  perPage: number;
  /** Number of views. */
  count: number;
  /** The views. */
  views: ViewView[];
}

/** A view: a stored query of requests. */
export interface ViewView {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  /** Name, at most 255 characters. */
  name: string;
  /** `personal`: for its author; `shared`: for the team; `groups`: for these. */
  visibility: "personal" | "shared" | "groups";
  /** Groups that it is shared with. */
  groups?: string[];
  /** Parameters of `GET …/requests` as they stand in an address, without paging. */
  query: Record<string, string | string[]>;
  /** Columns to show, for clients. */
  columns: string[];
  /** For clients, at most 16 kB. */
  attributes: Record<string, unknown>;
  /** Place among the views. */
  position: number;
  /** Broken references. */
  broken?: string[];
}

/** Mean waiting time per day, latest day first. */
export type WaitingTimeByDayView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
    /** Day of the month. */
    day: number;
  };
  /** Mean time from the first visitor message to the first agent message, in milliseconds. Null: nothing to average. */
  waiting_time_avg: number | null;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

/** Mean waiting time per month, latest month first. */
export type WaitingTimeByMonthView = {
  _id: {
    /** Year, in the time zone of `tz`. */
    year: number;
    /** Month, 1 to 12; of a week, the month of its first day. */
    month: number;
  };
  /** Mean time from the first visitor message to the first agent message, in milliseconds. Null: nothing to average. */
  waiting_time_avg: number | null;
  /** The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`. */
  date: string;
}[];

export interface WaitingTimeQueryInput {
  tz?: string;
  timezone?: string;
  start_date?: string;
  end_date?: string;
  lastdays?: number;
  direction?: 1 | -1;
  fill?: "zero";
  format?: "csv";
  department_id?: string;
  participant?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
  last?: number;
}

/** Mean waiting time of the whole project. */
export type WaitingTimeView = {
  _id: string;
  /** Mean time from the first visitor message to the first agent message, in milliseconds. Null: nothing to average. */
  waiting_time_avg: number | null;
}[];

/** What a widget needs to start. Public. */
export interface WidgetSettingsView {
  /** The project, as far as visitors may see it. */
  project: {
    _id: string;
    id: string;
    /** Name of the project. */
    name: string;
    /** Settings of the web widget, at most 64 kB. */
    widget: Record<string, unknown>;
    /** Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`. */
    settings: {
      /** Whether only pages of the listed sites may show the widget. */
      allowed_urls?: unknown;
      /** Those sites: origins, or `*.example.com`, with or without port. */
      allowed_urls_list?: unknown;
      /** Whether visitors may send emoji. */
      allow_send_emoji?: unknown;
      /** File extensions that may be uploaded, spelt as existing clients know it. */
      allowed_upload_extentions?: unknown;
    };
  };
  /** Teammates who are available now; empty while the project is closed. */
  user_available: {
    id: string;
    /** First name. */
    firstname: string;
    /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
    avatar?: string;
  }[];
  /** Departments that the widget offers. */
  departments: PublicDepartmentView[];
  /** IP address of the caller. */
  ip: string;
  /** Rules of bots: when to open the widget or to send a proactive message. */
  botsRules: unknown[];
  /** Whether the project is open now, by its operating hours. */
  open: {
    /** Whether the project is open now. */
    isopen: boolean;
    /** When that changes next, UTC; absent if there is no change within 14 days. */
    next_change_at?: string;
    /** Time zone of the operating hours, an IANA name. */
    timezone?: string;
  };
  /** What visitors may upload. */
  uploads: {
    /** Largest file in bytes. */
    maxBytes: number;
    /** File extensions and media types, as for the `accept` of a file input. */
    types: string[];
  };
  /** Texts in the requested language. */
  labels?: {
    /** Language, upper case, such as `PT-BR`. */
    lang: string;
    /** Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first. */
    data: Record<string, string | string[]>;
  };
}
