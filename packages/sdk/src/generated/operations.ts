// Generated from packages/contracts by `npm run generate`. Do not edit.

import { sendForm, sendUploadFile, type UploadSource } from '../core/form.ts';
import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ActionInput, ActivityPageView, AddedFactorView, ApiTokenView, ApiTokenWithSecretView, AvailableTeammateView, BotCallView, BotView, BulkResultView, CannedResponseView, ChangeView, ChannelInput, ComparedDepartmentsView, ComparedParticipantsView, ConversationFiguresQueryInput, CountRequestsQueryInput, CountsByBotAndDayView, CountsByDayView, CountsByHourView, CountsByMonthView, CountsByStatusAndDayView, CountsByStatusView, CountsByWeekView, CountsByWeekdayView, CustomEventFiguresQueryInput, CustomEventView, CustomEventsByDayView, DeletedFileView, DeliveryLogView, DeliveryView, DepartmentRecordView, DirectMessageView, DurationByDayView, DurationByMonthView, DurationView, EngineDeliveryView, EngineReportInput, ErasureView, FactorView, FactorsView, FiguresQueryInput, GroupView, HistoryEntryView, HistoryView, HolidayView, ImapInboundInput, InboundView, IntentHit, IntentView, InvitationView, LabelEntryView, LabelsView, LeadPageView, LeadRecordView, ListActivitiesQueryInput, ListBotsQueryInput, ListIntentsQueryInput, ListLeadsQueryInput, ListRequestsQueryInput, LocationInput, MacroPageView, MacroPreviewView, MacroRunView, MacroView, MailOauthInput, MailOauthView, MailboxStateView, MailboxView, MailedInvitationView, MessageCountQueryInput, MessageFiguresQueryInput, MessageItemInput, MessageTotalView, MessageView, MessagesByDayView, MessagesByMonthView, MessagesBySenderView, MessagesByWeekView, NewLeadInput, NewLeadResultView, OperatorsView, OwnProjectView, ProjectMessageView, ProjectView, PropertyView, PublicDepartmentView, PublicLabelsView, PublicSurveyView, PushDeviceView, ReadPositionView, ReconciliationView, RelatedRequestsView, RequestCountersView, RequestMailView, RequestPageView, RequestView, ResolvedLabelsView, RoleView, RuleDryRunView, RuleExplanationView, RulePageView, RuleRunPageView, RuleView, RuleWithStatsView, SatisfactionByDayView, SatisfactionByMonthView, SatisfactionReportQueryInput, SatisfactionReportView, SatisfactionView, ScheduledMessagePageView, ScheduledMessageView, SegmentView, SendMessageBodyInput, SenderFiguresQueryInput, SentMessageView, ServerFaultView, SessionView, ShippedLabelsView, SignInCheckView, SignInConnectionView, SignInDomainView, SignedFilesView, SignedInView, SlaExplanation, SlaPolicyPageView, SlaPolicyView, SlaReportQueryInput, SlaReportView, SlaTargetsInput, SubscriptionView, SuppressionView, SurveyPageView, SurveyView, TagFiguresQueryInput, TagFiguresView, TagRecordView, TeammateView, TokenView, TotalView, UploadView, UsageView, UserUpdateInput, UserView, ViewCountsView, ViewPageView, ViewView, WaitingTimeByDayView, WaitingTimeByMonthView, WaitingTimeQueryInput, WaitingTimeView, WidgetSettingsView } from './types.ts';

export type GetPublicKeysParams = object;

export type CheckPasswordResetKeyParams = { key: string };

export type AcceptInvitationParams = { code: string };

export type ListConnectionsParams = object;

export type FinishProjectOidcParams = { connection: string };

export type EndSessionsByIssuerParams = { connection: string } & UploadSource & {
  /** Token of the provider that names the session or the person. */
  logout_token: string;
};

export type StartOidcParams = { connection: string } & {
  return?: string | null;
};

export type FinishOidcParams = object;

export type FindConnectionParams = {
  /** E-mail address, lower case. */
  email: string;
};

export type GetMailedInvitationParams = { code: string };

export type RequestPasswordResetParams = {
  /** E-mail address, lower case. */
  email: string;
};

export type ResetPasswordParams = { key: string } & {
  /** Password, 8 to 256 characters. */
  password: string;
};

export type CreateSessionParams = {
  /** E-mail address, lower case. */
  email?: string | null;
  /** Password of the account, together with `email`. */
  password?: string | null;
  /** Sign-in code, instead of e-mail address and password. */
  code?: string | null;
};

export type EndSessionParams = object;

export type CreateSessionWithFactorParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** Six digits of an authenticator app; each counts once. */
  code?: string | null;
  /** A recovery code; each counts once. */
  recovery_code?: string | null;
  /** What the WebAuthn API of a browser answers, as JSON. */
  assertion?: Record<string, unknown> | null;
};

export type LinkOidcParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** The password. */
  password: string;
};

export type RenewSessionParams = {
  optional?: boolean | null;
};

export type SignInParams = {
  /** E-mail address, lower case. */
  email: string;
  /** Password, 8 to 256 characters. */
  password: string;
};

export type SignInWithFactorParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** Six digits of an authenticator app; each counts once. */
  code?: string | null;
  /** A recovery code; each counts once. */
  recovery_code?: string | null;
  /** What the WebAuthn API of a browser answers, as JSON. */
  assertion?: Record<string, unknown> | null;
};

export type BeginPasskeySignInParams = object;

export type SignInAnonymouslyParams = {
  id_project: string;
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** E-mail address, lower case. */
  email?: "" | string | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
};

export type SignInWithCustomTokenParams = object;

export type SignOutParams = object;

export type SignUpParams = {
  /** E-mail address, lower case. */
  email: string;
  /** Password, 8 to 256 characters. */
  password: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Phone number in E.164 form, such as `+393331234567`. */
  phone?: string | null;
  /** Code of an invitation to accept. */
  invitation?: string | null;
};

export type VerifyEmailParams = { id_user: string; code: string };

export type CreateMessagingTokenParams = object;

export type ReportEngineStatusParams = EngineReportInput | EngineReportInput[];

export type GetFileParams = {
  path: string;
  as_attachment?: boolean;
  v?: string;
  expires?: string;
  signature?: string;
};

export type DownloadFileParams = {
  path: string;
  expires?: string;
  signature?: string;
};

export type GetUsageParams = object;

export type DeleteFileParams = {
  path: string;
};

export type UploadFileParams = {
  id_project?: string;
} & UploadSource;

export type GetImageParams = {
  path: string;
  as_attachment?: boolean;
  v?: string;
  expires?: string;
  signature?: string;
};

export type DeleteImageParams = {
  path: string;
};

export type UploadImageParams = {
  id_project?: string;
} & UploadSource;

export type UploadPhotoParams = {
  bot_id?: string;
  force?: boolean;
} & UploadSource;

export type ListTokensParams = {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "expiresAt" | null;
  sort?: "createdAt" | "expiresAt" | null;
  direction?: 1 | -1 | null;
};

export type RevokeTokenParams = { jti: string };

export type RevokeTokenByIdParams = { id: string };

export type ReceiveMailParams = { mailbox_id: string } & UploadSource & {
  /** The raw mail. */
  email: string;
};

export type CreateProjectParams = {
  /** Name of the project. */
  name: string;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
};

export type ListProjectsParams = {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "updatedAt" | null;
  sort?: "updatedAt" | null;
  direction?: 1 | -1 | null;
};

export type DeleteProjectParams = { id_project?: string };

export type GetProjectParams = { id_project?: string };

export type PatchProjectParams = { id_project?: string } & {
  /** Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`. */
  settings?: Record<string, unknown> | null;
  [name: string]: unknown;
} & {
  /** Name of the project. */
  name?: string | null;
  /** Whether operating hours apply; otherwise the project is always open. */
  activeOperatingHours?: boolean | null;
  /** Weekly hours as JSON in a string: days `0` (Sunday) to `6`, each a list of `start` and `end`, and `tzname`. */
  operatingHours?: string | Record<string, unknown> | null;
  /** Named hours by slot id: `name`, `active`, `hours`. */
  timeSlots?: Record<string, unknown> | null;
  /** Settings of the web widget, at most 64 kB. */
  widget?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Custom JSON value. */
  versions?: unknown;
  /** Channels of the project. */
  channels?: Record<string, unknown>[] | null;
  /** Whether only addresses of `ipFilter` may call. */
  ipFilterEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may call. */
  ipFilter?: string[] | null;
  /** Whether addresses of `ipFilterDeny` are refused. */
  ipFilterDenyEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may not call. */
  ipFilterDeny?: string[] | null;
};

export type UpdateProjectParams = { id_project?: string } & {
  /** Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`. */
  settings?: Record<string, unknown> | null;
  [name: string]: unknown;
} & {
  /** Name of the project. */
  name?: string | null;
  /** Whether operating hours apply; otherwise the project is always open. */
  activeOperatingHours?: boolean | null;
  /** Weekly hours as JSON in a string: days `0` (Sunday) to `6`, each a list of `start` and `end`, and `tzname`. */
  operatingHours?: string | Record<string, unknown> | null;
  /** Named hours by slot id: `name`, `active`, `hours`. */
  timeSlots?: Record<string, unknown> | null;
  /** Settings of the web widget, at most 64 kB. */
  widget?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Custom JSON value. */
  versions?: unknown;
  /** Channels of the project. */
  channels?: Record<string, unknown>[] | null;
  /** Whether only addresses of `ipFilter` may call. */
  ipFilterEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may call. */
  ipFilter?: string[] | null;
  /** Whether addresses of `ipFilterDeny` are refused. */
  ipFilterDenyEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may not call. */
  ipFilterDeny?: string[] | null;
};

export type PatchProjectAttributesParams = { id_project?: string } & Record<string, unknown>;

export type BanVisitorParams = { id_project?: string } & {
  id?: string | null;
  /** IP address or block of addresses to ban. */
  ip?: string | null;
};

export type LiftBanParams = { id_project?: string; banid: string };

export type GetOpenStateParams = { id_project?: string } & {
  timeSlot?: string | null;
};

export type ListAvailableTeammatesParams = { id_project?: string } & {
  raw?: string | null;
  department?: string | null;
};

export type GetPublicTranscriptParams = { request_id: string; format: "txt" | "html" | "csv" } & {
  timezone?: string;
};

export type AnswerSurveyParams = { token: string } & {
  /** Rating, 0 to 5. */
  rate: number;
  /** Comment with the rating. */
  rate_message?: string | null;
};

export type GetPublicSurveyParams = { token: string };

export type LookupRequestProjectParams = { request_id: string };

export type TestAuthParams = object;

export type DeleteUserParams = object;

export type GetUserParams = object;

export type UpdateUserParams = UserUpdateInput;

export type ChangePasswordParams = {
  /** Current password. */
  oldpsw: string;
  /** New password, 8 to 256 characters. */
  newpsw: string;
};

export type ListFactorsParams = object;

export type RemoveFactorParams = { factor_id: string };

export type AddPasskeyParams = {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** What the WebAuthn API of a browser answers, as JSON. */
  response: Record<string, unknown>;
  /** Name of the factor. */
  name?: string | null;
  /** Whether the caller’s other sessions and tokens end. */
  end_sessions?: boolean;
};

export type BeginPasskeyParams = object;

export type ProveSignInParams = {
  /** The password. */
  password?: string | null;
  /** Six digits of an authenticator app; each counts once. */
  code?: string | null;
  /** A recovery code; each counts once. */
  recovery_code?: string | null;
  /** What is answered within 5 minutes, once. */
  challenge?: string | null;
  /** What the WebAuthn API of a browser answers, as JSON. */
  assertion?: Record<string, unknown> | null;
};

export type RenewRecoveryCodesParams = object;

export type AddTotpParams = {
  /** Name of the factor. */
  name?: string | null;
};

export type ConfirmTotpParams = { factor_id: string } & {
  /** Six digits of an authenticator app; each counts once. */
  code: string;
  /** Whether the caller’s other sessions and tokens end. */
  end_sessions?: boolean;
};

export type ResendVerificationMailParams = object;

export type ListActivitiesParams = { id_project?: string } & ListActivitiesQueryInput;

export type ExportActivitiesParams = { id_project?: string } & ListActivitiesQueryInput;

export type GetCustomEventsByDayParams = { id_project?: string } & Omit<CustomEventFiguresQueryInput, 'format'>;

export type GetMessagesByDayParams = { id_project?: string } & Omit<MessageFiguresQueryInput, 'format'>;

export type GetMessagesByMonthParams = { id_project?: string } & Omit<MessageFiguresQueryInput, 'format'>;

export type GetMessagesBySenderParams = { id_project?: string } & Omit<SenderFiguresQueryInput, 'format'>;

export type GetMessagesByWeekParams = { id_project?: string } & Omit<MessageFiguresQueryInput, 'format'>;

export type GetMessageCountParams = { id_project?: string } & Omit<MessageCountQueryInput, 'format'>;

export type GetVisitorsByDayParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type GetVisitorsByMonthParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type GetVisitorsByWeekParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type GetVisitorCountParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type StartReconciliationParams = { id_project?: string } & {
  /** Time zone that decides the days: an IANA name or an offset such as `+05:45`. */
  tz?: string;
  /** Alias of `tz`. */
  timezone?: string;
  /** First day, `DD/MM/YYYY` or `YYYY-MM-DD`. */
  start_date?: string;
  /** Last day, inclusive. */
  end_date?: string;
  /** Correct what differs. False by default. */
  repair?: boolean | null;
};

export type GetReconciliationParams = { id_project?: string; run_id: string };

export type GetConversationsByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByWeekdayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByDepartmentParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByBotAndDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByHourParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByParticipantParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByStatusParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByStatusAndDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByWeekParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationCountParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetDurationParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetDurationByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetDurationByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetBotConversationCountParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionReportParams = { id_project?: string } & Omit<SatisfactionReportQueryInput, 'format'>;

export type GetWaitingTimeParams = { id_project?: string } & Omit<WaitingTimeQueryInput, 'format'>;

export type GetWaitingTimeByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetLastDayWaitingTimeParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetWaitingTimeByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSlaReportParams = { id_project?: string } & Omit<SlaReportQueryInput, 'format'>;

export type GetTagFiguresParams = { id_project?: string; tag_type: string } & TagFiguresQueryInput;

export type CreateApiTokenParams = { id_project?: string } & {
  /** Name of the token, under which history shows what it did. */
  name: string;
  /** The highest role it acts with; at most that of its maker. */
  role: "agent" | "admin" | "owner";
  /** All that the token may do. Absent: what its role may. */
  rights?: ("requests.read" | "requests.write" | "requests.close" | "requests.assign" | "requests.export" | "requests.delete" | "messages.write" | "messages.export" | "notes.write" | "events.read" | "events.write" | "leads.read" | "leads.write" | "leads.delete" | "leads.export" | "leads.disclose" | "leads.erase" | "segments.write" | "canned.read" | "canned.write" | "tags.write" | "files.read" | "files.write" | "bots.read" | "bots.write" | "analytics.read" | "activities.read" | "webhooks.write" | "project.read" | "project.delete" | "settings.write" | "secret.write" | "teammates.write" | "tokens.own" | "roles.write" | "sign_in.write")[] | null;
  /** Seconds until it ends, from now; at most 366 days. */
  expires_in: number;
  /** Addresses and blocks of addresses it may be used from; empty: all. */
  allowed_ips?: string[] | null;
};

export type ListApiTokensParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
};

export type RevokeApiTokenParams = { id_project?: string; api_token_id: string };

export type RotateApiTokenParams = { id_project?: string; api_token_id: string } & {
  /** Seconds until it ends, from now; at most 366 days. */
  expires_in?: number | null;
};

export type CreateBotParams = { id_project?: string } & {
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name: string;
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type?: "internal" | "external" | "tilebot" | null;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external?: boolean | null;
  /** Description for people. */
  description?: string | null;
  /** Title for people. */
  title?: string | null;
  /** Short description for people. */
  short_description?: string | null;
  /** Category for people. */
  mainCategory?: string | null;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language?: string | null;
  /** URL of an external bot. Required when external. */
  url?: string | null;
  /** URL that intents with a webhook call. */
  webhook_url?: string | null;
  /** Whether `webhook_url` may be called. */
  webhook_enabled?: boolean | null;
  /** Tags of the bot, stored without effect. */
  tags?: string[] | null;
  /** Stored without effect; `chatbot` by default. */
  subtype?: string | null;
  /** Stored without effect; true by default. */
  agents_available?: boolean | null;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  /** JSON object, at most 100 kB. Parley reads `rules`, `globals`, `variables`, `match_threshold` and `handoff_after_fallbacks`. */
  attributes?: Record<string, unknown> | null;
  /** Initial intents. */
  template?: "example" | "blank" | "handoff" | "empty" | null;
};

export type ListBotsParams = { id_project?: string } & ListBotsQueryInput;

export type DeleteBotParams = { id_project?: string; bot: string };

export type GetBotParams = { id_project?: string; bot: string } & {
  departmentid?: string | null;
};

export type PatchBotParams = { id_project?: string; bot: string } & {
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type?: "internal" | "external" | "tilebot" | null;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external?: boolean | null;
  /** Description for people. */
  description?: string | null;
  /** Title for people. */
  title?: string | null;
  /** Short description for people. */
  short_description?: string | null;
  /** Category for people. */
  mainCategory?: string | null;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language?: string | null;
  /** URL of an external bot. Required when external. */
  url?: string | null;
  /** URL that intents with a webhook call. */
  webhook_url?: string | null;
  /** Whether `webhook_url` may be called. */
  webhook_enabled?: boolean | null;
  /** Tags of the bot, stored without effect. */
  tags?: string[] | null;
  /** Stored without effect; `chatbot` by default. */
  subtype?: string | null;
  /** Stored without effect; true by default. */
  agents_available?: boolean | null;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug?: string | null;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  /** Whether the bot is in the trash, or a published copy. */
  trashed?: boolean | null;
};

export type UpdateBotParams = { id_project?: string; bot: string } & {
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type?: "internal" | "external" | "tilebot" | null;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external?: boolean | null;
  /** Description for people. */
  description?: string | null;
  /** Title for people. */
  title?: string | null;
  /** Short description for people. */
  short_description?: string | null;
  /** Category for people. */
  mainCategory?: string | null;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language?: string | null;
  /** URL of an external bot. Required when external. */
  url?: string | null;
  /** URL that intents with a webhook call. */
  webhook_url?: string | null;
  /** Whether `webhook_url` may be called. */
  webhook_enabled?: boolean | null;
  /** Tags of the bot, stored without effect. */
  tags?: string[] | null;
  /** Stored without effect; `chatbot` by default. */
  subtype?: string | null;
  /** Stored without effect; true by default. */
  agents_available?: boolean | null;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug?: string | null;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  /** Whether the bot is in the trash, or a published copy. */
  trashed?: boolean | null;
};

export type MergeBotAttributesParams = { id_project?: string; bot: string } & Record<string, unknown>;

export type ListBotCallsParams = { id_project?: string; bot: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "at" | null;
  sort?: "at" | null;
  direction?: 1 | -1 | null;
};

export type CreateBotTokenParams = { id_project?: string; bot: string } & {
  ttl?: number | null;
};

export type SetBotLanguageParams = { id_project?: string; bot: string; lang: string };

export type PublishBotParams = { id_project?: string; bot: string } & {
  /** What is new, for people. */
  release_note?: string | null;
  /** Id of a published copy to publish again. */
  restore_from?: string | null;
} | null;

export type ListPublishedBotsParams = { id_project?: string; bot: string };

export type RotateBotSecretParams = { id_project?: string; bot: string } & {
  /** Hours for which the old secret stays valid, 0 to 168; 24 by default. */
  overlapHours?: number;
};

export type AskBotParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** What a visitor might ask. */
  question: string;
};

export type ExportBotParams = { id_project?: string; bot: string } & {
  intentsOnly?: boolean | null;
  globals?: boolean | null;
};

export type ForkBotParams = { id_project?: string; bot: string } & {
  projectid?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  globals?: boolean | null;
};

export type ForkBotByPutParams = { id_project?: string; bot: string } & {
  projectid?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  globals?: boolean | null;
};

export type ImportBotParams = { id_project?: string; bot: string } & {
  create?: "true" | "false" | "null";
  replace?: "true" | "false" | "null";
  overwrite?: "true" | "false" | "null";
  intentsOnly?: "true" | "false" | "null";
} & {
  /** The file: a form part, or a JSON member of this name. */
  uploadFile: unknown;
};

export type CreateCannedResponseParams = { id_project?: string } & {
  /** Text, 1 to 10,000 characters. Clients replace placeholders such as `$recipient_name`. */
  text: string;
  /** Title, at most 200 characters; an empty one removes it. */
  title?: string | null;
  /** Whether the whole team sees it or only its author. */
  shared?: boolean | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListCannedResponsesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "title" | null;
  sort?: "createdAt" | "updatedAt" | "title" | null;
  direction?: 1 | -1 | null;
  full_text?: string | null;
};

export type DeleteCannedResponseParams = { id_project?: string; canned_id: string };

export type GetCannedResponseParams = { id_project?: string; canned_id: string };

export type UpdateCannedResponseParams = { id_project?: string; canned_id: string } & {
  /** Text, 1 to 10,000 characters. Clients replace placeholders such as `$recipient_name`. */
  text?: string | null;
  /** Title, at most 200 characters; an empty one removes it. */
  title?: string | null;
  /** Whether the whole team sees it or only its author. */
  shared?: boolean | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListChangesParams = { id_project?: string } & {
  after?: string;
  limit?: number;
  wait?: number;
  topics?: string;
};

export type CreateDepartmentParams = { id_project?: string } & {
  /** Name of the department, 1 to 128 characters. */
  name: string;
  /** Description of the department. */
  description?: string | null;
  /** Bot that answers first. */
  id_bot?: string | null;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string | null;
  /** Groups that the department routes to. */
  groups?: {
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage?: number | null;
  }[] | null;
  /** Text for visitors while the project is open. */
  online_msg?: string | null;
  /** Text for visitors while the project is closed. */
  offline_msg?: string | null;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing?: "assigned" | "pooled" | "fixed" | null;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status?: 1 | 0 | -1 | null;
  /** Stored without effect. */
  bot_only?: boolean | null;
  /** Whether it is the default department; each project has exactly one. */
  default?: boolean | null;
  /** Tags of the department. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type ListDepartmentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sort?: string | null;
};

export type DeleteDepartmentParams = { id_project?: string; department_id: string };

export type GetDepartmentParams = { id_project?: string; department_id: string };

export type PatchDepartmentParams = { id_project?: string; department_id: string } & {
  /** Name of the department, 1 to 128 characters. */
  name?: string | null;
  /** Description of the department. */
  description?: string | null;
  /** Bot that answers first. */
  id_bot?: string | null;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string | null;
  /** Groups that the department routes to. */
  groups?: {
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage?: number | null;
  }[] | null;
  /** Text for visitors while the project is open. */
  online_msg?: string | null;
  /** Text for visitors while the project is closed. */
  offline_msg?: string | null;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing?: "assigned" | "pooled" | "fixed" | null;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status?: 1 | 0 | -1 | null;
  /** Stored without effect. */
  bot_only?: boolean | null;
  /** Whether it is the default department; each project has exactly one. */
  default?: boolean | null;
  /** Tags of the department. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type UpdateDepartmentParams = { id_project?: string; department_id: string } & {
  /** Name of the department, 1 to 128 characters. */
  name?: string | null;
  /** Description of the department. */
  description?: string | null;
  /** Bot that answers first. */
  id_bot?: string | null;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string | null;
  /** Groups that the department routes to. */
  groups?: {
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage?: number | null;
  }[] | null;
  /** Text for visitors while the project is open. */
  online_msg?: string | null;
  /** Text for visitors while the project is closed. */
  offline_msg?: string | null;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing?: "assigned" | "pooled" | "fixed" | null;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status?: 1 | 0 | -1 | null;
  /** Stored without effect. */
  bot_only?: boolean | null;
  /** Whether it is the default department; each project has exactly one. */
  default?: boolean | null;
  /** Tags of the department. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type ListDepartmentOperatorsParams = { id_project?: string; department_id: string } & {
  /** Skip the bot and look for a teammate at once. */
  nobot?: boolean;
};

export type ListAllDepartmentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sort?: string | null;
};

export type ListEngineDeliveriesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  state?: "pending" | "dead";
};

export type RedriveEngineDeliveryParams = { id_project?: string; delivery_id: string };

export type RedriveEngineDeliveriesParams = { id_project?: string } & {
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range. */
  to: string;
};

export type GetErasureParams = { id_project?: string; erasure: string };

export type EmitEventParams = { id_project?: string } & {
  /** Name of the event; may not begin with `request.` or `parley.`. */
  name: string;
  /** JSON object, at most 32 kB. `typing.start` takes `request_id`. */
  attributes?: Record<string, unknown> | null;
};

export type ListEventsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  project_user?: string;
  /** Display name. */
  name?: string;
};

export type GetEventParams = { id_project?: string; event_id: string };

export type CreateIntentParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type ListIntentsParams = { id_project?: string } & ListIntentsQueryInput;

export type DeleteIntentParams = { id_project?: string; intent: string };

export type GetIntentParams = { id_project?: string; intent: string };

export type PatchIntentParams = { id_project?: string; intent: string } & {
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type UpdateIntentParams = { id_project?: string; intent: string } & {
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type MergeIntentAttributesParams = { id_project?: string; intent: string } & Record<string, unknown>;

export type ExportIntentsParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
};

export type DeleteIntentByIdParams = { id_project?: string; intent_id: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
};

export type GetIntentByIdParams = { id_project?: string; intent_id: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
};

export type UpdateIntentByIdParams = { id_project?: string; intent_id: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type ChangeIntentsParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Steps, at most 500, applied all or none. */
  operations: ({
    /** What to do with `intent`. */
    type: "post";
    /** The intent; `_id` names an existing one. */
    intent: {
      /** Name of the intent, unique within the bot. */
      intent_display_name?: string | null;
      /** Stable identifier of the intent, chosen by the client, unique within the bot. */
      intent_id?: string | null;
      /** Actions to run, in order. Unknown kinds are kept and not run. */
      actions?: Record<string, unknown>[] | null;
      /** Custom JSON object, at most 100 kB. */
      attributes?: Record<string, unknown> | null;
      /** Whether the intent can match. */
      enabled?: boolean | null;
      /** Whether the intent calls the bot’s `webhook_url` for its answer. */
      webhook_enabled?: boolean | null;
      /** Topic that the intent is filed under; `default` by default. */
      topic?: string | null;
      /** Training phrases, one per line. */
      question?: string | null;
      /** What the bot answers; may use the micro-language for images and buttons. */
      answer?: string | null;
      /** Fields that the bot asks for, at most 30. */
      form?: Record<string, unknown> | null;
      /** Custom JSON object, stored without effect. */
      reply?: Record<string, unknown> | null;
      _id?: string | null;
    };
  } | {
    /** What to do with `intent`. */
    type: "put" | "patch" | "delete";
    /** The intent; `_id` names an existing one. */
    intent: {
      /** Name of the intent, unique within the bot. */
      intent_display_name?: string | null;
      /** Stable identifier of the intent, chosen by the client, unique within the bot. */
      intent_id?: string | null;
      /** Actions to run, in order. Unknown kinds are kept and not run. */
      actions?: Record<string, unknown>[] | null;
      /** Custom JSON object, at most 100 kB. */
      attributes?: Record<string, unknown> | null;
      /** Whether the intent can match. */
      enabled?: boolean | null;
      /** Whether the intent calls the bot’s `webhook_url` for its answer. */
      webhook_enabled?: boolean | null;
      /** Topic that the intent is filed under; `default` by default. */
      topic?: string | null;
      /** Training phrases, one per line. */
      question?: string | null;
      /** What the bot answers; may use the micro-language for images and buttons. */
      answer?: string | null;
      /** Fields that the bot asks for, at most 30. */
      form?: Record<string, unknown> | null;
      /** Custom JSON object, stored without effect. */
      reply?: Record<string, unknown> | null;
      _id?: string | null;
    };
  })[];
};

export type ImportIntentsParams = { id_project?: string } & UploadSource & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Delimiter of the CSV file; `;` by default. */
  delimiter?: string;
};

export type DeleteProjectFileParams = { id_project?: string } & {
  path: string;
};

export type GetProjectFileParams = { id_project?: string } & {
  path: string;
  as_attachment?: boolean;
  v?: string;
  expires?: string;
  signature?: string;
};

export type UploadAssetParams = { id_project?: string } & {
  expiration?: number;
  expirationTime?: number;
} & UploadSource;

export type UploadChatFileParams = { id_project?: string } & UploadSource;

export type DownloadProjectFileParams = { id_project?: string } & {
  path: string;
  expires?: string;
  signature?: string;
};

export type SignFilesParams = { id_project?: string } & {
  /** Paths of files, at most 100. */
  paths: string[];
  /** Lifetime of the URLs in seconds, 60 to 604,800; 3,600 by default. */
  ttl?: number;
};

export type CreateProjectPhotoParams = { id_project?: string } & {
  bot_id?: string;
} & UploadSource;

export type ReplaceProjectPhotoParams = { id_project?: string } & {
  bot_id?: string;
} & UploadSource;

export type CreateGroupParams = { id_project?: string } & {
  /** Name of the group. */
  name: string;
  /** User ids of the teammates in the group. */
  members?: string[] | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListGroupsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "name" | null;
  sort?: "createdAt" | "updatedAt" | "name" | null;
  direction?: 1 | -1 | null;
  member?: string | null;
};

export type DeleteGroupParams = { id_project?: string; group_id: string } & {
  force?: boolean | null;
};

export type GetGroupParams = { id_project?: string; group_id: string };

export type UpdateGroupParams = { id_project?: string; group_id: string } & {
  /** Name of the group. */
  name?: string | null;
  /** User ids of the teammates in the group. */
  members?: string[] | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
  /** Whether the group was removed. In a body only `false`, which restores it. */
  trashed?: false | null;
};

export type DisableGroupParams = { id_project?: string; group_id: string };

export type EnableGroupParams = { id_project?: string; group_id: string };

export type CreateHolidayParams = { id_project?: string } & {
  /** Name of the holiday. */
  name: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, `YYYY-MM-DD`; by default the first. At most 366 days. */
  to?: string | null;
  /** Whether it comes again each year. */
  yearly?: boolean | null;
  /** Hours of its days; empty: closed. */
  spans?: {
    /** Begin, `HH:mm`. */
    start: string;
    /** End, `HH:mm` up to `24:00`; not part of it. */
    end: string;
  }[] | null;
  /** `project` for the operating hours, and ids of time slots; empty: all. */
  applies?: string[] | null;
};

export type ListHolidaysParams = { id_project?: string } & {
  /** Only holidays with a day in this year. */
  year?: string | null;
};

export type DeleteHolidayParams = { id_project?: string; holiday_id: string };

export type GetHolidayParams = { id_project?: string; holiday_id: string };

export type UpdateHolidayParams = { id_project?: string; holiday_id: string } & {
  /** Name of the holiday. */
  name?: string | null;
  /** First day, `YYYY-MM-DD`. */
  from?: string | null;
  /** Last day, `YYYY-MM-DD`; by default the first. At most 366 days. */
  to?: string | null;
  /** Whether it comes again each year. */
  yearly?: boolean | null;
  /** Hours of its days; empty: closed. */
  spans?: {
    /** Begin, `HH:mm`. */
    start: string;
    /** End, `HH:mm` up to `24:00`; not part of it. */
    end: string;
  }[] | null;
  /** `project` for the operating hours, and ids of time slots; empty: all. */
  applies?: string[] | null;
};

export type DeleteSecretParams = { id_project?: string };

export type GetSecretStateParams = { id_project?: string };

export type GenerateSecretParams = { id_project?: string };

export type DeleteLabelsParams = { id_project?: string };

export type GetLabelsParams = { id_project?: string };

export type SetLabelsParams = { id_project?: string } & {
  /** Language, upper case, such as `PT-BR`. */
  lang: string;
  /** Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first. */
  data: Record<string, unknown>;
  /** Whether it is the default language. */
  default?: boolean | null;
  /** Category, for user interfaces. */
  category?: string | null;
};

export type DeleteLanguageLabelsParams = { id_project?: string; lang: string };

export type GetLanguageLabelsParams = { id_project?: string; lang: string };

export type SetDefaultLanguageParams = { id_project?: string; lang: string };

export type ListShippedLabelsParams = { id_project?: string };

export type GetShippedLabelsParams = { id_project?: string; lang: string };

export type CloneShippedLabelsParams = { id_project?: string } & {
  /** Language, upper case, such as `PT-BR`. */
  lang?: string | null;
} & {
  /** Language, upper case, such as `PT-BR`. */
  lang?: string | null;
};

export type GetAskedShippedLabelsParams = { id_project?: string } & {
  /** Language, upper case, such as `PT-BR`. */
  lang?: string | null;
};

export type CreateLeadParams = { id_project?: string } & {
  on_conflict?: "error" | "return" | "merge";
} & NewLeadInput;

export type ListLeadsParams = { id_project?: string } & ListLeadsQueryInput;

export type DeleteLeadParams = { id_project?: string; lead: string };

export type GetLeadParams = { id_project?: string; lead: string };

export type UpdateLeadParams = { id_project?: string; lead: string } & {
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
  /** Status of the lead: 50 temporary, 100 normal, 1000 in the trash. */
  status?: 50 | 100 | 1000;
};

export type MergeLeadAttributesParams = { id_project?: string; lead: string } & Record<string, unknown>;

export type EraseSubjectParams = { id_project?: string; lead: string } & {
  /** Why the person is erased. */
  reason?: string | null;
};

export type ExportSubjectParams = { id_project?: string; lead: string };

export type RemoveLeadParams = { id_project?: string; lead: string };

export type AddLeadPropertiesParams = { id_project?: string; lead: string } & Record<string, unknown>;

export type MergeLeadPropertiesParams = { id_project?: string; lead: string } & Record<string, unknown>;

export type AddLeadTagsParams = { id_project?: string; lead: string } & { items: string[] };

export type RemoveLeadTagParams = { id_project?: string; lead: string; tag: string };

export type ExportLeadsParams = { id_project?: string } & {
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
  /** Names of the lead’s tags, at most 100. */
  tags?: string | null;
  /** Status of the lead: 50 temporary, 100 normal, 1000 in the trash. */
  status?: "50" | "100" | "1000" | "all" | null;
  segment?: string | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: "true" | "false";
};

export type CreateLeadsParams = { id_project?: string } & {
  on_conflict?: "error" | "return" | "merge";
} & { items: NewLeadInput[] };

export type CreateMacroParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** What it does, in order: all, or nothing. */
  actions: ActionInput[];
  /** What it is for. */
  description?: string | null;
  /** `personal`: for its author; `shared`: for the team. */
  visibility?: "personal" | "shared" | null;
  /** Departments that it is shown for; no right depends on it. */
  departments?: string[] | null;
  /** Place among the macros. */
  position?: number | null;
};

export type ListMacrosParams = { id_project?: string };

export type DeleteMacroParams = { id_project?: string; macro_id: string };

export type GetMacroParams = { id_project?: string; macro_id: string };

export type UpdateMacroParams = { id_project?: string; macro_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** What it does, in order: all, or nothing. */
  actions?: ActionInput[] | null;
  /** What it is for. */
  description?: string | null;
  /** `personal`: for its author; `shared`: for the team. */
  visibility?: "personal" | "shared" | null;
  /** Departments that it is shown for; no right depends on it. */
  departments?: string[] | null;
  /** Place among the macros. */
  position?: number | null;
};

export type ListMailSuppressionsParams = { id_project?: string };

export type DeleteMailSuppressionParams = { id_project?: string; address: string };

export type CreateMailboxParams = { id_project?: string } & {
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** Name of the mailbox. */
  name: string;
  /** Further addresses that lead to it, at most 20. */
  aliases?: string[] | null;
  /** Id of the department of new requests; without it the default one. */
  department?: string | null;
  /** How mail comes in. */
  inbound: ImapInboundInput | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "smtp";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "webhook";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "none";
  };
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthInput | null;
  /** Whether mail is taken. */
  enabled?: boolean | null;
  /** `reject`, the default, or `mark`: what becomes of a mail that the domain of its sender disowns. */
  on_dmarc_fail?: "reject" | "mark" | null;
  /** Score from which on a mail is rejected as spam; without it, only what a filter has flagged. */
  spam_score?: number | null;
  /** How answers leave: by a server of the project, by that of the installation, or not at all. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp";
    /** Name or address of the mail server. */
    host: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string | null;
    /** Password to sign in with; never shown again. */
    password?: string | null;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: boolean | null;
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "installation";
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "none";
  } | null;
  /** Name of the sender: that of the mailbox, or the agent’s before it. */
  sender_name?: "mailbox" | "agent" | null;
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string | null;
  /** Automatic answer to the first mail of a request. */
  auto_reply?: {
    /** Whether it is sent. */
    enabled: boolean;
    /** Its text. */
    text: string;
    /** How often one address gets it: for each new request, or once a day; never twice in an hour. */
    once_per?: "request" | "day" | null;
  } | null;
  /** Whether the number of the request stands in the subject. */
  subject_number?: boolean | null;
  /** Whether answers may come to `local+token@domain`. */
  plus_addressing?: boolean | null;
  /** Whether automatic mail opens requests. */
  accept_automatic?: boolean | null;
};

export type ListMailboxesParams = { id_project?: string };

export type DeleteMailboxParams = { id_project?: string; mailbox_id: string };

export type GetMailboxParams = { id_project?: string; mailbox_id: string };

export type UpdateMailboxParams = { id_project?: string; mailbox_id: string } & {
  /** Name of the mailbox. */
  name?: string | null;
  /** Further addresses that lead to it, at most 20. */
  aliases?: string[] | null;
  /** Id of the department of new requests; without it the default one. */
  department?: string | null;
  /** How mail comes in. */
  inbound?: ImapInboundInput | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "smtp";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "webhook";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "none";
  } | null;
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthInput | null;
  /** Whether mail is taken. */
  enabled?: boolean | null;
  /** `reject`, the default, or `mark`: what becomes of a mail that the domain of its sender disowns. */
  on_dmarc_fail?: "reject" | "mark" | null;
  /** Score from which on a mail is rejected as spam; without it, only what a filter has flagged. */
  spam_score?: number | null;
  /** How answers leave: by a server of the project, by that of the installation, or not at all. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp";
    /** Name or address of the mail server. */
    host: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string | null;
    /** Password to sign in with; never shown again. */
    password?: string | null;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: boolean | null;
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "installation";
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "none";
  } | null;
  /** Name of the sender: that of the mailbox, or the agent’s before it. */
  sender_name?: "mailbox" | "agent" | null;
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string | null;
  /** Automatic answer to the first mail of a request. */
  auto_reply?: {
    /** Whether it is sent. */
    enabled: boolean;
    /** Its text. */
    text: string;
    /** How often one address gets it: for each new request, or once a day; never twice in an hour. */
    once_per?: "request" | "day" | null;
  } | null;
  /** Whether the number of the request stands in the subject. */
  subject_number?: boolean | null;
  /** Whether answers may come to `local+token@domain`. */
  plus_addressing?: boolean | null;
  /** Whether automatic mail opens requests. */
  accept_automatic?: boolean | null;
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address?: string | null;
};

export type CheckStoredMailboxParams = { id_project?: string; mailbox_id: string } & {
  /** Address that gets a test mail. */
  to?: string | null;
};

export type StartMailConversationParams = { id_project?: string; mailbox_id: string } & {
  /** Address that gets the mail. */
  to: string;
  /** Addresses that get copies, at most 20. */
  cc?: string[] | null;
  /** Subject of the mail. */
  subject: string;
  /** Text, as sent. */
  text: string;
  /** Id of the department; without it that of the mailbox. */
  departmentid?: string | null;
};

export type MakeDkimKeyParams = { id_project?: string; mailbox_id: string };

export type GetMailboxDnsParams = { id_project?: string; mailbox_id: string };

export type ListInboundMailsParams = { id_project?: string; mailbox_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  /** Whether its mail comes in. */
  state?: "stored" | "routed" | "ignored" | "rejected" | "failed" | null;
  /** Start of the time range, inclusive. */
  from?: string | null;
  /** Address that gets the mail. */
  to?: string | null;
};

export type GetInboundMailParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type GetInboundRawParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type RetryInboundMailParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type RouteInboundMailParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type RotateMailboxSecretParams = { id_project?: string; mailbox_id: string };

export type CheckMailboxParams = { id_project?: string } & {
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** The server that is read. */
  inbound?: ImapInboundInput | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "smtp";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "webhook";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "none";
  } | null;
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthInput | null;
  /** The mail server that is tried. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp";
    /** Name or address of the mail server. */
    host: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string | null;
    /** Password to sign in with; never shown again. */
    password?: string | null;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: boolean | null;
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "installation";
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "none";
  } | null;
  /** Address that gets a test mail. */
  to?: string | null;
};

export type ListProjectMessagesParams = { id_project?: string } & {
  limit?: number;
  /** Cursor to continue from. */
  cursor?: string;
  populate_request?: "0" | "1" | boolean;
};

export type SendDirectMessageParams = { id_project?: string } & {
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
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: boolean | null;
  /** Language of the text, as sent. */
  language?: string | null;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname: string;
};

export type ExportProjectMessagesParams = { id_project?: string };

export type ListInvitationsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "email" | null;
  sort?: "createdAt" | "email" | null;
  direction?: 1 | -1 | null;
};

export type DeleteInvitationParams = { id_project?: string; invitation_id: string };

export type GetInvitationParams = { id_project?: string; invitation_id: string };

export type UpdateInvitationParams = { id_project?: string; invitation_id: string } & {
  /** Role that the person will have. */
  role?: "agent" | "admin" | null;
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** Whether the person will take requests from the start. */
  user_available?: boolean | null;
};

export type ResendInvitationParams = { id_project?: string; invitation_id: string };

export type CreateVisitorParams = { id_project?: string } & {
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** E-mail address of the visitor. */
  email?: "" | string | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Tags of the teammate, at most 50. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type ListTeammatesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "role" | null;
  sort?: "createdAt" | "role" | null;
  direction?: 1 | -1 | null;
  /** Role in the project. Any other value grants nothing. */
  role?: string | null;
  presencestatus?: string | null;
  /** `active`, or `disabled` without access. */
  status?: string | null;
  /** Whether the teammate was removed. */
  trashed?: boolean | null;
};

export type UpdateOwnTeammateParams = { id_project?: string } & {
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available?: boolean | null;
  /** The teammate’s own status text, at most 64 characters. */
  profileStatus?: string | null;
  /** Seats of the teammate. Absent, -1 or null: no limit of their own. */
  max_served_chat?: number | null;
  /** The same value as `max_served_chat`, under the name that existing clients know. */
  max_assigned_chat?: number | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`. */
  settings?: Record<string, unknown> | null;
  /** Tags of the teammate, at most 50. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
  [name: string]: unknown;
};

export type GetTeammateParams = { id_project?: string; project_user_id: string };

export type RemoveTeammateParams = { id_project?: string; project_user_id: string } & {
  hard?: boolean | null;
  soft?: boolean | null;
};

export type UpdateTeammateParams = { id_project?: string; project_user_id: string } & {
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available?: boolean | null;
  /** The teammate’s own status text, at most 64 characters. */
  profileStatus?: string | null;
  /** Seats of the teammate. Absent, -1 or null: no limit of their own. */
  max_served_chat?: number | null;
  /** The same value as `max_served_chat`, under the name that existing clients know. */
  max_assigned_chat?: number | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`. */
  settings?: Record<string, unknown> | null;
  /** Tags of the teammate, at most 50. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
  /** Role in the project. Any other value grants nothing. */
  role?: "guest" | "user" | "agent" | "admin" | "owner" | null;
  /** Custom role, whose base is `role`. An empty string removes it. */
  role_id?: string | null;
  /** `active`, or `disabled` without access. */
  status?: "active" | "disabled" | null;
  [name: string]: unknown;
};

export type RestoreTeammateParams = { id_project?: string; project_user_id: string };

export type InviteTeammateParams = { id_project?: string } & {
  /** E-mail address that is invited. */
  email: string;
  /** Role that the person will have. */
  role?: "agent" | "admin" | null;
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** Whether the person will take requests from the start. */
  user_available?: boolean | null;
};

export type GetOwnTeammateParams = { id_project?: string };

export type GetTeammateByUserParams = { id_project?: string; user_id: string };

export type SearchTeammateParams = { id_project?: string } & {
  /** E-mail address of the visitor. */
  email: string;
};

export type CreatePropertyParams = { id_project?: string } & {
  /** Label shown to people. */
  label: string;
  /** Key in `properties` of leads. */
  name: string;
  /** Kind of value, for user interfaces; `text` by default. */
  type?: string;
};

export type ListPropertiesParams = { id_project?: string };

export type GetPropertyParams = { id_project?: string; property: string };

export type HidePropertyParams = { id_project?: string; property: string };

export type UpdatePropertyParams = { id_project?: string; property: string } & {
  /** Label shown to people. */
  label?: string;
  /** Kind of value, for user interfaces; `text` by default. */
  type?: string;
};

export type RemovePropertyParams = { id_project?: string; property: string };

export type GetPublicWaitingTimeParams = { id_project?: string };

export type ListPushDevicesParams = { id_project?: string };

export type SavePushDeviceParams = { id_project?: string } & {
  /** Address of the browser’s push service. Never shown again. */
  endpoint: string;
  /** What payloads are encrypted for. */
  keys: {
    /** Public key of the subscription, base64url. */
    p256dh: string;
    /** Secret of the subscription, base64url. */
    auth: string;
  };
  /** Language of the notifications; others than the six of the console count as English. */
  language?: string | null;
  /** IANA time zone, in which the quiet hours of the person count. Default UTC. */
  timezone?: string | null;
  /** Whether notifications show names and the beginning of messages. Default false. */
  shows_text?: boolean | null;
};

export type DeletePushDeviceParams = { id_project?: string; push_device_id: string };

export type ListRequestsParams = { id_project?: string } & ListRequestsQueryInput;

export type CreateRequestParams = { id_project?: string; request_id: string } & {
  import?: boolean;
} & {
  /** Department to route to; `default` or absent: the default department. */
  departmentid?: string | null;
  /** Subject, at most 500 characters. */
  subject?: string | null;
  /** Language of the requester, as sent. */
  language?: string | null;
  /** Page that the conversation was started on. */
  sourcePage?: string | null;
  /** `User-Agent` of the client. */
  userAgent?: string | null;
  /** Where the requester is. */
  location?: LocationInput | null;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants?: string[] | null;
  /** Teammate ids of those who watch the request, at most 50. */
  followers?: string[] | null;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent" | null;
  /** Tags of the request, at most 50, unique by name in any case. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
    /** Custom JSON object. `{}` by default. */
    attributes?: Record<string, unknown> | null;
  })[] | null;
  /** E-mail address of the requester, if they are not known yet. For bots and agents only. */
  email?: string | null;
  /** Who the requester is, if not the caller. For bots and agents only. */
  sender?: string | null;
  /** Name of the requester. */
  senderFullname?: string | null;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id?: string | null;
  /** Channel that the request came through; `chat21` by default. */
  channel?: ChannelInput | null;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes?: Record<string, unknown> | null;
  /** Whether the queue may assign the request. */
  smartAssignment?: boolean | null;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string | null;
  createdAt?: unknown;
  /** 1000 for an imported request that is closed. With `import=true` only. */
  status?: unknown;
  /** When the imported request was closed. */
  closed_at?: unknown;
  /** Who closed the imported request. */
  closed_by?: unknown;
};

export type DeleteRequestParams = { id_project?: string; request_id: string };

export type GetRequestParams = { id_project?: string; request_id: string } & {
  /** Return ids instead of records. */
  no_populate?: boolean;
};

export type UpdateRequestParams = { id_project?: string; request_id: string } & {
  /** Text of the first message, 1 to 65,536 characters. */
  first_text?: string;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead?: string;
  /** Subject, at most 500 characters. */
  subject?: string | null;
  /** Language of the requester, as sent. */
  language?: string | null;
  /** Page that the conversation was started on. */
  sourcePage?: string | null;
  /** Where the requester is. */
  location?: LocationInput | null;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Whether the queue may assign the request. */
  smartAssignment?: boolean;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string | null;
  /** Tags of the request, at most 50, unique by name in any case. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
    /** Custom JSON object. `{}` by default. */
    attributes?: Record<string, unknown> | null;
  })[];
  /** Rating by the requester, 0 to 5. */
  rating?: number | null;
  /** Comment with the rating. */
  rating_message?: string | null;
  /** Status of the request. 50 temporary, 100 unserved, 200 served, 1000 closed */
  status?: 50 | 100 | 200 | 1000;
  /** New channel: 1 to 50 of `a-z`, `0-9`, `_` and `-`. */
  channelName?: string;
};

export type HandOffRequestParams = { id_project?: string; request_id: string };

export type AssignRequestParams = { id_project?: string; request_id: string } & {
  /** Department to route to; absent: the current one, else the default one. */
  departmentid?: string | null;
  /** Skip the bot and look for a teammate at once. */
  nobot?: boolean | null;
  /** Return ids instead of records. */
  no_populate?: boolean | null;
};

export type UpdateRequestAttributesParams = { id_project?: string; request_id: string } & Record<string, unknown>;

export type GetChatbotParametersParams = { id_project?: string; request_id: string };

export type SetChatbotParametersParams = { id_project?: string; request_id: string } & Record<string, unknown>;

export type ClaimRequestParams = { id_project?: string; request_id: string };

export type CloseRequestParams = { id_project?: string; request_id: string } & {
  /** The survey of the last closing, once it was asked. */
  survey?: boolean | null;
};

export type CloseOwnRequestParams = { id_project?: string; request_id: string };

export type RouteRequestParams = { id_project?: string; request_id: string } & {
  /** Department to route to; absent: the current one, else the default one. */
  departmentid?: string | null;
  /** Skip the bot and look for a teammate at once. */
  nobot?: boolean | null;
  /** Return ids instead of records. */
  no_populate?: boolean | null;
};

export type AddFollowerParams = { id_project?: string; request_id: string } & {
  /** Teammate id or user id. */
  member: string;
};

export type SetFollowersParams = { id_project?: string; request_id: string } & { items: string[] };

export type RemoveFollowerParams = { id_project?: string; request_id: string; follower_id: string };

export type ListRequestHistoryParams = { id_project?: string; request_id: string } & {
  direction?: 1 | -1;
  limit?: number;
  /** Cursor to continue from. */
  cursor?: string;
};

export type ListRelatedRequestsParams = { id_project?: string; request_id: string };

export type LinkRequestParams = { id_project?: string; request_id: string; other_id: string };

export type UnlinkRequestParams = { id_project?: string; request_id: string; other_id: string };

export type PreviewMacroParams = { id_project?: string; request_id: string; macro_id: string };

export type RunMacroParams = { id_project?: string; request_id: string; macro_id: string };

export type GetRequestMailParams = { id_project?: string; request_id: string };

export type SetMailCopiesParams = { id_project?: string; request_id: string } & {
  /** Addresses that get copies, at most 20. */
  cc: string[];
};

export type MergeRequestParams = { id_project?: string; request_id: string } & {
  /** `request_id` of the request that is merged into this one. */
  source: string;
};

export type UnmergeRequestParams = { id_project?: string; request_id: string };

export type ListMessagesParams = { id_project?: string; request_id: string } & {
  limit?: number;
  after?: number;
  before?: number;
  direction?: 1 | -1;
  /** Cursor to continue from. */
  cursor?: string;
  with?: "merged";
};

export type SendMessageParams = { id_project?: string; request_id: string } & SendMessageBodyInput;

export type GetMessageParams = { id_project?: string; request_id: string; message_id: string };

export type GetMessageHtmlParams = { id_project?: string; request_id: string; message_id: string } & {
  images?: "0" | "1" | boolean;
};

export type RetryMessageMailParams = { id_project?: string; request_id: string; message_id: string };

export type RedactMessageParams = { id_project?: string; request_id: string; message_id: string } & {
  /** Why, for the team: at most 300 characters. */
  reason?: string | null;
  /** The words to take out; all of them if absent. */
  passages?: string[] | null;
};

export type AcknowledgeMessageParams = { id_project?: string; request_id: string; message_id: string } & {
  /** How far the message has come. -100 failed, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 150 | 200 | 250 | 300;
  /** Why the message failed, with status -100. */
  error?: {
    /** Word for programs. */
    code: string;
    /** Sentence for people. */
    text?: string | null;
  } | null;
};

export type ExportMessagesParams = { id_project?: string; request_id: string } & {
  timezone?: string;
};

export type SendMessagesParams = { id_project?: string; request_id: string } & {
  import?: boolean;
} & { items: MessageItemInput[] };

export type AcknowledgeMessagesParams = { id_project?: string; request_id: string } & {
  /** What to report. 300 implies 250. 250 returnReceipt, 300 seen */
  status: 250 | 300;
  /** Sequence number up to which messages are acknowledged. */
  upto: number;
};

export type AddNoteParams = { id_project?: string; request_id: string } & {
  /** Text of the note, at most 10,000 characters. */
  text: string;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
  /** Teammates who are mentioned, at most 20: user ids, in a body teammate ids as well. */
  mentions?: string[] | null;
};

export type DeleteNoteParams = { id_project?: string; request_id: string; note_id: string };

export type AddParticipantParams = { id_project?: string; request_id: string } & {
  /** User id, teammate id, `bot_<id>` or bot id. */
  member: string;
};

export type SetParticipantsParams = { id_project?: string; request_id: string } & { items: string[] };

export type RemoveParticipantParams = { id_project?: string; request_id: string; participant_id: string };

export type RateRequestParams = { id_project?: string; request_id: string } & {
  /** Rating, 0 to 5. `rate` or `rating` is required. */
  rate?: number | null;
  /** Rating by the requester, 0 to 5. */
  rating?: number | null;
  /** Comment with the rating. */
  rate_message?: string | null;
  /** Comment with the rating. */
  rating_message?: string | null;
};

export type SetReadPositionParams = { id_project?: string; request_id: string } & {
  /** Place of the last message read; beyond the newest one, the newest. */
  upto: number;
  /** Also go back, which marks messages as unread. */
  exact?: boolean | null;
};

export type ReopenRequestParams = { id_project?: string; request_id: string };

export type ReplaceBotParams = { id_project?: string; request_id: string } & {
  id?: string | null;
  /** Name of the bot. */
  name?: string | null;
  /** Slug of the bot. */
  slug?: string | null;
};

export type ExplainRulesParams = { id_project?: string; request_id: string } & {
  on?: "request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer";
};

export type ListRequestRuleRunsParams = { id_project?: string; request_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  result?: "applied" | "skipped" | "failed" | "suppressed";
  /** Start of the time range, inclusive. */
  from?: string;
  /** End of the time range. */
  to?: string;
};

export type ListScheduledMessagesParams = { id_project?: string; request_id: string } & {
  state?: "pending" | "sent" | "cancelled" | "missed" | "failed";
};

export type ScheduleMessageParams = { id_project?: string; request_id: string } & {
  /** Text of the message. */
  text?: string | null;
  /** Kind of the message. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Of an image, frame or file: `src` is its absolute address. */
  metadata?: Record<string, unknown> | null;
  /** Attributes of the message. */
  attributes?: Record<string, unknown> | null;
  /** Language of the text. */
  language?: string | null;
  /** When it is sent, with its zone: a minute to 366 days from now. This or `opening`. */
  at?: string | null;
  /** At the n-th next opening of the project, 1 to 30. */
  opening?: number | null;
  /** What cancels it before. By default a message of the requester, and closing. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Milliseconds by which it may be late, an hour by default; after that it is not sent. */
  max_late?: number | null;
};

export type CancelScheduledMessageParams = { id_project?: string; request_id: string; scheduled_id: string };

export type UpdateScheduledMessageParams = { id_project?: string; request_id: string; scheduled_id: string } & {
  /** Text of the message. */
  text?: string | null;
  /** Kind of the message. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Of an image, frame or file: `src` is its absolute address. */
  metadata?: Record<string, unknown> | null;
  /** Attributes of the message. */
  attributes?: Record<string, unknown> | null;
  /** Language of the text. */
  language?: string | null;
  /** When it is sent, with its zone: a minute to 366 days from now. This or `opening`. */
  at?: string | null;
  /** At the n-th next opening of the project, 1 to 30. */
  opening?: number | null;
  /** What cancels it before. By default a message of the requester, and closing. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Milliseconds by which it may be late, an hour by default; after that it is not sent. */
  max_late?: number | null;
};

export type GetRequestSlaParams = { id_project?: string; request_id: string };

export type PinRequestSlaParams = { id_project?: string; request_id: string } & {
  /** Id of the policy; `null`: none applies. */
  policy: string | null;
};

export type UnpinRequestSlaParams = { id_project?: string; request_id: string };

export type SnoozeRequestParams = { id_project?: string; request_id: string } & {
  /** When it ends, in the future and within 366 days. At most one of `until`, `in` and `opening`; without any, the requester’s next message ends it. */
  until?: string | null;
  /** Milliseconds from now, at least a minute. */
  in?: number | null;
  /** Until the n-th next opening of the project, 1 to 30. */
  opening?: number | null;
  /** Whether a message of the requester ends it before; true by default. False needs a time. */
  wake_on_reply?: boolean | null;
  /** Why, for the team, at most 500 characters. */
  reason?: string | null;
};

export type WakeRequestParams = { id_project?: string; request_id: string };

export type AddRequestTagsParams = { id_project?: string; request_id: string } & { items: (string | {
  /** Name of the tag. */
  tag: string;
  /** Colour, such as `#43B1F2`. */
  color?: string | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
})[] };

export type DeleteRequestTagParams = { id_project?: string; request_id: string; tag_id: string };

export type GetTranscriptParams = { id_project?: string; request_id: string; format: "txt" | "html" | "csv" } & {
  timezone?: string;
};

export type BulkRequestsParams = { id_project?: string } & {
  /** The requests, each once, 1 to 200. */
  request_ids: string[];
  /** What is done to each of them. */
  operation: "close" | "reopen" | "claim" | "assign" | "department" | "tag" | "untag" | "priority" | "follow" | "unfollow" | "read" | "snooze" | "wake" | "sla" | "macro" | "actions";
  /** True: nothing is stored, and the answer says what would happen. */
  dry_run?: boolean | null;
  /** What the operation needs to know. */
  args?: {
    /** Who serves the requests from now on: user id, teammate id, `bot_<id>` or bot id. */
    member?: string | null;
    /** Department to route to. */
    departmentid?: string | null;
    /** True: a bot of the department is passed over. */
    nobot?: boolean | null;
    /** Tags to add, or names of those to remove. */
    tags?: (string | {
      /** Name of the tag. */
      tag: string;
      /** Colour of the tag; `#43B1F2` by default on requests. */
      color?: string | null;
      /** Custom JSON object. `{}` by default. */
      attributes?: Record<string, unknown> | null;
    })[] | null;
    /** The new priority. */
    priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent" | null;
    /** Id of the service-level policy; `null`: none. */
    policy?: string | null;
    /** Id of the macro to run. */
    macro?: string | null;
    /** Actions to run: all of them on a request, or none. */
    actions?: ActionInput[] | null;
    /** When it ends, in the future and within 366 days. At most one of `until`, `in` and `opening`; without any, the requester’s next message ends it. */
    until?: string | null;
    /** Milliseconds from now, at least a minute. */
    in?: number | null;
    /** Until the n-th next opening of the project, 1 to 30. */
    opening?: number | null;
    /** Whether a message of the requester ends it before; true by default. False needs a time. */
    wake_on_reply?: boolean | null;
    /** Why, for the team, at most 500 characters. */
    reason?: string | null;
  } | null;
};

export type CountRequestsParams = { id_project?: string } & CountRequestsQueryInput;

export type GetRequestCountersParams = { id_project?: string };

export type ExportRequestsParams = { id_project?: string } & ListRequestsQueryInput;

export type ListMyRequestsParams = { id_project?: string } & ListRequestsQueryInput;

export type CreateRoleParams = { id_project?: string } & {
  /** Name of the role. */
  name: string;
  /** The role that it changes. On the wire its members have this role. */
  base: "agent" | "admin";
  /** What differs from the base: `true` gives a right, `false` takes one away. */
  rights?: Record<string, boolean> | null;
  /** Which requests its members see at most: all, those of their departments, or those that they serve or follow. */
  visibility?: "all" | "departments" | "own" | null;
};

export type ListRolesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
};

export type DeleteRoleParams = { id_project?: string; role_id: string };

export type UpdateRoleParams = { id_project?: string; role_id: string } & {
  /** Name of the role. */
  name?: string | null;
  /** What differs from the base: `true` gives a right, `false` takes one away. */
  rights?: Record<string, boolean> | null;
  /** Which requests its members see at most: all, those of their departments, or those that they serve or follow. */
  visibility?: "all" | "departments" | "own" | null;
};

export type CreateRuleParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** Whether it runs; false when it is made. True also ends a suspension. */
  enabled?: boolean | null;
  /** Events that it answers, 1 to 10, or `timer` alone. */
  on: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[];
  /** When it is due; with `on: ["timer"]`. */
  timer?: {
    /** What the time is counted from. */
    since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
    /** Milliseconds from there, a minute to 30 days. */
    ms: number;
    /** Which time counts: `always`, `project`, or the id of a time slot. */
    hours?: string | null;
  } | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request, its lead and the event, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** What it does, in order: all, or nothing. */
  actions: ActionInput[];
  /** Milliseconds to wait; conditions are judged again at the end. */
  delay?: number | null;
  /** What ends the wait. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Runs once for each event, until the request is reopened, or once for ever. */
  once?: "event" | "opening" | "request" | null;
  /** True: no later rule sees the event once it was applied. */
  stop?: boolean | null;
};

export type ListRulesParams = { id_project?: string };

export type DeleteRuleParams = { id_project?: string; rule_id: string };

export type GetRuleParams = { id_project?: string; rule_id: string };

export type UpdateRuleParams = { id_project?: string; rule_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** What it is for. */
  description?: string | null;
  /** Whether it runs; false when it is made. True also ends a suspension. */
  enabled?: boolean | null;
  /** Events that it answers, 1 to 10, or `timer` alone. */
  on?: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[] | null;
  /** When it is due; with `on: ["timer"]`. */
  timer?: {
    /** What the time is counted from. */
    since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
    /** Milliseconds from there, a minute to 30 days. */
    ms: number;
    /** Which time counts: `always`, `project`, or the id of a time slot. */
    hours?: string | null;
  } | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request, its lead and the event, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** What it does, in order: all, or nothing. */
  actions?: ActionInput[] | null;
  /** Milliseconds to wait; conditions are judged again at the end. */
  delay?: number | null;
  /** What ends the wait. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Runs once for each event, until the request is reopened, or once for ever. */
  once?: "event" | "opening" | "request" | null;
  /** True: no later rule sees the event once it was applied. */
  stop?: boolean | null;
};

export type ListRuleRunsParams = { id_project?: string; rule_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  result?: "applied" | "skipped" | "failed" | "suppressed";
  /** Start of the time range, inclusive. */
  from?: string;
  /** End of the time range. */
  to?: string;
};

export type DryRunRuleParams = { id_project?: string } & {
  /** Id of the rule to try. */
  rule_id?: string | null;
  /** A rule to try that is not stored. */
  rule?: {
    /** Name, at most 255 characters. */
    name: string;
    /** What it is for. */
    description?: string | null;
    /** Whether it runs; false when it is made. True also ends a suspension. */
    enabled?: boolean | null;
    /** Events that it answers, 1 to 10, or `timer` alone. */
    on: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[];
    /** When it is due; with `on: ["timer"]`. */
    timer?: {
      /** What the time is counted from. */
      since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
      /** Milliseconds from there, a minute to 30 days. */
      ms: number;
      /** Which time counts: `always`, `project`, or the id of a time slot. */
      hours?: string | null;
    } | null;
    /** Whether all conditions must hold, or any. Without conditions every request matches. */
    match?: string | null;
    /** Conditions on the request, its lead and the event, at most 20. */
    filters?: {
      /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
      field?: unknown;
      /** Comparison; which ones are offered depends on the kind of `field`. */
      operator?: unknown;
      /** Value to compare with. Absent for `is null` and `is not null`. */
      value?: unknown;
    }[] | null;
    /** What it does, in order: all, or nothing. */
    actions: ActionInput[];
    /** Milliseconds to wait; conditions are judged again at the end. */
    delay?: number | null;
    /** What ends the wait. */
    cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
    /** Runs once for each event, until the request is reopened, or once for ever. */
    once?: "event" | "opening" | "request" | null;
    /** True: no later rule sees the event once it was applied. */
    stop?: boolean | null;
  } | null;
  /** Requests to try it on, at most 50. */
  requests: string[];
};

export type OrderRulesParams = { id_project?: string } & { items: string[] };

export type CreateScimGroupParams = { id_project?: string } & {
  /** Name to show. */
  displayName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Teammates in the group, by their ids as users. */
  members?: {
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value: string;
  }[] | null;
};

export type ListScimGroupsParams = { id_project?: string } & {
  /** One comparison: `attribute eq "value"`. */
  filter?: string | null;
  /** Place of the first record, counted from 1. */
  startIndex?: number | null;
  /** Records on a page, at most 200. */
  count?: number | null;
  /** Attributes to leave out, separated by commas: `members`. */
  excludedAttributes?: string | null;
};

export type DeleteScimGroupParams = { id_project?: string; scim_group_id: string };

export type GetScimGroupParams = { id_project?: string; scim_group_id: string } & {
  /** Attributes to leave out, separated by commas: `members`. */
  excludedAttributes?: string | null;
};

export type PatchScimGroupParams = { id_project?: string; scim_group_id: string } & {
  /** Changes, in their order. */
  Operations: {
    /** `add`, `replace` or `remove`, in any case. */
    op: string;
    /** Attribute; without it `value` holds attributes. */
    path?: string | null;
    /** The new value. */
    value?: unknown;
  }[];
};

export type ReplaceScimGroupParams = { id_project?: string; scim_group_id: string } & {
  /** Name to show. */
  displayName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Teammates in the group, by their ids as users. */
  members?: {
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value: string;
  }[] | null;
};

export type ListScimResourceTypesParams = { id_project?: string };

export type ListScimSchemasParams = { id_project?: string };

export type GetScimConfigParams = { id_project?: string };

export type CreateScimUserParams = { id_project?: string } & {
  /** E-mail address of the account. */
  userName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Name of the person. */
  name?: {
    /** First name. */
    givenName?: string | null;
    /** Last name. */
    familyName?: string | null;
  } | null;
  /** Whether the person may work in the project. */
  active?: boolean | null;
};

export type ListScimUsersParams = { id_project?: string } & {
  /** One comparison: `attribute eq "value"`. */
  filter?: string | null;
  /** Place of the first record, counted from 1. */
  startIndex?: number | null;
  /** Records on a page, at most 200. */
  count?: number | null;
  /** Attributes to leave out, separated by commas: `members`. */
  excludedAttributes?: string | null;
};

export type DeleteScimUserParams = { id_project?: string; scim_user_id: string };

export type GetScimUserParams = { id_project?: string; scim_user_id: string };

export type PatchScimUserParams = { id_project?: string; scim_user_id: string } & {
  /** Changes, in their order. */
  Operations: {
    /** `add`, `replace` or `remove`, in any case. */
    op: string;
    /** Attribute; without it `value` holds attributes. */
    path?: string | null;
    /** The new value. */
    value?: unknown;
  }[];
};

export type ReplaceScimUserParams = { id_project?: string; scim_user_id: string } & {
  /** E-mail address of the account. */
  userName: string;
  /** Id that the provider gave. */
  externalId?: string | null;
  /** Name of the person. */
  name?: {
    /** First name. */
    givenName?: string | null;
    /** Last name. */
    familyName?: string | null;
  } | null;
  /** Whether the person may work in the project. */
  active?: boolean | null;
};

export type CreateSegmentParams = { id_project?: string } & {
  /** Name of the segment. */
  name: string;
  /** `all` or `any` of the filters must hold. */
  match?: string;
  /** Conditions; see `match` for how they combine. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
};

export type ListSegmentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "name" | null;
  sort?: "createdAt" | "updatedAt" | "name" | null;
  direction?: 1 | -1 | null;
};

export type DeleteSegmentParams = { id_project?: string; segment: string };

export type GetSegmentParams = { id_project?: string; segment: string };

export type UpdateSegmentParams = { id_project?: string; segment: string } & {
  /** Name of the segment. */
  name?: string;
  /** `all` or `any` of the filters must hold. */
  match?: string;
  /** Conditions; see `match` for how they combine. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
};

export type CountSegmentLeadsParams = { id_project?: string; segment: string } & {
  /** E-mail address. */
  email?: string | null;
  /** The client’s own id for the person. */
  lead_id?: string | null;
  full_text?: string | null;
  with_email?: "true" | "false" | null;
  with_fullname?: "true" | "false" | null;
  /** Tags. */
  tags?: string | null;
  /** 100; 0 in the answer to the deletion. */
  status?: "50" | "100" | "1000" | "all" | null;
};

export type ListSegmentLeadsParams = { id_project?: string; segment: string } & {
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
  /** 100; 0 in the answer to the deletion. */
  status?: "50" | "100" | "1000" | "all" | null;
};

export type PreviewSegmentParams = { id_project?: string } & {
  /** `all` or `any` of the filters must hold. */
  match?: string;
  /** Conditions; see `match` for how they combine. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
};

export type CreateSignInConnectionParams = { id_project?: string } & {
  /** Name of the connection, for the button. */
  name: string;
  /** Address of the provider, as its discovery document names it. */
  issuer: string;
  /** Id of the client that Parley is to the provider. */
  client_id: string;
  /** Secret of the client. Stored encrypted, never shown. */
  client_secret: string;
  /** Scopes that are asked for, separated by blanks; `openid` among them. */
  scopes?: string | null;
  /** `invited`: members and people with an invitation; `anyone_of_domain`: everyone of a proved domain. */
  provision?: "invited" | "anyone_of_domain" | null;
  /** Claim that says that the address was proved: `email_verified`; in Entra ID `xms_edov`. */
  email_verified_claim?: string | null;
  /** Claim whose values decide the role. An empty text takes it away. */
  role_claim?: string | null;
  /** Roles by value; the first that matches counts. Who matches none is suspended. */
  role_map?: {
    /** Value of the claim. */
    value: string;
    /** Role, or base of the custom role. */
    role: "agent" | "admin";
    /** Custom role. */
    role_id?: string | null;
  }[] | null;
  /** Claim whose values decide groups. An empty text takes it away. */
  group_claim?: string | null;
  /** Groups by value. Other groups are left alone. */
  group_map?: {
    /** Value of the claim. */
    value: string;
    /** Id of the group. */
    id_group: string;
  }[] | null;
  /** Members of proved domains sign in by this connection alone. */
  enforced?: boolean | null;
  /** User ids of owners who may go on with a password and a second factor. */
  break_glass?: string[] | null;
};

export type ListSignInConnectionsParams = { id_project?: string };

export type DeleteSignInConnectionParams = { id_project?: string; sign_in_connection_id: string };

export type UpdateSignInConnectionParams = { id_project?: string; sign_in_connection_id: string } & {
  /** Name of the connection, for the button. */
  name?: string | null;
  /** Secret of the client. Stored encrypted, never shown. */
  client_secret?: string | null;
  /** Id of the client that Parley is to the provider. */
  client_id?: string | null;
  /** Scopes that are asked for, separated by blanks; `openid` among them. */
  scopes?: string | null;
  /** `invited`: members and people with an invitation; `anyone_of_domain`: everyone of a proved domain. */
  provision?: "invited" | "anyone_of_domain" | null;
  /** Claim that says that the address was proved: `email_verified`; in Entra ID `xms_edov`. */
  email_verified_claim?: string | null;
  /** Claim whose values decide the role. An empty text takes it away. */
  role_claim?: string | null;
  /** Roles by value; the first that matches counts. Who matches none is suspended. */
  role_map?: {
    /** Value of the claim. */
    value: string;
    /** Role, or base of the custom role. */
    role: "agent" | "admin";
    /** Custom role. */
    role_id?: string | null;
  }[] | null;
  /** Claim whose values decide groups. An empty text takes it away. */
  group_claim?: string | null;
  /** Groups by value. Other groups are left alone. */
  group_map?: {
    /** Value of the claim. */
    value: string;
    /** Id of the group. */
    id_group: string;
  }[] | null;
  /** Members of proved domains sign in by this connection alone. */
  enforced?: boolean | null;
  /** User ids of owners who may go on with a password and a second factor. */
  break_glass?: string[] | null;
};

export type CheckSignInConnectionParams = { id_project?: string; sign_in_connection_id: string };

export type AddSignInDomainParams = { id_project?: string } & {
  /** The domain, in lower case. */
  domain: string;
};

export type ListSignInDomainsParams = { id_project?: string };

export type DeleteSignInDomainParams = { id_project?: string; domain: string };

export type VerifySignInDomainParams = { id_project?: string; domain: string };

export type CreateSlaPolicyParams = { id_project?: string } & {
  apply?: "new" | "open";
} & {
  /** Display name. */
  name: string;
  /** How soon, by priority. */
  targets: SlaTargetsInput;
  /** Free text. */
  description?: string | null;
  /** Whether it is in use. */
  enabled?: boolean | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request and its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Which hours count: `always`, `project`, or the id of a time slot. */
  hours?: string | null;
  /** Milliseconds before the due time at which `request.sla_due_soon` is announced; 0: never. */
  due_soon?: number | null;
  /** What stops the clock of the resolution. */
  pause?: ("waiting_requester" | "snoozed" | "pending")[] | null;
  /** While a bot serves alone, clocks wait to start, or count at once. */
  while_bot?: "wait" | "count" | null;
};

export type ListSlaPoliciesParams = { id_project?: string };

export type DeleteSlaPolicyParams = { id_project?: string; policy_id: string };

export type GetSlaPolicyParams = { id_project?: string; policy_id: string };

export type UpdateSlaPolicyParams = { id_project?: string; policy_id: string } & {
  apply?: "new" | "open";
} & {
  /** Display name. */
  name?: string | null;
  /** How soon, by priority. */
  targets?: SlaTargetsInput | null;
  /** Free text. */
  description?: string | null;
  /** Whether it is in use. */
  enabled?: boolean | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request and its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Which hours count: `always`, `project`, or the id of a time slot. */
  hours?: string | null;
  /** Milliseconds before the due time at which `request.sla_due_soon` is announced; 0: never. */
  due_soon?: number | null;
  /** What stops the clock of the resolution. */
  pause?: ("waiting_requester" | "snoozed" | "pending")[] | null;
  /** While a bot serves alone, clocks wait to start, or count at once. */
  while_bot?: "wait" | "count" | null;
};

export type OrderSlaPoliciesParams = { id_project?: string } & { items: string[] };

export type CreateSubscriptionParams = { id_project?: string } & {
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event: string;
  /** Address that receives the event. */
  target: string;
  /** Whether deliveries carry a token with which the receiver may call back. */
  send_token?: boolean | null;
};

export type ListSubscriptionsParams = { id_project?: string };

export type DeleteSubscriptionParams = { id_project?: string; subscription_id: string };

export type GetSubscriptionParams = { id_project?: string; subscription_id: string };

export type UpdateSubscriptionParams = { id_project?: string; subscription_id: string } & {
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event?: string | null;
  /** Address that receives the event. */
  target?: string | null;
  /** Whether deliveries carry a token with which the receiver may call back. */
  send_token?: boolean | null;
  /** Whether events are delivered. */
  status?: "active" | "disabled" | null;
};

export type ListDeliveriesParams = { id_project?: string; subscription_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  state?: "pending" | "delivered" | "failed" | "skipped" | "suppressed" | "erased" | null;
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event?: string | null;
  /** Start of the time range, inclusive. */
  from?: string | null;
  /** End of the time range. */
  to?: string | null;
};

export type GetDeliveryParams = { id_project?: string; subscription_id: string; delivery_id: string };

export type ReplayDeliveryParams = { id_project?: string; subscription_id: string; delivery_id: string };

export type ReplayDeliveriesParams = { id_project?: string; subscription_id: string } & {
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range. */
  to: string;
  /** States to send again; failed and skipped ones by default. */
  states?: ("delivered" | "failed" | "skipped" | "suppressed")[] | null;
};

export type RotateSubscriptionSecretParams = { id_project?: string; subscription_id: string } & {
  /** Hours for which both secrets sign, 0 to 168; 24 by default. */
  overlapHours?: number;
};

export type TestSubscriptionParams = { id_project?: string; subscription_id: string };

export type ListSubscriptionHistoryParams = { id_project?: string } & {
  page?: number | null;
};

export type CreateSurveyParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** Whether it is asked; false when it is made. */
  enabled?: boolean | null;
  /** Place among the surveys: the first that matches is asked. */
  position?: number | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request as it was closed, and on its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Milliseconds after the closing. */
  delay?: number | null;
  /** The question; empty: the label `YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE`. */
  ask?: string | null;
  /** Whether a comment is asked for, too. */
  comment?: boolean | null;
  /** Whether requests that were closed as idle are asked about, too. */
  on_auto_close?: boolean | null;
  /** Messages of people of the team that a request needs. */
  min_team_messages?: number | null;
  /** Milliseconds in which the same lead is not asked again. */
  cooldown?: number | null;
  /** Milliseconds in which it may be answered. */
  expires?: number | null;
};

export type ListSurveysParams = { id_project?: string };

export type DeleteSurveyParams = { id_project?: string; survey_id: string };

export type GetSurveyParams = { id_project?: string; survey_id: string };

export type UpdateSurveyParams = { id_project?: string; survey_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** Whether it is asked; false when it is made. */
  enabled?: boolean | null;
  /** Place among the surveys: the first that matches is asked. */
  position?: number | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request as it was closed, and on its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Milliseconds after the closing. */
  delay?: number | null;
  /** The question; empty: the label `YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE`. */
  ask?: string | null;
  /** Whether a comment is asked for, too. */
  comment?: boolean | null;
  /** Whether requests that were closed as idle are asked about, too. */
  on_auto_close?: boolean | null;
  /** Messages of people of the team that a request needs. */
  min_team_messages?: number | null;
  /** Milliseconds in which the same lead is not asked again. */
  cooldown?: number | null;
  /** Milliseconds in which it may be answered. */
  expires?: number | null;
};

export type CreateTagParams = { id_project?: string } & {
  /** Name of the tag, 1 to 100 characters, unique within the project. */
  tag: string;
  /** Colour, such as `#1fc` or `#11ffcc`. */
  color?: string | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListTagsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "tag" | null;
  sort?: "createdAt" | "updatedAt" | "tag" | null;
  direction?: 1 | -1 | null;
};

export type DeleteTagParams = { id_project?: string; tag_id: string } & {
  /** Start of the time range, inclusive. */
  from?: "everything" | null;
};

export type GetTagParams = { id_project?: string; tag_id: string };

export type UpdateTagParams = { id_project?: string; tag_id: string } & {
  /** Name of the tag, 1 to 100 characters, unique within the project. */
  tag?: string | null;
  /** Colour, such as `#1fc` or `#11ffcc`. */
  color?: string | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type CreateViewParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** Parameters of `GET …/requests` as they stand in an address, without paging. */
  query: Record<string, string | string[]>;
  /** `personal`: for its author; `shared`: for the team; `groups`: for these. */
  visibility?: "personal" | "shared" | "groups" | null;
  /** Groups that it is shared with. */
  groups?: string[] | null;
  /** Columns to show, for clients. */
  columns?: string[] | null;
  /** For clients, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Place among the views. */
  position?: number | null;
};

export type ListViewsParams = { id_project?: string };

export type DeleteViewParams = { id_project?: string; view_id: string };

export type GetViewParams = { id_project?: string; view_id: string };

export type UpdateViewParams = { id_project?: string; view_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** Parameters of `GET …/requests` as they stand in an address, without paging. */
  query?: Record<string, string | string[]> | null;
  /** `personal`: for its author; `shared`: for the team; `groups`: for these. */
  visibility?: "personal" | "shared" | "groups" | null;
  /** Groups that it is shared with. */
  groups?: string[] | null;
  /** Columns to show, for clients. */
  columns?: string[] | null;
  /** For clients, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Place among the views. */
  position?: number | null;
};

export type CountViewsParams = { id_project?: string } & {
  ids: string | string[];
};

export type GetWidgetSettingsParams = { id_project?: string } & {
  lang?: string | null;
};

/**
 * List the public keys that verify Parley’s tokens.
 *
 * Public.
 *
 * @example await getPublicKeys(parley);
 */
export const getPublicKeys: Operation<GetPublicKeysParams, {
  /** Public keys as JWKs. */
  keys: {
    /** Id of the key. */
    kid: string;
    /** Kind of key. */
    kty: "OKP";
    /** Curve. */
    crv: "Ed25519";
    /** Public key, base64url. */
    x: string;
    /** Signature algorithm. */
    alg: "EdDSA";
    /** Purpose of the key. */
    use: "sig";
  }[];
}, CallCode> =
  /* @__PURE__ */ operation('getPublicKeys', 'GET /.well-known/jwks.json');

/**
 * Check whether a reset key is still valid.
 *
 * Public. Codes: `reset_key_invalid`.
 *
 * @example await checkPasswordResetKey(parley, { key });
 */
export const checkPasswordResetKey: Operation<CheckPasswordResetKeyParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
  /** The user. */
  user: {
    _id: string;
  };
}, CallCode | 'reset_key_invalid' | 'route_not_found'> =
  /* @__PURE__ */ operation('checkPasswordResetKey', 'GET /v3/auth/checkpswresetkey/:key', { once: true });

/**
 * Join with a mailed code; a repeated call returns the same record.
 *
 * For any signed-in caller. Codes: `invitation_not_found`, `invitation_for_other_address`.
 *
 * @example await acceptInvitation(parley, { code });
 */
export const acceptInvitation: Operation<AcceptInvitationParams, TeammateView, CallCode | WriteCode | 'invitation_not_found' | 'invitation_for_other_address' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('acceptInvitation', 'POST /v3/auth/invitations/:code/accept');

/**
 * Connections by which anyone of the installation may sign in.
 *
 * Public.
 *
 * @example await listConnections(parley);
 */
export const listConnections: Operation<ListConnectionsParams, {
  id: string;
  /** Name of the connection, for the button. */
  name: string;
}[], CallCode> =
  /* @__PURE__ */ operation('listConnections', 'GET /v3/auth/oidc', { once: true });

/**
 * The same for one connection of a project, whose redirect address is its own.
 *
 * Public.
 *
 * @example await finishProjectOidc(parley, { connection });
 */
export const finishProjectOidc: Operation<FinishProjectOidcParams, ReadableStream<Uint8Array>, CallCode | 'route_not_found' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('finishProjectOidc', 'GET /v3/auth/oidc/:connection/callback', { once: true, answer: 'stream' });

/**
 * Back-channel logout: the identity provider ends the sessions that it has made.
 *
 * Public. Codes: `connection_not_found`, `logout_token_invalid`, `issuer_unreachable`.
 *
 * @example await endSessionsByIssuer(parley, { connection, file });
 */
export const endSessionsByIssuer: Operation<EndSessionsByIssuerParams, {
  /** Always true in a success. */
  success: true;
}, CallCode | 'connection_not_found' | 'logout_token_invalid' | 'issuer_unreachable' | 'route_not_found' | 'content_type_wrong' | 'body_too_large' | 'body_timeout' | 'version_mismatch'> =
  /* @__PURE__ */ operation('endSessionsByIssuer', 'POST /v3/auth/oidc/:connection/logout', { once: true, send: sendForm });

/**
 * Lead a browser to the identity provider. Answers 302. `return` is a path of the console, where the browser is led afterwards.
 *
 * Public. Codes: `connection_not_found`.
 *
 * @example await startOidc(parley, { connection });
 */
export const startOidc: Operation<StartOidcParams, ReadableStream<Uint8Array>, CallCode | 'connection_not_found' | 'route_not_found' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('startOidc', 'GET /v3/auth/oidc/:connection/start', { once: true, answer: 'stream' });

/**
 * Take up the browser that comes from the identity provider; sets the session cookie. The redirect address of every connection of the installation. Answers 302, also where the sign-in is refused: the sign-in page says why.
 *
 * Public.
 *
 * @example await finishOidc(parley);
 */
export const finishOidc: Operation<FinishOidcParams, ReadableStream<Uint8Array>, CallCode | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('finishOidc', 'GET /v3/auth/oidc/callback', { once: true, answer: 'stream' });

/**
 * Connections for people of the domain of an address; says nothing of accounts.
 *
 * Public. Limits: `email` ≤ 254 characters.
 *
 * @example await findConnection(parley, { email: 'ada@acme.example' });
 */
export const findConnection: Operation<FindConnectionParams, {
  /** Connections for people of this domain. */
  connections: {
    id: string;
    /** Display name. */
    name: string;
  }[];
  /** A password is of no use to members of this domain. */
  enforced: boolean;
}, CallCode | BodyCode> =
  /* @__PURE__ */ operation('findConnection', 'POST /v3/auth/oidc/lookup', { once: true });

/**
 * Get the invitation of a mailed code.
 *
 * Public. Codes: `invitation_not_found`.
 *
 * @example await getMailedInvitation(parley, { code });
 */
export const getMailedInvitation: Operation<GetMailedInvitationParams, MailedInvitationView, CallCode | 'invitation_not_found' | 'route_not_found'> =
  /* @__PURE__ */ operation('getMailedInvitation', 'GET /v3/auth/pendinginvitationsnoauth/:code');

/**
 * Send a password reset mail, if the user exists.
 *
 * Public. Limits: `email` ≤ 254 characters.
 *
 * @example await requestPasswordReset(parley, { email: 'ada@example.com' });
 */
export const requestPasswordReset: Operation<RequestPasswordResetParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** Sentence for people. */
  message: string;
}, CallCode | BodyCode | 'version_mismatch'> =
  /* @__PURE__ */ operation('requestPasswordReset', 'PUT /v3/auth/requestresetpsw', { once: true });

/**
 * Set a new password with a mailed key.
 *
 * Public. Codes: `reset_key_invalid`, `busy`. Limits: `password` ≤ 256 characters.
 *
 * @example await resetPassword(parley, { key, password: 'correct horse' });
 */
export const resetPassword: Operation<ResetPasswordParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
  /** The user. */
  user: UserView;
}, CallCode | BodyCode | 'reset_key_invalid' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('resetPassword', 'PUT /v3/auth/resetpsw/:key', { once: true });

/**
 * Sign in a browser; sets the session cookie. For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.
 *
 * Public. Codes: `invalid_credentials`, `second_factor_required`, `sign_in_code_invalid`, `busy`, `sign_in_by_connection`. Limits: `email` ≤ 254 characters, `password` ≤ 256 characters, `code` ≤ 200 characters.
 *
 * @example await createSession(parley, { email: 'ada@acme.io', password: 'analytical engine' });
 */
export const createSession: Operation<CreateSessionParams, SessionView, CallCode | BodyCode | 'invalid_credentials' | 'second_factor_required' | 'sign_in_code_invalid' | 'sign_in_by_connection' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('createSession', 'POST /v3/auth/session', { once: true });

/**
 * Sign out a browser; clears the session cookie. For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.
 *
 * Public.
 *
 * @example await endSession(parley);
 */
export const endSession: Operation<EndSessionParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** Where the browser ends the session at the identity provider that has made this one. */
  logout_url?: string;
}, CallCode | 'origin_not_allowed' | 'version_mismatch'> =
  /* @__PURE__ */ operation('endSession', 'DELETE /v3/auth/session', { once: true });

/**
 * The same for a browser; sets the session cookie. For pages of the console: `Origin` must be one of its own.
 *
 * Public. Codes: `invalid_credentials`, `sign_in_code_invalid`, `rate_limited`, `busy`, `sign_in_by_connection`, `not_invited`. Limits: `challenge` ≤ 200 characters, `code` ≤ 32 characters, `recovery_code` ≤ 32 characters.
 *
 * @example await createSessionWithFactor(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', code: '123456' });
 */
export const createSessionWithFactor: Operation<CreateSessionWithFactorParams, SessionView, CallCode | BodyCode | 'invalid_credentials' | 'sign_in_code_invalid' | 'sign_in_by_connection' | 'not_invited' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('createSessionWithFactor', 'POST /v3/auth/session/factor', { once: true });

/**
 * Connect an identity to an account that has a password, by that password; sets the session cookie.
 *
 * Public. Codes: `invalid_credentials`, `second_factor_required`, `sign_in_code_invalid`, `rate_limited`, `busy`, `sign_in_by_connection`, `not_invited`. Limits: `challenge` ≤ 200 characters, `password` ≤ 256 characters.
 *
 * @example await linkOidc(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', password: 'analytical engine' });
 */
export const linkOidc: Operation<LinkOidcParams, SessionView, CallCode | BodyCode | 'invalid_credentials' | 'second_factor_required' | 'sign_in_code_invalid' | 'sign_in_by_connection' | 'not_invited' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('linkOidc', 'POST /v3/auth/session/link', { once: true });

/**
 * Renew the access token of a browser session. For pages of the console: `Origin` must be one of its own. The cookie works only here; all other calls take the access token.
 *
 * Public. Codes: `unauthorized`.
 *
 * @example await renewSession(parley);
 */
export const renewSession: Operation<RenewSessionParams, SessionView | {
  /** Always true in a success. */
  success: true;
  /** False: this browser has no session. */
  signed_in: false;
}, CallCode | 'unauthorized' | 'origin_not_allowed' | 'content_type_wrong'> =
  /* @__PURE__ */ operation('renewSession', 'POST /v3/auth/session/token', { query: true, once: true });

/**
 * Sign in with e-mail and password.
 *
 * Public. Codes: `invalid_credentials`, `second_factor_required`, `rate_limited`, `busy`, `sign_in_by_connection`. Limits: `email` ≤ 254 characters, `password` ≤ 256 characters.
 *
 * @example await signIn(parley, { email: 'ada@acme.io', password: 'analytical engine' });
 */
export const signIn: Operation<SignInParams, SignedInView, CallCode | BodyCode | 'invalid_credentials' | 'second_factor_required' | 'sign_in_by_connection'> =
  /* @__PURE__ */ operation('signIn', 'POST /v3/auth/signin', { once: true });

/**
 * Answer the challenge of a sign-in with a second factor.
 *
 * Public. Codes: `invalid_credentials`, `sign_in_code_invalid`, `rate_limited`, `busy`, `sign_in_by_connection`. Limits: `challenge` ≤ 200 characters, `code` ≤ 32 characters, `recovery_code` ≤ 32 characters.
 *
 * @example await signInWithFactor(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', code: '123456' });
 */
export const signInWithFactor: Operation<SignInWithFactorParams, SignedInView, CallCode | BodyCode | 'invalid_credentials' | 'sign_in_code_invalid' | 'sign_in_by_connection'> =
  /* @__PURE__ */ operation('signInWithFactor', 'POST /v3/auth/signin/factor', { once: true });

/**
 * Begin to sign in with a passkey; its `assertion` answers the challenge at `/v3/auth/signin/factor`.
 *
 * Public.
 *
 * @example await beginPasskeySignIn(parley);
 */
export const beginPasskeySignIn: Operation<BeginPasskeySignInParams, {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** For the WebAuthn API of a browser. */
  options: Record<string, unknown>;
}, CallCode | BodyCode> =
  /* @__PURE__ */ operation('beginPasskeySignIn', 'POST /v3/auth/signin/passkey', { once: true });

/**
 * Sign in as an anonymous visitor of a project. With an `Idempotency-Key` of at least 32 characters, a repeated call within 24 hours returns the same guest and the same token. The key must be random: anyone who knows it can get the token.
 *
 * Public. Codes: `project_not_found`, `banned`, `ip_not_allowed`, `origin_not_allowed`. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `email` ≤ 254 characters.
 *
 * @example await signInAnonymously(parley, { id_project: '64f0c0a1b2c3d4e5f6a7b8c9', firstname: 'Vera' });
 */
export const signInAnonymously: Operation<SignInAnonymouslyParams, {
  /** Always true in a success. */
  success: true;
  /** The token, with its `JWT ` prefix where it is for this API. */
  token: string;
  /** When it expires, UTC. */
  expiresAt: string;
  /** The user. */
  user: {
    _id: string;
    id: string;
    /** First name. */
    firstname: string;
    /** Last name. */
    lastname?: string;
    /** E-mail address, lower case. */
    email?: string;
    /** Custom JSON object, at most 16 kB. */
    attributes: Record<string, unknown>;
    /** First and last name. */
    fullName: string;
  };
}, CallCode | BodyCode | WriteCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'origin_not_allowed'> =
  /* @__PURE__ */ operation('signInAnonymously', 'POST /v3/auth/signinAnonymously');

/**
 * Exchange a token signed by the customer’s own server, or look up a Parley token.
 *
 * Public. Codes: `authorization_malformed`, `unauthorized`, `not_a_member`, `banned`, `origin_not_allowed`, `role_not_provisionable`.
 *
 * @example await signInWithCustomToken(parley);
 */
export const signInWithCustomToken: Operation<SignInWithCustomTokenParams, {
  /** Always true in a success. */
  success: true;
  /** The token, with its `JWT ` prefix where it is for this API. */
  token: string;
  /** When it expires, UTC. */
  expiresAt: string;
  /** Claims of the custom token, with `_id`, `id`, `fullName` and `role`; of a token of ours, its record. */
  user: Record<string, unknown>;
}, CallCode | 'authorization_malformed' | 'unauthorized' | 'not_a_member' | 'banned' | 'origin_not_allowed' | 'role_not_provisionable'> =
  /* @__PURE__ */ operation('signInWithCustomToken', 'POST /v3/auth/signinWithCustomToken', { once: true });

/**
 * Revoke the token of this call.
 *
 * For any signed-in caller. Codes: `unauthorized`.
 *
 * @example await signOut(parley);
 */
export const signOut: Operation<SignOutParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
}, CallCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('signOut', 'POST /v3/auth/signout');

/**
 * Create an account.
 *
 * Public. Codes: `email_taken`, `invitation_not_found`, `invitation_for_other_address`, `signup_closed`, `busy`. Limits: `email` ≤ 254 characters, `password` ≤ 256 characters, `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `invitation` ≤ 200 characters.
 *
 * @example await signUp(parley, { email: 'ada@acme.io', password: 'analytical engine', firstname: 'Ada', lastname: 'Lovelace' });
 */
export const signUp: Operation<SignUpParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** The user. */
  user: UserView;
}, CallCode | BodyCode | 'email_taken' | 'invitation_not_found' | 'invitation_for_other_address' | 'signup_closed'> =
  /* @__PURE__ */ operation('signUp', 'POST /v3/auth/signup', { once: true });

/**
 * Verify an e-mail address with the mailed code.
 *
 * Public. Codes: `verification_code_invalid`.
 *
 * @example await verifyEmail(parley, { id_user, code });
 */
export const verifyEmail: Operation<VerifyEmailParams, UserView, CallCode | 'verification_code_invalid' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('verifyEmail', 'PUT /v3/auth/verifyemail/:id_user/:code', { once: true });

/**
 * Get a token for the messaging engine and the sockets; not valid for this API.
 *
 * For any signed-in caller.
 *
 * @example await createMessagingToken(parley);
 */
export const createMessagingToken: Operation<CreateMessagingTokenParams, {
  /** Principal id at the messaging engine. */
  userid: string;
  /** Full name. */
  fullname: string;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Token for the messaging engine and the sockets; not for this API. */
  token: string;
}, CallCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('createMessagingToken', 'POST /v3/chat21/native/auth/createCustomToken');

/**
 * Report the delivery status of messages, as the external engine. Signed according to Standard Webhooks with a secret of `ENGINE_SECRETS`; takes no token.
 *
 * Public. Codes: `unauthorized`. Limits: `id_project` ≤ 255 characters, `message_id` ≤ 255 characters, `detail` ≤ 2000 characters.
 *
 * @example await reportEngineStatus(parley, { id_project: '64f0c0a1b2c3d4e5f6a7b8c9', message_id: '64f0c0a1b2c3d4e5f6a7b8c9', status: 200, at: '2026-01-15T09:30:00.000Z' });
 */
export const reportEngineStatus: Operation<ReportEngineStatusParams, {
  /** Number of reports that counted. */
  accepted: number;
  /** Ids of messages that are not known. */
  ignored: string[];
}, CallCode | BodyCode | 'unauthorized'> =
  /* @__PURE__ */ operation('reportEngineStatus', 'POST /v3/engine/status', { once: true });

/**
 * Read a file.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await getFile(parley);
 */
export const getFile: Operation<GetFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable'> =
  /* @__PURE__ */ operation('getFile', 'GET /v3/files', { answer: 'stream' });

/**
 * Download a file.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await downloadFile(parley);
 */
export const downloadFile: Operation<DownloadFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable'> =
  /* @__PURE__ */ operation('downloadFile', 'GET /v3/files/download', { answer: 'stream' });

/**
 * Get the caller’s stored bytes and quota.
 *
 * For any signed-in caller.
 *
 * @example await getUsage(parley);
 */
export const getUsage: Operation<GetUsageParams, UsageView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low'> =
  /* @__PURE__ */ operation('getUsage', 'GET /v3/files/usage');

/**
 * Delete a file.
 *
 * For any signed-in caller. Codes: `file_not_found`, `not_the_owner`.
 *
 * @example await deleteFile(parley);
 */
export const deleteFile: Operation<DeleteFileParams, DeletedFileView, CallCode | WriteCode | 'file_not_found' | 'not_the_owner' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteFile', 'DELETE /v3/files/users', { query: true });

/**
 * Upload a file. The form has one part `file` with a file name. `filename` of the answer is the path to read it by.
 *
 * For any signed-in caller. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `not_a_member`.
 *
 * @example await uploadFile(parley, { file });
 */
export const uploadFile: Operation<UploadFileParams, UploadView, CallCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'not_a_member' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadFile', 'POST /v3/files/users', { query: ['id_project'], send: sendForm });

/**
 * Read an image or a thumbnail.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await getImage(parley);
 */
export const getImage: Operation<GetImageParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable'> =
  /* @__PURE__ */ operation('getImage', 'GET /v3/images', { answer: 'stream' });

/**
 * Delete an image.
 *
 * For any signed-in caller. Codes: `file_not_found`, `not_the_owner`.
 *
 * @example await deleteImage(parley);
 */
export const deleteImage: Operation<DeleteImageParams, DeletedFileView, CallCode | WriteCode | 'file_not_found' | 'not_the_owner' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteImage', 'DELETE /v3/images/users', { query: true });

/**
 * Upload an image: JPEG, PNG, GIF or WebP, stored without metadata such as EXIF.
 *
 * For any signed-in caller. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `not_a_member`.
 *
 * @example await uploadImage(parley, { file });
 */
export const uploadImage: Operation<UploadImageParams, UploadView, CallCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'not_a_member' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadImage', 'POST /v3/images/users', { query: ['id_project'], send: sendForm });

/**
 * Upload one's own photo, or that of a bot.
 *
 * For any signed-in caller. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `photo_exists`, `bot_not_found`, `not_a_member`, `role_too_low`.
 *
 * @example await uploadPhoto(parley, { file });
 */
export const uploadPhoto: Operation<UploadPhotoParams, UploadView, CallCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'photo_exists' | 'bot_not_found' | 'not_a_member' | 'role_too_low' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'content_type_wrong' | 'body_timeout' | 'version_mismatch'> =
  /* @__PURE__ */ operation('uploadPhoto', 'PUT /v3/images/users/photo', { query: ['bot_id', 'force'], send: sendForm });

/**
 * List the caller’s tokens: issued, revoked and expired.
 *
 * For any signed-in caller.
 *
 * @example await listTokens(parley);
 */
export const listTokens: Operation<ListTokensParams, TokenView[], CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listTokens', 'GET /v3/jwt/history');

/**
 * Revoke a token by its `jti`.
 *
 * For any signed-in caller. Codes: `token_not_found`.
 *
 * @example await revokeToken(parley, { jti });
 */
export const revokeToken: Operation<RevokeTokenParams, TokenView, CallCode | WriteCode | 'token_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('revokeToken', 'DELETE /v3/jwt/history/:jti');

/**
 * Revoke a token by the id of its history record.
 *
 * For any signed-in caller. Codes: `token_not_found`.
 *
 * @example await revokeTokenById(parley, { id });
 */
export const revokeTokenById: Operation<RevokeTokenByIdParams, TokenView, CallCode | WriteCode | 'token_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('revokeTokenById', 'DELETE /v3/jwt/history/id/:id');

/**
 * Take a raw mail from a provider. The body is the mail as it came (`message/rfc822`), or a form with the part `email`, as SendGrid, Postmark and Mailgun post it. `Authorization: Bearer` holds the secret of the mailbox, or Basic has it as password. Answered once the mail is stored; the same mail again is `known`.
 *
 * Public. Codes: `unauthorized`, `mail_missing`, `mailbox_disabled`.
 *
 * @example await receiveMail(parley, { mailbox_id, file });
 */
export const receiveMail: Operation<ReceiveMailParams, {
  /** `stored`, or `known` when it was stored before. */
  status: "stored" | "known";
}, CallCode | 'unauthorized' | 'mail_missing' | 'mailbox_disabled' | 'route_not_found' | 'content_type_wrong' | 'body_timeout' | 'version_mismatch'> =
  /* @__PURE__ */ operation('receiveMail', 'POST /v3/mail/inbound/:mailbox_id', { once: true, send: sendForm });

/**
 * Create a project; the caller becomes its owner.
 *
 * For any signed-in caller. Codes: `limit_reached`. Limits: `name` ≤ 128 characters.
 *
 * @example await createProject(parley, { name: 'Acme support' });
 */
export const createProject: Operation<CreateProjectParams, ProjectView, CallCode | BodyCode | WriteCode | 'limit_reached' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('createProject', 'POST /v3/projects');

/**
 * List the caller’s teammate records, each with its project.
 *
 * For any signed-in caller.
 *
 * @example await listProjects(parley);
 */
export const listProjects: Operation<ListProjectsParams, OwnProjectView[], CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listProjects', 'GET /v3/projects');

/**
 * Delete a project; its data is erased some weeks later.
 *
 * Minimum role: owner. Codes: `version_mismatch`.
 *
 * @example await deleteProject(parley);
 */
export const deleteProject: Operation<DeleteProjectParams, ProjectView, DeleteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteProject', 'DELETE /v3/projects/:id_project');

/**
 * One project.
 *
 * Minimum role: agent.
 *
 * @example await getProject(parley);
 */
export const getProject: Operation<GetProjectParams, ProjectView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getProject', 'GET /v3/projects/:id_project');

/**
 * Change a project; absent members stay unchanged.
 *
 * Minimum role: admin. Codes: `owner_required`, `second_factor_missing`, `would_lock_you_out`, `version_mismatch`. Limits: `name` ≤ 128 characters, `channels` ≤ 50 items, `ipFilter` ≤ 200 items, `ipFilterDeny` ≤ 200 items.
 *
 * @example await patchProject(parley, { settings: {  }, name: 'Ada', activeOperatingHours: true, operatingHours: '{"1":[{"start":"09:00","end":"13:00"}],"tzname":"Europe/Rome"}', timeSlots: {  }, widget: {  }, attributes: {  }, versions: 'text', channels: [{  }], ipFilterEnabled: true, ipFilter: ['text'], ipFilterDenyEnabled: true, ipFilterDeny: ['text'] });
 */
export const patchProject: Operation<PatchProjectParams, ProjectView, UpdateCode | 'owner_required' | 'second_factor_missing' | 'would_lock_you_out' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchProject', 'PATCH /v3/projects/:id_project');

/**
 * Change a project; absent members stay unchanged.
 *
 * Minimum role: admin. Codes: `owner_required`, `second_factor_missing`, `would_lock_you_out`, `version_mismatch`. Limits: `name` ≤ 128 characters, `channels` ≤ 50 items, `ipFilter` ≤ 200 items, `ipFilterDeny` ≤ 200 items.
 *
 * @example await updateProject(parley, { settings: {  }, name: 'Ada', activeOperatingHours: true, operatingHours: '{"1":[{"start":"09:00","end":"13:00"}],"tzname":"Europe/Rome"}', timeSlots: {  }, widget: {  }, attributes: {  }, versions: 'text', channels: [{  }], ipFilterEnabled: true, ipFilter: ['text'], ipFilterDenyEnabled: true, ipFilterDeny: ['text'] });
 */
export const updateProject: Operation<UpdateProjectParams, ProjectView, UpdateCode | 'owner_required' | 'second_factor_missing' | 'would_lock_you_out' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateProject', 'PUT /v3/projects/:id_project');

/**
 * Set attributes one by one; null removes one.
 *
 * Minimum role: admin. Codes: `version_mismatch`.
 *
 * @example await patchProjectAttributes(parley, { plan: 'gold', trial: null });
 */
export const patchProjectAttributes: Operation<PatchProjectAttributesParams, ProjectView, UpdateCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchProjectAttributes', 'PATCH /v3/projects/:id_project/attributes');

/**
 * Ban a visitor, an IP address or a range of addresses.
 *
 * Minimum role: admin. Codes: `cannot_ban_teammate`, `limit_reached`. Limits: `id` ≤ 255 characters, `ip` ≤ 64 characters.
 *
 * @example await banVisitor(parley, { ip: '203.0.113.7' });
 */
export const banVisitor: Operation<BanVisitorParams, ProjectView, ReadCode | BodyCode | WriteCode | 'cannot_ban_teammate' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('banVisitor', 'POST /v3/projects/:id_project/ban');

/**
 * Lift a ban.
 *
 * Minimum role: admin. Codes: `ban_not_found`, `version_mismatch`.
 *
 * @example await liftBan(parley, { banid });
 */
export const liftBan: Operation<LiftBanParams, ProjectView, DeleteCode | 'ban_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('liftBan', 'DELETE /v3/projects/:id_project/ban/:banid');

/**
 * Check whether the project, or one of its time slots, is open now.
 *
 * Public. Codes: `project_not_found`, `time_slot_not_found`.
 *
 * @example await getOpenState(parley);
 */
export const getOpenState: Operation<GetOpenStateParams, {
  /** Whether the project, or the time slot, is open now. */
  isopen: boolean;
  /** Name of the holiday that closes it. */
  holiday?: string;
}, CallCode | 'project_not_found' | 'time_slot_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getOpenState', 'GET /v3/projects/:id_project/isopen');

/**
 * List teammates who can answer now; `raw` ignores the operating hours.
 *
 * Public. Codes: `project_not_found`, `department_not_found`.
 *
 * @example await listAvailableTeammates(parley);
 */
export const listAvailableTeammates: Operation<ListAvailableTeammatesParams, AvailableTeammateView[], CallCode | 'project_not_found' | 'department_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('listAvailableTeammates', 'GET /v3/projects/:id_project/users/availables');

/**
 * Get the visible messages of a request whose id cannot be guessed. For the browser tab that the widget opens. A project may switch it off.
 *
 * Public. Codes: `request_not_found`.
 *
 * @example await getPublicTranscript(parley, { request_id, format });
 */
export const getPublicTranscript: Operation<GetPublicTranscriptParams, string, CallCode | 'request_not_found' | 'route_not_found'> =
  /* @__PURE__ */ operation('getPublicTranscript', 'GET /v3/public/requests/:request_id/messages-user.:format', { answer: 'text' });

/**
 * Answer a survey by the token of its link. It is the rating of the request. Until the link expires it may be answered again.
 *
 * Public. Codes: `survey_not_found`. Limits: `rate` ≤ 5, `rate_message` ≤ 2000 characters.
 *
 * @example await answerSurvey(parley, { token, rate: 5, rate_message: 'Quick and kind' });
 */
export const answerSurvey: Operation<AnswerSurveyParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
}, CallCode | BodyCode | WriteCode | 'survey_not_found' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('answerSurvey', 'POST /v3/public/surveys/:token');

/**
 * Get the question of a survey by the token of its link.
 *
 * Public. Codes: `survey_not_found`.
 *
 * @example await getPublicSurvey(parley, { token });
 */
export const getPublicSurvey: Operation<GetPublicSurveyParams, PublicSurveyView, CallCode | 'survey_not_found' | 'route_not_found'> =
  /* @__PURE__ */ operation('getPublicSurvey', 'GET /v3/public/surveys/:token');

/**
 * Get the project of a request from its id.
 *
 * For any signed-in caller. Codes: `request_not_found`.
 *
 * @example await lookupRequestProject(parley, { request_id });
 */
export const lookupRequestProject: Operation<LookupRequestProjectParams, {
  id_project: string;
}, CallCode | 'request_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'route_not_found'> =
  /* @__PURE__ */ operation('lookupRequestProject', 'GET /v3/requests_util/lookup/id_project/:request_id');

/**
 * Check whether the credentials are valid.
 *
 * For any signed-in caller.
 *
 * @example await testAuth(parley);
 */
export const testAuth: Operation<TestAuthParams, {
  /** Always true in a success. */
  success: true;
}, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed'> =
  /* @__PURE__ */ operation('testAuth', 'GET /v3/testauth');

/**
 * Delete one’s own account permanently.
 *
 * For any signed-in caller.
 *
 * @example await deleteUser(parley);
 */
export const deleteUser: Operation<DeleteUserParams, {
  /** Always true in a success. */
  success: true;
  /** The user after the change. */
  updatedUser: UserView;
}, CallCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteUser', 'DELETE /v3/users');

/**
 * Get the signed-in user.
 *
 * For any signed-in caller.
 *
 * @example await getUser(parley);
 */
export const getUser: Operation<GetUserParams, UserView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('getUser', 'GET /v3/users');

/**
 * Change one’s own profile.
 *
 * For any signed-in caller. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `description` ≤ 2000 characters, `public_email` ≤ 254 characters, `public_website` ≤ 300 characters.
 *
 * @example await updateUser(parley, { firstname: 'Ada', lastname: 'Lovelace', description: 'Hello, I need help with my order.', public_email: 'ada@example.com', public_website: 'https://shop.example/cart', phone: '+390412345678', attributes: {  } });
 */
export const updateUser: Operation<UpdateUserParams, {
  /** Always true in a success. */
  success: true;
  /** The user after the change. */
  updatedUser: UserView;
}, CallCode | BodyCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'version_mismatch'> =
  /* @__PURE__ */ operation('updateUser', 'PUT /v3/users');

/**
 * Change one’s own password; all other tokens are revoked.
 *
 * For any signed-in caller. Codes: `wrong_password`, `password_unchanged`, `rate_limited`, `busy`. Limits: `oldpsw` ≤ 256 characters, `newpsw` ≤ 256 characters.
 *
 * @example await changePassword(parley, { oldpsw: 'correct horse', newpsw: 'correct horse' });
 */
export const changePassword: Operation<ChangePasswordParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
}, CallCode | BodyCode | WriteCode | 'wrong_password' | 'password_unchanged' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'version_mismatch'> =
  /* @__PURE__ */ operation('changePassword', 'PUT /v3/users/changepsw');

/**
 * Your own second factors, and how many recovery codes are left.
 *
 * For any signed-in caller.
 *
 * @example await listFactors(parley);
 */
export const listFactors: Operation<ListFactorsParams, FactorsView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('listFactors', 'GET /v3/users/factors', { once: true });

/**
 * Remove a second factor; with the last one, the recovery codes go as well.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `factor_not_found`.
 *
 * @example await removeFactor(parley, { factor_id });
 */
export const removeFactor: Operation<RemoveFactorParams, FactorView, CallCode | 'recent_sign_in_required' | 'factor_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('removeFactor', 'DELETE /v3/users/factors/:factor_id', { once: true });

/**
 * Add the passkey that the browser has made. Your other sessions and tokens end, unless `end_sessions` is false. The first factor comes with ten recovery codes.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `invalid_credentials`, `sign_in_code_invalid`, `limit_reached`. Limits: `challenge` ≤ 200 characters, `name` ≤ 64 characters.
 *
 * @example await addPasskey(parley, { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', response: { id: 'AQID', type: 'public-key' } });
 */
export const addPasskey: Operation<AddPasskeyParams, AddedFactorView, CallCode | BodyCode | 'recent_sign_in_required' | 'invalid_credentials' | 'sign_in_code_invalid' | 'limit_reached' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('addPasskey', 'POST /v3/users/factors/passkeys', { once: true });

/**
 * Begin to add a passkey.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`.
 *
 * @example await beginPasskey(parley);
 */
export const beginPasskey: Operation<BeginPasskeyParams, {
  /** What is answered within 5 minutes, once. */
  challenge: string;
  /** For the WebAuthn API of a browser. */
  options: Record<string, unknown>;
}, CallCode | BodyCode | 'recent_sign_in_required' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('beginPasskey', 'POST /v3/users/factors/passkeys/options', { once: true });

/**
 * Confirm your password or a second factor; for 10 minutes this session may then change second factors.
 *
 * For any signed-in caller. Codes: `invalid_credentials`, `sign_in_code_invalid`, `rate_limited`, `busy`. Limits: `password` ≤ 256 characters, `code` ≤ 32 characters, `recovery_code` ≤ 32 characters, `challenge` ≤ 200 characters.
 *
 * @example await proveSignIn(parley, { password: 'analytical engine' });
 */
export const proveSignIn: Operation<ProveSignInParams, {
  /** Always true in a success. */
  success: true;
}, CallCode | BodyCode | 'invalid_credentials' | 'sign_in_code_invalid' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('proveSignIn', 'POST /v3/users/factors/proof', { once: true });

/**
 * Get ten new recovery codes; the former ones are void.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `factor_not_found`.
 *
 * @example await renewRecoveryCodes(parley);
 */
export const renewRecoveryCodes: Operation<RenewRecoveryCodesParams, {
  /** Ten codes that each stand in for a factor once. Shown in this answer only. */
  recovery_codes: string[];
}, CallCode | BodyCode | 'recent_sign_in_required' | 'factor_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('renewRecoveryCodes', 'POST /v3/users/factors/recovery_codes', { once: true });

/**
 * Begin to add an authenticator app; it counts once its first code is confirmed.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `limit_reached`. Limits: `name` ≤ 64 characters.
 *
 * @example await addTotp(parley, { name: 'Phone' });
 */
export const addTotp: Operation<AddTotpParams, {
  _id: string;
  /** The secret in base32. Shown in this answer only. */
  secret: string;
  /** The secret as an `otpauth:` address, for a QR code. */
  uri: string;
}, CallCode | BodyCode | 'recent_sign_in_required' | 'limit_reached' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('addTotp', 'POST /v3/users/factors/totp', { once: true });

/**
 * Confirm an authenticator app with its first code. Your other sessions and tokens end, unless `end_sessions` is false. The first factor comes with ten recovery codes.
 *
 * For any signed-in caller. Codes: `recent_sign_in_required`, `factor_not_found`, `invalid_credentials`, `rate_limited`. Limits: `code` ≤ 32 characters.
 *
 * @example await confirmTotp(parley, { factor_id, code: '123456' });
 */
export const confirmTotp: Operation<ConfirmTotpParams, AddedFactorView, CallCode | BodyCode | 'recent_sign_in_required' | 'factor_not_found' | 'invalid_credentials' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('confirmTotp', 'POST /v3/users/factors/totp/:factor_id/confirm', { once: true });

/**
 * Send a new verification code; the old one is void.
 *
 * For any signed-in caller.
 *
 * @example await resendVerificationMail(parley);
 */
export const resendVerificationMail: Operation<ResendVerificationMailParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
}, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('resendVerificationMail', 'GET /v3/users/resendverifyemail');

/**
 * List the activities of a project. Kept for a year, or as configured for the installation and the project.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await listActivities(parley);
 */
export const listActivities: Operation<ListActivitiesParams, ActivityPageView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listActivities', 'GET activities');

/**
 * Export activities as CSV. Streamed from one snapshot, without a limit. A complete file ends in CRLF.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await exportActivities(parley);
 */
export const exportActivities: Operation<ExportActivitiesParams, ReadableStream<Uint8Array>, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportActivities', 'GET activities/csv', { answer: 'stream' });

/**
 * Custom events by day and name. Without `name`, all events except `typing.start`.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getCustomEventsByDay(parley);
 */
export const getCustomEventsByDay: Operation<GetCustomEventsByDayParams, CustomEventsByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getCustomEventsByDay', 'GET analytics/events/aggregate/day');

/**
 * Messages received and sent, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesByDay(parley);
 */
export const getMessagesByDay: Operation<GetMessagesByDayParams, MessagesByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesByDay', 'GET analytics/messages/aggregate/day');

/**
 * Messages received and sent, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesByMonth(parley);
 */
export const getMessagesByMonth: Operation<GetMessagesByMonthParams, MessagesByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesByMonth', 'GET analytics/messages/aggregate/month');

/**
 * List who wrote the most messages. At most 200 senders, those with the most messages first.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesBySender(parley);
 */
export const getMessagesBySender: Operation<GetMessagesBySenderParams, MessagesBySenderView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesBySender', 'GET analytics/messages/aggregate/sender');

/**
 * Messages received and sent, by week of a year.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesByWeek(parley);
 */
export const getMessagesByWeek: Operation<GetMessagesByWeekParams, MessagesByWeekView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesByWeek', 'GET analytics/messages/aggregate/week');

/**
 * Messages received and sent in the last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessageCount(parley);
 */
export const getMessageCount: Operation<GetMessageCountParams, MessageTotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessageCount', 'GET analytics/messages/count');

/**
 * New visitors by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorsByDay(parley);
 */
export const getVisitorsByDay: Operation<GetVisitorsByDayParams, CountsByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorsByDay', 'GET analytics/project_users/aggregate/day');

/**
 * New visitors by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorsByMonth(parley);
 */
export const getVisitorsByMonth: Operation<GetVisitorsByMonthParams, CountsByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorsByMonth', 'GET analytics/project_users/aggregate/month');

/**
 * New visitors by week of a year.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorsByWeek(parley);
 */
export const getVisitorsByWeek: Operation<GetVisitorsByWeekParams, CountsByWeekView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorsByWeek', 'GET analytics/project_users/aggregate/week');

/**
 * New visitors of the last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorCount(parley);
 */
export const getVisitorCount: Operation<GetVisitorCountParams, TotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorCount', 'GET analytics/project_users/count');

/**
 * Compare the figures with the underlying records. By `createdAt`, at most 366 days, the last 30 by default. Returns when the run has finished, or after 10 s while it continues. `repair: true` corrects differing figures by the records.
 *
 * Minimum role: admin. Codes: `reconcile_running`. Limits: `tz` ≤ 500 characters, `timezone` ≤ 500 characters, `start_date` ≤ 500 characters, `end_date` ≤ 500 characters.
 *
 * @example await startReconciliation(parley, { start_date: '2026-11-01', end_date: '2026-11-30', tz: 'Europe/Rome', repair: false });
 */
export const startReconciliation: Operation<StartReconciliationParams, ReconciliationView, ReadCode | BodyCode | WriteCode | 'reconcile_running' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('startReconciliation', 'POST analytics/reconcile');

/**
 * Get a run; runs are kept for 30 days.
 *
 * Minimum role: admin. Codes: `run_not_found`.
 *
 * @example await getReconciliation(parley, { run_id });
 */
export const getReconciliation: Operation<GetReconciliationParams, ReconciliationView, ReadCode | 'run_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getReconciliation', 'GET analytics/reconcile/:run_id');

/**
 * Conversations by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByDay(parley);
 */
export const getConversationsByDay: Operation<GetConversationsByDayParams, CountsByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByDay', 'GET analytics/requests/aggregate/day');

/**
 * Conversations by day of the week and hour. Day 1 is Sunday.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByWeekday(parley);
 */
export const getConversationsByWeekday: Operation<GetConversationsByWeekdayParams, CountsByWeekdayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByWeekday', 'GET analytics/requests/aggregate/dayoftheweek/hours');

/**
 * Conversations, times and ratings by department. The largest first, 200 at most. Times are in milliseconds.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByDepartment(parley);
 */
export const getConversationsByDepartment: Operation<GetConversationsByDepartmentParams, ComparedDepartmentsView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByDepartment', 'GET analytics/requests/aggregate/department');

/**
 * Conversations by day, with a bot and without.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByBotAndDay(parley);
 */
export const getConversationsByBotAndDay: Operation<GetConversationsByBotAndDayParams, CountsByBotAndDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByBotAndDay', 'GET analytics/requests/aggregate/hasBot/day');

/**
 * Conversations by hour of the day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByHour(parley);
 */
export const getConversationsByHour: Operation<GetConversationsByHourParams, CountsByHourView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByHour', 'GET analytics/requests/aggregate/hours');

/**
 * Conversations by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByMonth(parley);
 */
export const getConversationsByMonth: Operation<GetConversationsByMonthParams, CountsByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByMonth', 'GET analytics/requests/aggregate/month');

/**
 * Conversations, times and ratings by participant. The largest first, 200 at most. A conversation counts for each teammate and bot that takes part in it now. Times are in milliseconds.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByParticipant(parley);
 */
export const getConversationsByParticipant: Operation<GetConversationsByParticipantParams, ComparedParticipantsView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByParticipant', 'GET analytics/requests/aggregate/participant');

/**
 * Conversations of the last 30 days by current status.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByStatus(parley);
 */
export const getConversationsByStatus: Operation<GetConversationsByStatusParams, CountsByStatusView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByStatus', 'GET analytics/requests/aggregate/status');

/**
 * Conversations by day and status.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByStatusAndDay(parley);
 */
export const getConversationsByStatusAndDay: Operation<GetConversationsByStatusAndDayParams, CountsByStatusAndDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByStatusAndDay', 'GET analytics/requests/aggregate/status/day');

/**
 * Conversations by week of a year. Weeks begin on Sunday; week 1 holds the first Sunday, week 0 the days before it.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByWeek(parley);
 */
export const getConversationsByWeek: Operation<GetConversationsByWeekParams, CountsByWeekView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByWeek', 'GET analytics/requests/aggregate/week');

/**
 * Conversations of the last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationCount(parley);
 */
export const getConversationCount: Operation<GetConversationCountParams, TotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationCount', 'GET analytics/requests/count');

/**
 * Median length of closed conversations, last 30 days. In milliseconds. `duration_avg` and `duration_median` are the median, `duration_mean` is the mean.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getDuration(parley);
 */
export const getDuration: Operation<GetDurationParams, DurationView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDuration', 'GET analytics/requests/duration');

/**
 * Median length of closed conversations, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getDurationByDay(parley);
 */
export const getDurationByDay: Operation<GetDurationByDayParams, DurationByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDurationByDay', 'GET analytics/requests/duration/day');

/**
 * Median length of closed conversations, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getDurationByMonth(parley);
 */
export const getDurationByMonth: Operation<GetDurationByMonthParams, DurationByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDurationByMonth', 'GET analytics/requests/duration/month');

/**
 * Conversations of the last 30 days that a bot handled.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getBotConversationCount(parley);
 */
export const getBotConversationCount: Operation<GetBotConversationCountParams, TotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getBotConversationCount', 'GET analytics/requests/hasBot/count');

/**
 * Mean rating, last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfaction(parley);
 */
export const getSatisfaction: Operation<GetSatisfactionParams, SatisfactionView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfaction', 'GET analytics/requests/satisfaction');

/**
 * Mean rating, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfactionByDay(parley);
 */
export const getSatisfactionByDay: Operation<GetSatisfactionByDayParams, SatisfactionByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfactionByDay', 'GET analytics/requests/satisfaction/day');

/**
 * Mean rating, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfactionByMonth(parley);
 */
export const getSatisfactionByMonth: Operation<GetSatisfactionByMonthParams, SatisfactionByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfactionByMonth', 'GET analytics/requests/satisfaction/month');

/**
 * Surveys and ratings, last 30 days. Conversations count in the period in which they began. `positive` is the share of ratings of 4 and 5.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfactionReport(parley);
 */
export const getSatisfactionReport: Operation<GetSatisfactionReportParams, SatisfactionReportView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfactionReport', 'GET analytics/requests/satisfaction/report');

/**
 * Mean time until an agent answered, last 30 days. In milliseconds. Bots do not stop the clock; conversations without an answer are not averaged.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getWaitingTime(parley);
 */
export const getWaitingTime: Operation<GetWaitingTimeParams, WaitingTimeView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getWaitingTime', 'GET analytics/requests/waiting');

/**
 * Mean time until an agent answered, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getWaitingTimeByDay(parley);
 */
export const getWaitingTimeByDay: Operation<GetWaitingTimeByDayParams, WaitingTimeByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getWaitingTimeByDay', 'GET analytics/requests/waiting/day');

/**
 * Mean time until an agent answered, last 24 hours.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getLastDayWaitingTime(parley);
 */
export const getLastDayWaitingTime: Operation<GetLastDayWaitingTimeParams, WaitingTimeView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getLastDayWaitingTime', 'GET analytics/requests/waiting/day/last');

/**
 * Mean time until an agent answered, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getWaitingTimeByMonth(parley);
 */
export const getWaitingTimeByMonth: Operation<GetWaitingTimeByMonthParams, WaitingTimeByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getWaitingTimeByMonth', 'GET analytics/requests/waiting/month');

/**
 * How service levels were kept, last 30 days. Clocks count in the period in which they started, once they are breached or have ended. Times are milliseconds that counted.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSlaReport(parley);
 */
export const getSlaReport: Operation<GetSlaReportParams, SlaReportView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSlaReport', 'GET analytics/sla/report');

/**
 * Tags of the conversations of each day. The only type is `conversation-tag`. Covers the last 7 days and the 50 most frequent tags.
 *
 * Minimum role: admin. Codes: `unknown_tag_type`, `query_timeout`, `figures_not_ready`.
 *
 * @example await getTagFigures(parley, { tag_type });
 */
export const getTagFigures: Operation<GetTagFiguresParams, TagFiguresView, ReadCode | 'unknown_tag_type' | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTagFigures', 'GET analytics/tags/:tag_type');

/**
 * Make a machine token; its secret is shown this once. The token acts for the caller, under its own name and with at most the caller’s role. `expires_in` is in seconds, at most 366 days. It is used as `Authorization: Bearer pat_…`.
 *
 * Minimum role: admin. Codes: `limit_reached`. Limits: `name` ≤ 128 characters, `rights` ≤ 36 items, `expires_in` ≤ 31622400, `allowed_ips` ≤ 50 items.
 *
 * @example await createApiToken(parley, { name: 'Nightly export', role: 'agent', expires_in: 7776000, allowed_ips: ['203.0.113.0/24'] });
 */
export const createApiToken: Operation<CreateApiTokenParams, ApiTokenWithSecretView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createApiToken', 'POST api_tokens');

/**
 * Machine tokens of the project, those that have ended within 30 days included.
 *
 * Minimum role: admin.
 *
 * @example await listApiTokens(parley);
 */
export const listApiTokens: Operation<ListApiTokensParams, ApiTokenView[], ReadCode | 'token_expired' | 'right_missing' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listApiTokens', 'GET api_tokens');

/**
 * Revoke a machine token at once; again, the same answer.
 *
 * Minimum role: admin. Codes: `token_not_found`, `version_mismatch`.
 *
 * @example await revokeApiToken(parley, { api_token_id });
 */
export const revokeApiToken: Operation<RevokeApiTokenParams, ApiTokenView, DeleteCode | 'token_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('revokeApiToken', 'DELETE api_tokens/:api_token_id');

/**
 * Give a machine token a new secret; the old one works for 24 hours more. `expires_in`, in seconds from now, also moves the end of the token.
 *
 * Minimum role: admin. Codes: `token_not_found`, `token_ended`, `limit_reached`, `version_mismatch`. Limits: `expires_in` ≤ 31622400.
 *
 * @example await rotateApiToken(parley, { api_token_id, expires_in: 7776000 });
 */
export const rotateApiToken: Operation<RotateApiTokenParams, ApiTokenWithSecretView, UpdateCode | 'token_not_found' | 'token_ended' | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('rotateApiToken', 'POST api_tokens/:api_token_id/rotate');

/**
 * Create a bot. The answer contains the bot’s secret. It is shown only once.
 *
 * Minimum role: admin. Codes: `url_not_allowed`, `limit_reached`. Limits: `name` ≤ 200 characters, `description` ≤ 2000 characters, `title` ≤ 2000 characters, `short_description` ≤ 2000 characters, `mainCategory` ≤ 2000 characters, `language` ≤ 35 characters, ….
 *
 * @example await createBot(parley, { name: 'Robby', type: 'internal', language: 'en', template: 'blank' });
 */
export const createBot: Operation<CreateBotParams, {
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
  /** Secret of the bot. Shown in this answer only. */
  secret: string;
  [name: string]: unknown;
}, ReadCode | BodyCode | WriteCode | 'url_not_allowed' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createBot', 'POST bots');

/**
 * List the bots of a project. Returns all bots unless `limit`, `page` or `cursor` is sent. A bot sees only itself.
 *
 * Minimum role: agent.
 *
 * @example await listBots(parley);
 */
export const listBots: Operation<ListBotsParams, BotView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listBots', 'GET bots');

/**
 * Delete a bot with its intents and copies.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_is_copy`, `version_mismatch`.
 *
 * @example await deleteBot(parley, { bot });
 */
export const deleteBot: Operation<DeleteBotParams, BotView, DeleteCode | 'bot_not_found' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteBot', 'DELETE bots/:bot');

/**
 * One bot.
 *
 * Minimum role: agent. Codes: `bot_not_found`.
 *
 * @example await getBot(parley, { bot });
 */
export const getBot: Operation<GetBotParams, BotView, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getBot', 'GET bots/:bot');

/**
 * The same as PUT.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `slug_taken`, `version_mismatch`, `url_not_allowed`. Limits: `description` ≤ 2000 characters, `title` ≤ 2000 characters, `short_description` ≤ 2000 characters, `mainCategory` ≤ 2000 characters, `language` ≤ 35 characters, `url` ≤ 2048 characters, ….
 *
 * @example await patchBot(parley, { bot, name: 'Robby' });
 */
export const patchBot: Operation<PatchBotParams, BotView, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'slug_taken' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchBot', 'PATCH bots/:bot');

/**
 * Change a bot, move it to the trash or restore it.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `slug_taken`, `version_mismatch`, `url_not_allowed`. Limits: `description` ≤ 2000 characters, `title` ≤ 2000 characters, `short_description` ≤ 2000 characters, `mainCategory` ≤ 2000 characters, `language` ≤ 35 characters, `url` ≤ 2048 characters, ….
 *
 * @example await updateBot(parley, { bot, name: 'Robby' });
 */
export const updateBot: Operation<UpdateBotParams, BotView, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'slug_taken' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateBot', 'PUT bots/:bot');

/**
 * Replace attributes key by key; null removes a key.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`.
 *
 * @example await mergeBotAttributes(parley, { bot, match_threshold: 0.6, variables: null });
 */
export const mergeBotAttributes: Operation<MergeBotAttributesParams, BotView, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeBotAttributes', 'PATCH bots/:bot/attributes');

/**
 * List the calls to a bot and its webhook in the last seven days, newest first.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await listBotCalls(parley, { bot });
 */
export const listBotCalls: Operation<ListBotCallsParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The calls of the page. */
  calls: BotCallView[];
}, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listBotCalls', 'GET bots/:bot/calls');

/**
 * Create a token with which the bot can make calls.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await createBotToken(parley, { bot });
 */
export const createBotToken: Operation<CreateBotTokenParams, {
  /** Token for calls by the bot. */
  jwt: string;
  /** When the token expires, UTC. */
  expires_at: string;
}, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createBotToken', 'GET bots/:bot/jwt');

/**
 * Change the language of a bot and its intents.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`.
 *
 * @example await setBotLanguage(parley, { bot, lang });
 */
export const setBotLanguage: Operation<SetBotLanguageParams, BotView, DeleteCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setBotLanguage', 'PUT bots/:bot/language/:lang');

/**
 * Publish a bot with its intents as the version that visitors talk to.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `bot_is_external`. Limits: `release_note` ≤ 1000 characters, `restore_from` ≤ 255 characters.
 *
 * @example await publishBot(parley, { bot, release_note: 'Opening hours during the holidays' });
 */
export const publishBot: Operation<PublishBotParams, {
  /** Sentence for people. */
  message: string;
  /** Id of the published copy. */
  bot_id: string;
}, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'bot_is_external' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('publishBot', 'PUT bots/:bot/publish');

/**
 * List the published copies of a bot, newest first.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_is_external`.
 *
 * @example await listPublishedBots(parley, { bot });
 */
export const listPublishedBots: Operation<ListPublishedBotsParams, BotView[], ReadCode | 'bot_not_found' | 'bot_is_external' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listPublishedBots', 'GET bots/:bot/published');

/**
 * Rotate the secret of a bot; the old one is valid until the overlap ends.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`. Limits: `overlapHours` ≤ 168.
 *
 * @example await rotateBotSecret(parley, { bot, overlapHours: 24 });
 */
export const rotateBotSecret: Operation<RotateBotSecretParams, {
  _id: string;
  id: string;
  /** Secret of the bot. Shown in this answer only. */
  secret: string;
  /** When the old secret expires, UTC. */
  previousSecretExpiresAt?: string;
}, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rotateBotSecret', 'POST bots/:bot/secret/rotate');

/**
 * List the intents of a bot that match a question, best first.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_is_external`. Limits: `id_faq_kb` ≤ 255 characters, `question` ≤ 1000 characters.
 *
 * @example await askBot(parley, { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', question: 'When do you open?' });
 */
export const askBot: Operation<AskBotParams, {
  /** The best ten intents, best first. */
  hits: IntentHit[];
}, ReadCode | BodyCode | WriteCode | 'bot_not_found' | 'bot_is_external' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('askBot', 'POST bots/askbot');

/**
 * Export a bot as JSON. A public bot of another project is exported without its URLs and globals.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await exportBot(parley, { bot });
 */
export const exportBot: Operation<ExportBotParams, {
  /** Intents in order of creation. */
  intents: {
    /** Name of the intent, unique within the bot. */
    intent_display_name: string;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportBot', 'GET bots/exportjson/:bot');

/**
 * Copy a bot, or a public bot of any project, into a project. The caller is an admin of both projects. Globals are copied on request, URLs only within a project.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await forkBot(parley, { bot });
 */
export const forkBot: Operation<ForkBotParams, {
  /** Sentence for people. */
  message: string;
  /** Id of the new bot. */
  bot_id: string;
}, DeleteCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('forkBot', 'POST bots/fork/:bot', { query: true });

/**
 * The same as POST.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await forkBotByPut(parley, { bot });
 */
export const forkBotByPut: Operation<ForkBotByPutParams, {
  /** Sentence for people. */
  message: string;
  /** Id of the new bot. */
  bot_id: string;
}, DeleteCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('forkBotByPut', 'PUT bots/fork/:bot', { query: true });

/**
 * Import a bot from JSON: a form with `uploadFile`, a member of that name, or the file itself.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `url_not_allowed`.
 *
 * @example await importBot(parley, { bot, uploadFile: { name: 'Robby', intents: [{ intent_display_name: 'hours', answer: 'Nine to five.' }] } });
 */
export const importBot: Operation<ImportBotParams, {
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
  /** What the import did with intents. */
  import: {
    /** Intents created. */
    created: number;
    /** Intents replaced. */
    replaced: number;
    /** Intents left as they were. */
    kept: number;
    /** Intents removed. */
    deleted: number;
    /** Parts of the file that will have no effect. */
    warnings: {
      /** Path of the part in the file. */
      param: string;
      /** Why it has no effect. */
      msg: string;
    }[];
  };
  [name: string]: unknown;
}, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('importBot', 'POST bots/importjson/:bot', { query: ['create', 'replace', 'overwrite', 'intentsOnly'] });

/**
 * Create a canned response; an admin’s is shared unless stated otherwise.
 *
 * Minimum role: agent. Limits: `text` ≤ 10000 characters, `title` ≤ 200 characters.
 *
 * @example await createCannedResponse(parley, { title: 'Greeting', text: 'Hello $recipient_name, my name is $agent_name.' });
 */
export const createCannedResponse: Operation<CreateCannedResponseParams, CannedResponseView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createCannedResponse', 'POST canned');

/**
 * List shared canned responses and the caller’s own.
 *
 * Minimum role: agent.
 *
 * @example await listCannedResponses(parley);
 */
export const listCannedResponses: Operation<ListCannedResponsesParams, CannedResponseView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listCannedResponses', 'GET canned');

/**
 * Delete a canned response.
 *
 * Minimum role: agent. Codes: `canned_not_found`, `not_your_canned_response`, `version_mismatch`.
 *
 * @example await deleteCannedResponse(parley, { canned_id });
 */
export const deleteCannedResponse: Operation<DeleteCannedResponseParams, CannedResponseView, DeleteCode | 'canned_not_found' | 'not_your_canned_response' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteCannedResponse', 'DELETE canned/:canned_id');

/**
 * Get a canned response.
 *
 * Minimum role: agent. Codes: `canned_not_found`.
 *
 * @example await getCannedResponse(parley, { canned_id });
 */
export const getCannedResponse: Operation<GetCannedResponseParams, CannedResponseView, ReadCode | 'canned_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getCannedResponse', 'GET canned/:canned_id');

/**
 * Change a canned response; absent members stay unchanged.
 *
 * Minimum role: agent. Codes: `canned_not_found`, `not_your_canned_response`, `version_mismatch`. Limits: `text` ≤ 10000 characters, `title` ≤ 200 characters.
 *
 * @example await updateCannedResponse(parley, { canned_id, text: 'Hello, I need help with my order.', title: 'Order 1024', shared: true, attributes: {  } });
 */
export const updateCannedResponse: Operation<UpdateCannedResponseParams, CannedResponseView, UpdateCode | 'canned_not_found' | 'not_your_canned_response' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateCannedResponse', 'PUT canned/:canned_id');

/**
 * Follow the changes of a project that the caller may see. Without `after`: no changes and the current cursor. With `Accept: text/event-stream` the changes are streamed, and `Last-Event-ID` says where to continue.
 *
 * Minimum role: guest. Codes: `cursor_invalid`, `cursor_expired`.
 *
 * @example await listChanges(parley);
 */
export const listChanges: Operation<ListChangesParams, {
  /** Changes in order. */
  changes: ChangeView[];
  /** Send as `after` to get what follows. */
  cursor: string;
  /** Whether more changes are there already. */
  more: boolean;
}, ReadCode | 'cursor_invalid' | 'cursor_expired' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listChanges', 'GET changes');

/**
 * Create a department.
 *
 * Minimum role: admin. Codes: `dependency_down`. Limits: `name` ≤ 128 characters, `description` ≤ 2000 characters, `id_bot` ≤ 255 characters, `id_group` ≤ 255 characters, `groups` ≤ 20 items, `online_msg` ≤ 2000 characters, ….
 *
 * @example await createDepartment(parley, { name: 'Sales', routing: 'assigned' });
 */
export const createDepartment: Operation<CreateDepartmentParams, DepartmentRecordView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createDepartment', 'POST departments');

/**
 * List visible departments.
 *
 * Public. Codes: `project_not_found`.
 *
 * @example await listDepartments(parley);
 */
export const listDepartments: Operation<ListDepartmentsParams, (DepartmentRecordView | PublicDepartmentView)[], CallCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listDepartments', 'GET departments');

/**
 * Delete a department; its requests keep the id and are routed by the default department.
 *
 * Minimum role: admin. Codes: `department_not_found`, `default_department`, `version_mismatch`.
 *
 * @example await deleteDepartment(parley, { department_id });
 */
export const deleteDepartment: Operation<DeleteDepartmentParams, DepartmentRecordView, DeleteCode | 'department_not_found' | 'default_department' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteDepartment', 'DELETE departments/:department_id');

/**
 * Get a department by id or `default`.
 *
 * Public. Codes: `project_not_found`, `department_not_found`.
 *
 * @example await getDepartment(parley, { department_id });
 */
export const getDepartment: Operation<GetDepartmentParams, DepartmentRecordView | PublicDepartmentView, CallCode | 'project_not_found' | 'department_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getDepartment', 'GET departments/:department_id');

/**
 * Change a department; absent members stay unchanged, null clears optional ones.
 *
 * Minimum role: admin. Codes: `department_not_found`, `default_department`, `dependency_down`, `version_mismatch`. Limits: `name` ≤ 128 characters, `description` ≤ 2000 characters, `id_bot` ≤ 255 characters, `id_group` ≤ 255 characters, `groups` ≤ 20 items, `online_msg` ≤ 2000 characters, ….
 *
 * @example await patchDepartment(parley, { department_id, name: 'Ada', description: 'Hello, I need help with my order.', id_bot: '64f0c0a1b2c3d4e5f6a7b8c9', id_group: '64f0c0a1b2c3d4e5f6a7b8c9', groups: [{ group_id: '64f0c0a1b2c3d4e5f6a7b8c9' }], online_msg: 'text', offline_msg: 'text', routing: 'assigned', status: 1, bot_only: true, default: true, tags: ['text'] });
 */
export const patchDepartment: Operation<PatchDepartmentParams, DepartmentRecordView, UpdateCode | 'department_not_found' | 'default_department' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchDepartment', 'PATCH departments/:department_id');

/**
 * Change a department; absent members stay unchanged, null clears optional ones.
 *
 * Minimum role: admin. Codes: `department_not_found`, `default_department`, `dependency_down`, `version_mismatch`. Limits: `name` ≤ 128 characters, `description` ≤ 2000 characters, `id_bot` ≤ 255 characters, `id_group` ≤ 255 characters, `groups` ≤ 20 items, `online_msg` ≤ 2000 characters, ….
 *
 * @example await updateDepartment(parley, { department_id, name: 'Ada', description: 'Hello, I need help with my order.', id_bot: '64f0c0a1b2c3d4e5f6a7b8c9', id_group: '64f0c0a1b2c3d4e5f6a7b8c9', groups: [{ group_id: '64f0c0a1b2c3d4e5f6a7b8c9' }], online_msg: 'text', offline_msg: 'text', routing: 'assigned', status: 1, bot_only: true, default: true, tags: ['text'] });
 */
export const updateDepartment: Operation<UpdateDepartmentParams, DepartmentRecordView, UpdateCode | 'department_not_found' | 'default_department' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateDepartment', 'PUT departments/:department_id');

/**
 * Show who would get a request now. A preview without side effects. The id may be `default`.
 *
 * Minimum role: agent. Codes: `department_not_found`.
 *
 * @example await listDepartmentOperators(parley, { department_id });
 */
export const listDepartmentOperators: Operation<ListDepartmentOperatorsParams, OperatorsView, ReadCode | 'department_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listDepartmentOperators', 'GET departments/:department_id/operators');

/**
 * List departments, including those hidden from the widget.
 *
 * Minimum role: agent.
 *
 * @example await listAllDepartments(parley);
 */
export const listAllDepartments: Operation<ListAllDepartmentsParams, DepartmentRecordView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listAllDepartments', 'GET departments/allstatus');

/**
 * List messages that the external engine has not accepted.
 *
 * Minimum role: admin.
 *
 * @example await listEngineDeliveries(parley);
 */
export const listEngineDeliveries: Operation<ListEngineDeliveriesParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The deliveries of the page. */
  deliveries: EngineDeliveryView[];
}, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listEngineDeliveries', 'GET engine/deliveries');

/**
 * Retry a dead delivery.
 *
 * Minimum role: admin. Codes: `delivery_not_found`.
 *
 * @example await redriveEngineDelivery(parley, { delivery_id });
 */
export const redriveEngineDelivery: Operation<RedriveEngineDeliveryParams, EngineDeliveryView, DeleteCode | 'delivery_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('redriveEngineDelivery', 'POST engine/deliveries/:delivery_id/redrive');

/**
 * Retry all dead deliveries of a period.
 *
 * Minimum role: admin.
 *
 * @example await redriveEngineDeliveries(parley, { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' });
 */
export const redriveEngineDeliveries: Operation<RedriveEngineDeliveriesParams, {
  /** Number of deliveries queued. */
  queued: number;
}, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('redriveEngineDeliveries', 'POST engine/deliveries/redrive');

/**
 * Get the progress of an erasure and its receipt.
 *
 * Minimum role: owner. Codes: `erasure_not_found`.
 *
 * @example await getErasure(parley, { erasure });
 */
export const getErasure: Operation<GetErasureParams, ErasureView, ReadCode | 'erasure_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getErasure', 'GET erasures/:erasure');

/**
 * Emit a custom event. Events are kept for an hour. `typing.start` with `attributes.request_id` shows others who is typing.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `name` ≤ 200 characters.
 *
 * @example await emitEvent(parley, { name: 'cart.filled', attributes: { items: 3 } });
 */
export const emitEvent: Operation<EmitEventParams, CustomEventView, ReadCode | BodyCode | WriteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('emitEvent', 'POST events');

/**
 * List events of the last hour.
 *
 * Minimum role: agent.
 *
 * @example await listEvents(parley);
 */
export const listEvents: Operation<ListEventsParams, {
  /** Records on a page. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The events of the page. */
  events: CustomEventView[];
}, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listEvents', 'GET events');

/**
 * Get an event of the last hour.
 *
 * Minimum role: agent. Codes: `event_not_found`.
 *
 * @example await getEvent(parley, { event_id });
 */
export const getEvent: Operation<GetEventParams, CustomEventView, ReadCode | 'event_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getEvent', 'GET events/:event_id');

/**
 * Create an intent.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `id_faq_kb` ≤ 255 characters, `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, ….
 *
 * @example await createIntent(parley, { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', intent_display_name: 'hours', answer: 'From nine to five.' });
 */
export const createIntent: Operation<CreateIntentParams, IntentView, ReadCode | BodyCode | WriteCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createIntent', 'POST faq');

/**
 * List the intents of a bot. Returns all intents without `limit`, or with 0.
 *
 * Minimum role: agent. Codes: `bot_not_found`.
 *
 * @example await listIntents(parley);
 */
export const listIntents: Operation<ListIntentsParams, IntentView[], ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listIntents', 'GET faq');

/**
 * Delete an intent.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`.
 *
 * @example await deleteIntent(parley, { intent });
 */
export const deleteIntent: Operation<DeleteIntentParams, IntentView, DeleteCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteIntent', 'DELETE faq/:intent');

/**
 * One intent.
 *
 * Minimum role: agent. Codes: `intent_not_found`.
 *
 * @example await getIntent(parley, { intent });
 */
export const getIntent: Operation<GetIntentParams, IntentView, ReadCode | 'intent_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getIntent', 'GET faq/:intent');

/**
 * The same as PUT.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, `answer` ≤ 20000 characters.
 *
 * @example await patchIntent(parley, { intent, answer: 'We open at nine.' });
 */
export const patchIntent: Operation<PatchIntentParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchIntent', 'PATCH faq/:intent');

/**
 * Change an intent; absent members stay unchanged.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, `answer` ≤ 20000 characters.
 *
 * @example await updateIntent(parley, { intent, answer: 'We open at nine.' });
 */
export const updateIntent: Operation<UpdateIntentParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateIntent', 'PUT faq/:intent');

/**
 * Replace attributes key by key; null removes a key.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`.
 *
 * @example await mergeIntentAttributes(parley, { intent, position: { x: 10, y: 20 } });
 */
export const mergeIntentAttributes: Operation<MergeIntentAttributesParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeIntentAttributes', 'PATCH faq/:intent/attributes');

/**
 * Export the intents of a bot as CSV. Columns: question, answer, intent_id, intent_display_name, webhook_enabled.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await exportIntents(parley);
 */
export const exportIntents: Operation<ExportIntentsParams, ReadableStream<Uint8Array>, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportIntents', 'GET faq/csv', { answer: 'stream' });

/**
 * Delete an intent by its intent_id.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `bot_not_found`.
 *
 * @example await deleteIntentById(parley, { intent_id });
 */
export const deleteIntentById: Operation<DeleteIntentByIdParams, IntentView, DeleteCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteIntentById', 'DELETE faq/intentId:intent_id', { query: true });

/**
 * Get an intent by its intent_id.
 *
 * Minimum role: agent. Codes: `intent_not_found`, `bot_not_found`.
 *
 * @example await getIntentById(parley, { intent_id });
 */
export const getIntentById: Operation<GetIntentByIdParams, IntentView, ReadCode | 'intent_not_found' | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getIntentById', 'GET faq/intentId:intent_id');

/**
 * Change an intent by its intent_id.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `bot_not_found`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `id_faq_kb` ≤ 255 characters, `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, ….
 *
 * @example await updateIntentById(parley, { intent_id, id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', answer: 'We open at nine.' });
 */
export const updateIntentById: Operation<UpdateIntentByIdParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'bot_not_found' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateIntentById', 'PUT faq/intentId:intent_id');

/**
 * Create, change and delete intents of a bot, all or none.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `intent_not_found`, `bot_trashed`, `bot_is_copy`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `id_faq_kb` ≤ 255 characters, `operations` ≤ 500 items.
 *
 * @example await changeIntents(parley, { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', operations: [{ type: 'post', intent: { question: 'Are you open?' } }] });
 */
export const changeIntents: Operation<ChangeIntentsParams, {
  /** Always true in a success. */
  success: true;
  /** The intents after the steps. */
  intents: IntentView[];
}, ReadCode | BodyCode | WriteCode | 'bot_not_found' | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('changeIntents', 'POST faq/ops_update');

/**
 * Import intents of a bot from CSV: a form with `uploadFile`, `id_faq_kb` and `delimiter`, all lines or none.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `limit_reached`, `url_not_allowed`.
 *
 * @example await importIntents(parley, { file });
 */
export const importIntents: Operation<ImportIntentsParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** Intents created. */
  created: number;
  /** Intents updated. */
  updated: number;
}, ReadCode | WriteCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing' | 'content_type_wrong' | 'body_too_large' | 'body_timeout'> =
  /* @__PURE__ */ operation('importIntents', 'POST faq/uploadcsv', { send: sendUploadFile });

/**
 * Delete a file of the project.
 *
 * Minimum role: guest. Codes: `file_not_found`, `not_the_owner`.
 *
 * @example await deleteProjectFile(parley);
 */
export const deleteProjectFile: Operation<DeleteProjectFileParams, DeletedFileView, DeleteCode | 'file_not_found' | 'not_the_owner' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteProjectFile', 'DELETE files', { query: true });

/**
 * Read a file of the project.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await getProjectFile(parley);
 */
export const getProjectFile: Operation<GetProjectFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getProjectFile', 'GET files', { answer: 'stream' });

/**
 * Upload a file of the project, which may expire.
 *
 * Minimum role: admin. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`.
 *
 * @example await uploadAsset(parley, { file });
 */
export const uploadAsset: Operation<UploadAssetParams, UploadView, ReadCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'token_expired' | 'right_missing' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadAsset', 'POST files/assets', { query: ['expiration', 'expirationTime'], send: sendForm });

/**
 * Upload a file of a conversation.
 *
 * Minimum role: guest. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`.
 *
 * @example await uploadChatFile(parley, { file });
 */
export const uploadChatFile: Operation<UploadChatFileParams, UploadView, ReadCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'token_expired' | 'right_missing' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadChatFile', 'POST files/chat', { send: sendForm });

/**
 * Download a file of the project.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await downloadProjectFile(parley);
 */
export const downloadProjectFile: Operation<DownloadProjectFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('downloadProjectFile', 'GET files/download', { answer: 'stream' });

/**
 * Create temporary URLs for private files.
 *
 * Minimum role: guest. Limits: `paths` ≤ 100 items, `ttl` ≤ 604800.
 *
 * @example await signFiles(parley, { paths: ['text'] });
 */
export const signFiles: Operation<SignFilesParams, SignedFilesView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('signFiles', 'POST files/sign');

/**
 * Upload one's own photo, or that of a bot of the project.
 *
 * Minimum role: agent. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `bot_not_found`.
 *
 * @example await createProjectPhoto(parley, { file });
 */
export const createProjectPhoto: Operation<CreateProjectPhotoParams, UploadView, ReadCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'bot_not_found' | 'token_expired' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('createProjectPhoto', 'POST files/users/photo', { query: ['bot_id'], send: sendForm });

/**
 * Replace one's own photo, or that of a bot of the project.
 *
 * Minimum role: agent. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `bot_not_found`.
 *
 * @example await replaceProjectPhoto(parley, { file });
 */
export const replaceProjectPhoto: Operation<ReplaceProjectPhotoParams, UploadView, DeleteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'bot_not_found' | 'token_expired' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('replaceProjectPhoto', 'PUT files/users/photo', { query: ['bot_id'], send: sendForm });

/**
 * Create a group of teammates.
 *
 * Minimum role: admin. Codes: `not_a_teammate`. Limits: `name` ≤ 128 characters, `members` ≤ 2000 items.
 *
 * @example await createGroup(parley, { name: 'Night shift', members: [] });
 */
export const createGroup: Operation<CreateGroupParams, GroupView, ReadCode | BodyCode | WriteCode | 'not_a_teammate' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createGroup', 'POST groups');

/**
 * List the groups of a project; `member` filters by person.
 *
 * Minimum role: agent.
 *
 * @example await listGroups(parley);
 */
export const listGroups: Operation<ListGroupsParams, GroupView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listGroups', 'GET groups');

/**
 * Remove a group; `force=true` also erases the record.
 *
 * Minimum role: admin. Codes: `group_not_found`, `group_in_use`, `version_mismatch`.
 *
 * @example await deleteGroup(parley, { group_id });
 */
export const deleteGroup: Operation<DeleteGroupParams, GroupView, DeleteCode | 'group_not_found' | 'group_in_use' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteGroup', 'DELETE groups/:group_id', { query: true });

/**
 * One group.
 *
 * Minimum role: agent. Codes: `group_not_found`.
 *
 * @example await getGroup(parley, { group_id });
 */
export const getGroup: Operation<GetGroupParams, GroupView, ReadCode | 'group_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getGroup', 'GET groups/:group_id');

/**
 * Change a group; `trashed: false` restores a removed one.
 *
 * Minimum role: admin. Codes: `group_not_found`, `not_a_teammate`, `version_mismatch`. Limits: `name` ≤ 128 characters, `members` ≤ 2000 items.
 *
 * @example await updateGroup(parley, { group_id, name: 'Ada', members: ['text'], attributes: {  }, trashed: false });
 */
export const updateGroup: Operation<UpdateGroupParams, GroupView, UpdateCode | 'group_not_found' | 'not_a_teammate' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateGroup', 'PUT groups/:group_id');

/**
 * Disable a group.
 *
 * Minimum role: admin. Codes: `group_not_found`, `group_in_use`, `version_mismatch`.
 *
 * @example await disableGroup(parley, { group_id });
 */
export const disableGroup: Operation<DisableGroupParams, GroupView, DeleteCode | 'group_not_found' | 'group_in_use' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('disableGroup', 'PUT groups/disable/:group_id');

/**
 * Enable a group.
 *
 * Minimum role: admin. Codes: `group_not_found`, `version_mismatch`.
 *
 * @example await enableGroup(parley, { group_id });
 */
export const enableGroup: Operation<EnableGroupParams, GroupView, DeleteCode | 'group_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('enableGroup', 'PUT groups/enable/:group_id');

/**
 * Make a holiday. On its days the hours of the project and of its time slots are those of the holiday: none, or `spans`. The date is that of the time zone of each schedule. A project without operating hours is always open. Where holidays share a day, the one that was made last applies.
 *
 * Minimum role: admin. Codes: `limit_reached`. Limits: `name` ≤ 128 characters, `applies` ≤ 51 items.
 *
 * @example await createHoliday(parley, { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true });
 */
export const createHoliday: Operation<CreateHolidayParams, HolidayView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createHoliday', 'POST holidays');

/**
 * List the holidays of a project, or those of one year.
 *
 * Minimum role: agent.
 *
 * @example await listHolidays(parley);
 */
export const listHolidays: Operation<ListHolidaysParams, HolidayView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listHolidays', 'GET holidays');

/**
 * Delete a holiday.
 *
 * Minimum role: admin. Codes: `holiday_not_found`, `version_mismatch`.
 *
 * @example await deleteHoliday(parley, { holiday_id });
 */
export const deleteHoliday: Operation<DeleteHolidayParams, HolidayView, DeleteCode | 'holiday_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteHoliday', 'DELETE holidays/:holiday_id');

/**
 * Get a holiday.
 *
 * Minimum role: agent. Codes: `holiday_not_found`.
 *
 * @example await getHoliday(parley, { holiday_id });
 */
export const getHoliday: Operation<GetHolidayParams, HolidayView, ReadCode | 'holiday_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getHoliday', 'GET holidays/:holiday_id');

/**
 * Change a holiday; what is absent stays.
 *
 * Minimum role: admin. Codes: `holiday_not_found`, `version_mismatch`. Limits: `name` ≤ 128 characters, `applies` ≤ 51 items.
 *
 * @example await updateHoliday(parley, { holiday_id, spans: [{ start: '09:00', end: '12:00' }] });
 */
export const updateHoliday: Operation<UpdateHolidayParams, HolidayView, UpdateCode | 'holiday_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateHoliday', 'PUT holidays/:holiday_id');

/**
 * Disable custom authentication.
 *
 * Minimum role: admin.
 *
 * @example await deleteSecret(parley);
 */
export const deleteSecret: Operation<DeleteSecretParams, {
  /** Whether the project has a secret. */
  configured: false;
}, DeleteCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteSecret', 'DELETE keys');

/**
 * Check whether custom authentication is configured.
 *
 * Minimum role: admin.
 *
 * @example await getSecretState(parley);
 */
export const getSecretState: Operation<GetSecretStateParams, {
  /** Whether the project has a secret. */
  configured: boolean;
  createdAt?: string;
}, ReadCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('getSecretState', 'GET keys');

/**
 * Generate a new secret, shown only once; the old one and all its tokens are revoked.
 *
 * Minimum role: admin.
 *
 * @example await generateSecret(parley);
 */
export const generateSecret: Operation<GenerateSecretParams, {
  /** The secret (HS256). Shown in this answer only. */
  jwtSecret: string;
  createdAt: string;
}, ReadCode | WriteCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('generateSecret', 'POST keys/generate');

/**
 * Delete all labels of the project; the predefined ones apply again.
 *
 * Minimum role: admin. Codes: `version_mismatch`.
 *
 * @example await deleteLabels(parley);
 */
export const deleteLabels: Operation<DeleteLabelsParams, {
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
  /** 1 if there were labels, else 0. */
  deletedCount: 1;
} | {
  /** 1 if there were labels, else 0. */
  deletedCount: 0;
}, DeleteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteLabels', 'DELETE labels');

/**
 * List all labels of the project; an empty object if it has none.
 *
 * Public. Codes: `project_not_found`.
 *
 * @example await getLabels(parley);
 */
export const getLabels: Operation<GetLabelsParams, LabelsView | PublicLabelsView | Record<string, never>, CallCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getLabels', 'GET labels');

/**
 * Create or replace the labels of a language.
 *
 * Minimum role: admin. Codes: `limit_reached`, `version_mismatch`. Limits: `category` ≤ 64 characters.
 *
 * @example await setLabels(parley, { lang: 'EN', data: { LABEL_PLACEHOLDER: 'Write to us…' }, default: true });
 */
export const setLabels: Operation<SetLabelsParams, LabelEntryView, UpdateCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setLabels', 'POST labels');

/**
 * Delete the labels of a language.
 *
 * Minimum role: admin. Codes: `language_not_found`, `default_language`, `version_mismatch`.
 *
 * @example await deleteLanguageLabels(parley, { lang });
 */
export const deleteLanguageLabels: Operation<DeleteLanguageLabelsParams, LabelEntryView, DeleteCode | 'language_not_found' | 'default_language' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteLanguageLabels', 'DELETE labels/:lang');

/**
 * Get the labels to show in a language: the project’s own, or the best match.
 *
 * Public. Codes: `project_not_found`, `language_not_found`.
 *
 * @example await getLanguageLabels(parley, { lang });
 */
export const getLanguageLabels: Operation<GetLanguageLabelsParams, ResolvedLabelsView, CallCode | 'project_not_found' | 'language_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getLanguageLabels', 'GET labels/:lang');

/**
 * Make a language the default one.
 *
 * Minimum role: admin. Codes: `language_not_found`, `version_mismatch`.
 *
 * @example await setDefaultLanguage(parley, { lang });
 */
export const setDefaultLanguage: Operation<SetDefaultLanguageParams, LabelEntryView, DeleteCode | 'language_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setDefaultLanguage', 'PATCH labels/:lang/default');

/**
 * List the predefined labels in all languages.
 *
 * Public. Codes: `project_not_found`.
 *
 * @example await listShippedLabels(parley);
 */
export const listShippedLabels: Operation<ListShippedLabelsParams, ShippedLabelsView[], CallCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('listShippedLabels', 'GET labels/default');

/**
 * Get the predefined labels in one language.
 *
 * Public. Codes: `project_not_found`, `language_not_shipped`.
 *
 * @example await getShippedLabels(parley, { lang });
 */
export const getShippedLabels: Operation<GetShippedLabelsParams, ShippedLabelsView, CallCode | 'project_not_found' | 'language_not_shipped' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getShippedLabels', 'GET labels/default/:lang');

/**
 * Add predefined labels that the project’s own labels of a language lack. A language without predefined labels starts with the English texts.
 *
 * Minimum role: admin. Codes: `limit_reached`, `version_mismatch`.
 *
 * @example await cloneShippedLabels(parley, { lang: 'IT' });
 */
export const cloneShippedLabels: Operation<CloneShippedLabelsParams, LabelsView, UpdateCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('cloneShippedLabels', 'POST labels/default/clone', { query: ['lang'] });

/**
 * Get the predefined labels in the language of the query, English by default.
 *
 * Public. Codes: `project_not_found`, `language_not_shipped`.
 *
 * @example await getAskedShippedLabels(parley);
 */
export const getAskedShippedLabels: Operation<GetAskedShippedLabelsParams, ShippedLabelsView, CallCode | 'project_not_found' | 'language_not_shipped' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getAskedShippedLabels', 'GET labels/default/lang');

/**
 * Create a lead, or return or merge into the one with its lead_id. The header `Parley-Outcome` is `created`, `returned` or `merged`.
 *
 * Minimum role: agent. Codes: `lead_exists`, `lead_not_found`. Limits: `lead_id` ≤ 255 characters, `fullname` ≤ 255 characters, `email` ≤ 254 characters, `phone` ≤ 64 characters, `company` ≤ 255 characters, `city` ≤ 255 characters, ….
 *
 * @example await createLead(parley, { lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' });
 */
export const createLead: Operation<CreateLeadParams, LeadRecordView, ReadCode | BodyCode | WriteCode | 'lead_exists' | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createLead', 'POST leads', { query: ['on_conflict'] });

/**
 * List the leads of a project. A token that is bound to a deleted request gives access to no lead: 404.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `lead_not_found`, `query_timeout`.
 *
 * @example await listLeads(parley);
 */
export const listLeads: Operation<ListLeadsParams, LeadPageView, ReadCode | 'segment_not_found' | 'lead_not_found' | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listLeads', 'GET leads');

/**
 * Move a lead to the trash.
 *
 * Minimum role: agent. Codes: `lead_not_found`, `version_mismatch`.
 *
 * @example await deleteLead(parley, { lead });
 */
export const deleteLead: Operation<DeleteLeadParams, LeadRecordView, DeleteCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteLead', 'DELETE leads/:lead');

/**
 * Get a lead, including one in the trash.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await getLead(parley, { lead });
 */
export const getLead: Operation<GetLeadParams, LeadRecordView, ReadCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getLead', 'GET leads/:lead');

/**
 * Change a lead; absent members stay unchanged, objects and tags are replaced as a whole.
 *
 * Minimum role: agent. Codes: `lead_not_found`, `version_mismatch`. Limits: `fullname` ≤ 255 characters, `email` ≤ 254 characters, `phone` ≤ 64 characters, `company` ≤ 255 characters, `city` ≤ 255 characters, `region` ≤ 255 characters, ….
 *
 * @example await updateLead(parley, { lead, fullname: 'Ada King', company: 'Analytical Engines' });
 */
export const updateLead: Operation<UpdateLeadParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateLead', 'PUT leads/:lead');

/**
 * Merge the first level of the attributes; null removes a member.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await mergeLeadAttributes(parley, { lead, plan: 'gold', coupon: null });
 */
export const mergeLeadAttributes: Operation<MergeLeadAttributesParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeLeadAttributes', 'PATCH leads/:lead/attributes');

/**
 * Erase the person behind a lead in all services. The lead’s data is erased when this call returns; the other services follow, however long one of them is unavailable.
 *
 * Minimum role: owner. Codes: `lead_not_found`, `erasure_running`, `version_mismatch`. Limits: `reason` ≤ 500 characters.
 *
 * @example await eraseSubject(parley, { lead, reason: 'Asked for by mail' });
 */
export const eraseSubject: Operation<EraseSubjectParams, ErasureView, UpdateCode | 'lead_not_found' | 'erasure_running' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('eraseSubject', 'POST leads/:lead/erasures');

/**
 * Export all data about the person behind a lead, from all services. One JSON object per line. A file is complete if its last line is of type `end`; a line of type `error` stands for each service that has failed. At most 6 per hour and project.
 *
 * Minimum role: admin. Codes: `lead_not_found`.
 *
 * @example await exportSubject(parley, { lead });
 */
export const exportSubject: Operation<ExportSubjectParams, ReadableStream<Uint8Array>, ReadCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportSubject', 'GET leads/:lead/export', { answer: 'stream' });

/**
 * Delete a lead permanently; its requests keep their snapshot.
 *
 * Minimum role: owner. Codes: `lead_not_found`.
 *
 * @example await removeLead(parley, { lead });
 */
export const removeLead: Operation<RemoveLeadParams, LeadRecordView, DeleteCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeLead', 'DELETE leads/:lead/physical');

/**
 * The same as PATCH.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await addLeadProperties(parley, { lead, plan: 'gold', coupon: null });
 */
export const addLeadProperties: Operation<AddLeadPropertiesParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addLeadProperties', 'POST leads/:lead/properties');

/**
 * Merge the first level of the properties; null removes a member.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await mergeLeadProperties(parley, { lead, plan: 'gold', coupon: null });
 */
export const mergeLeadProperties: Operation<MergeLeadPropertiesParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeLeadProperties', 'PATCH leads/:lead/properties');

/**
 * Add missing tags.
 *
 * Minimum role: agent. Codes: `lead_not_found`. Limits: `items` ≤ 100 items.
 *
 * @example await addLeadTags(parley, { lead, items: ['vip'] });
 */
export const addLeadTags: Operation<AddLeadTagsParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addLeadTags', 'PUT leads/:lead/tag', { list: true });

/**
 * Remove a tag.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await removeLeadTag(parley, { lead, tag });
 */
export const removeLeadTag: Operation<RemoveLeadTagParams, LeadRecordView, DeleteCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeLeadTag', 'DELETE leads/:lead/tag/:tag');

/**
 * Export leads as CSV. Streamed from one snapshot, without a limit. A complete file ends in CRLF.
 *
 * Minimum role: agent. Codes: `segment_not_found`.
 *
 * @example await exportLeads(parley);
 */
export const exportLeads: Operation<ExportLeadsParams, ReadableStream<Uint8Array>, ReadCode | 'segment_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportLeads', 'GET leads/csv', { answer: 'stream' });

/**
 * Create up to 500 leads, or return or merge into those with the same lead_id. Each lead is created as by the single call, in its own transaction; an invalid one fails alone. Leads with the same `lead_id` are handled in order. With an `Idempotency-Key`, a repeated call continues where the first was interrupted.
 *
 * Minimum role: agent. Limits: `items` ≤ 500 items.
 *
 * @example await createLeads(parley, { items: [{ lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' }] });
 */
export const createLeads: Operation<CreateLeadsParams, {
  /** Result for each lead, in the order of the body. */
  results: NewLeadResultView[];
}, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createLeads', 'POST leads/multi', { query: ['on_conflict'], list: true });

/**
 * Make a macro. Personal unless `visibility` says otherwise; admins write shared ones.
 *
 * Minimum role: agent. Codes: `limit_reached`, `role_too_low`. Limits: `name` ≤ 255 characters, `actions` ≤ 20 items, `description` ≤ 2000 characters, `departments` ≤ 100 items, `position` ≤ 1000000.
 *
 * @example await createMacro(parley, { name: 'Ask for the order number', visibility: 'shared', actions: [{ type: 'send_message', text: 'Dear {{lead.fullname|customer}}, which order do you mean?' }, { type: 'add_tags', tags: ['order'] }, { type: 'snooze' }] });
 */
export const createMacro: Operation<CreateMacroParams, MacroView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createMacro', 'POST macros');

/**
 * Shared macros and the caller’s own, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listMacros(parley);
 */
export const listMacros: Operation<ListMacrosParams, MacroPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listMacros', 'GET macros');

/**
 * Delete a macro.
 *
 * Minimum role: agent. Codes: `macro_not_found`, `role_too_low`.
 *
 * @example await deleteMacro(parley, { macro_id });
 */
export const deleteMacro: Operation<DeleteMacroParams, MacroView, DeleteCode | 'macro_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteMacro', 'DELETE macros/:macro_id');

/**
 * Get a macro.
 *
 * Minimum role: agent. Codes: `macro_not_found`.
 *
 * @example await getMacro(parley, { macro_id });
 */
export const getMacro: Operation<GetMacroParams, MacroView, ReadCode | 'macro_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMacro', 'GET macros/:macro_id');

/**
 * Change a macro; what is absent stays.
 *
 * Minimum role: agent. Codes: `macro_not_found`, `role_too_low`, `limit_reached`. Limits: `name` ≤ 255 characters, `actions` ≤ 20 items, `description` ≤ 2000 characters, `departments` ≤ 100 items, `position` ≤ 1000000.
 *
 * @example await updateMacro(parley, { macro_id, name: 'Ask for the order' });
 */
export const updateMacro: Operation<UpdateMacroParams, MacroView, UpdateCode | 'macro_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateMacro', 'PUT macros/:macro_id');

/**
 * Addresses to which nothing is sent, newest first. The newest 1,000.
 *
 * Minimum role: admin.
 *
 * @example await listMailSuppressions(parley);
 */
export const listMailSuppressions: Operation<ListMailSuppressionsParams, SuppressionView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listMailSuppressions', 'GET mail_suppressions');

/**
 * Send to an address again.
 *
 * Minimum role: admin. Codes: `suppression_not_found`.
 *
 * @example await deleteMailSuppression(parley, { address });
 */
export const deleteMailSuppression: Operation<DeleteMailSuppressionParams, SuppressionView, DeleteCode | 'suppression_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteMailSuppression', 'DELETE mail_suppressions/:address');

/**
 * Make a mailbox. Mail to its address and aliases becomes requests of the project. With `inbound.type` `webhook`, the answer holds, this once, the secret with which a provider posts mail.
 *
 * Minimum role: admin. Codes: `address_taken`, `address_invalid`, `limit_reached`, `url_not_allowed`, `outbound_not_allowed`. Limits: `address` ≤ 254 characters, `name` ≤ 100 characters, `aliases` ≤ 20 items, `department` ≤ 255 characters, `spam_score` ≤ 1000, `signature` ≤ 4000 characters.
 *
 * @example await createMailbox(parley, { address: 'help@shop.example', name: 'Shop', inbound: { type: 'smtp' } });
 */
export const createMailbox: Operation<CreateMailboxParams, {
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
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string;
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
  /** With which a provider posts mail; shown this once. */
  secret?: string;
}, ReadCode | BodyCode | WriteCode | 'address_taken' | 'address_invalid' | 'limit_reached' | 'url_not_allowed' | 'outbound_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createMailbox', 'POST mailboxes');

/**
 * Mailboxes of the project, oldest first. Agents see address, name, department and whether a mailbox is enabled; admins see all.
 *
 * Minimum role: agent.
 *
 * @example await listMailboxes(parley);
 */
export const listMailboxes: Operation<ListMailboxesParams, MailboxView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listMailboxes', 'GET mailboxes');

/**
 * Remove a mailbox; its requests stay, and its raw mails go.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `version_mismatch`.
 *
 * @example await deleteMailbox(parley, { mailbox_id });
 */
export const deleteMailbox: Operation<DeleteMailboxParams, MailboxView, DeleteCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteMailbox', 'DELETE mailboxes/:mailbox_id');

/**
 * One mailbox.
 *
 * Minimum role: agent. Codes: `mailbox_not_found`.
 *
 * @example await getMailbox(parley, { mailbox_id });
 */
export const getMailbox: Operation<GetMailboxParams, MailboxView, ReadCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMailbox', 'GET mailboxes/:mailbox_id');

/**
 * Change a mailbox.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `address_taken`, `address_invalid`, `version_mismatch`, `url_not_allowed`, `outbound_not_allowed`. Limits: `name` ≤ 100 characters, `aliases` ≤ 20 items, `department` ≤ 255 characters, `spam_score` ≤ 1000, `signature` ≤ 4000 characters, `address` ≤ 254 characters.
 *
 * @example await updateMailbox(parley, { mailbox_id, enabled: false });
 */
export const updateMailbox: Operation<UpdateMailboxParams, MailboxView, UpdateCode | 'mailbox_not_found' | 'address_taken' | 'address_invalid' | 'url_not_allowed' | 'outbound_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateMailbox', 'PUT mailboxes/:mailbox_id');

/**
 * Try the mail servers of a mailbox.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `address_invalid`. Limits: `to` ≤ 254 characters.
 *
 * @example await checkStoredMailbox(parley, { mailbox_id });
 */
export const checkStoredMailbox: Operation<CheckStoredMailboxParams, {
  /** What came of reading. */
  inbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: ServerFaultView;
    /** Duration of the check in milliseconds. */
    ms: number;
  };
  /** What came of it. */
  outbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: {
      /** Word for programs. */
      code: "dns_failed" | "url_not_allowed" | "connection_refused" | "tls_failed" | "auth_failed" | "oauth_expired" | "timeout" | "quota" | "greylisted" | "blocked" | "rejected" | "bounced" | "suppressed" | "expired" | "mailbox_disabled" | "mailbox_removed" | "outbound_off" | "nothing_to_send" | "internal";
      /** Sentence for people. */
      text: string;
    };
    /** Duration of the check in milliseconds. */
    ms: number;
  };
}, UpdateCode | 'mailbox_not_found' | 'address_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('checkStoredMailbox', 'POST mailboxes/:mailbox_id/check');

/**
 * Write to a customer by mail, which opens a request.
 *
 * Minimum role: agent. Codes: `mailbox_not_found`, `address_invalid`, `mailbox_sends_nothing`, `capacity_reached`, `unknown_sender`, `sender_not_allowed`. Limits: `to` ≤ 254 characters, `cc` ≤ 20 items, `subject` ≤ 500 characters, `text` ≤ 65536 characters, `departmentid` ≤ 255 characters.
 *
 * @example await startMailConversation(parley, { mailbox_id, to: 'vera@customer.example', subject: 'Your order', text: 'It has left today.' });
 */
export const startMailConversation: Operation<StartMailConversationParams, {
  /** `request_id` of the request. */
  request_id: string;
  /** Id of the message. */
  message: string;
}, UpdateCode | 'mailbox_not_found' | 'address_invalid' | 'mailbox_sends_nothing' | 'capacity_reached' | 'unknown_sender' | 'sender_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('startMailConversation', 'POST mailboxes/:mailbox_id/conversations');

/**
 * Make the key with which mails of a mailbox are signed, and answer its DNS record. An earlier key ends at once. Publish the record before mails are sent.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await makeDkimKey(parley, { mailbox_id });
 */
export const makeDkimKey: Operation<MakeDkimKeyParams, {
  /** Selector of the key. */
  selector: string;
  /** Name of the record. */
  name: string;
  /** Its type. */
  type: "TXT";
  /** Its value. */
  value: string;
}, DeleteCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('makeDkimKey', 'POST mailboxes/:mailbox_id/dkim');

/**
 * Which DNS records of the domain of a mailbox are right.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await getMailboxDns(parley, { mailbox_id });
 */
export const getMailboxDns: Operation<GetMailboxDnsParams, {
  /** What was looked up. */
  records: {
    /** What the record is for. */
    check: "spf" | "dkim" | "dmarc" | "mx";
    /** Whether it is right. */
    ok: boolean;
    /** Name that was looked up. */
    name: string;
    /** Type of the record. */
    type: "TXT" | "MX";
    /** Value that should stand there, where it is known. */
    wanted?: string;
    /** Values that stand there. */
    found: string[];
  }[];
}, ReadCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMailboxDns', 'GET mailboxes/:mailbox_id/dns');

/**
 * Mails that came in, newest first.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await listInboundMails(parley, { mailbox_id });
 */
export const listInboundMails: Operation<ListInboundMailsParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** The mails of the page. */
  mails: InboundView[];
}, ReadCode | 'mailbox_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listInboundMails', 'GET mailboxes/:mailbox_id/inbound');

/**
 * One mail that came in.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`.
 *
 * @example await getInboundMail(parley, { mailbox_id, inbound_id });
 */
export const getInboundMail: Operation<GetInboundMailParams, InboundView, ReadCode | 'mailbox_not_found' | 'inbound_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getInboundMail', 'GET mailboxes/:mailbox_id/inbound/:inbound_id');

/**
 * The bytes of a mail as it came.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`.
 *
 * @example await getInboundRaw(parley, { mailbox_id, inbound_id });
 */
export const getInboundRaw: Operation<GetInboundRawParams, ReadableStream<Uint8Array>, ReadCode | 'mailbox_not_found' | 'inbound_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getInboundRaw', 'GET mailboxes/:mailbox_id/inbound/:inbound_id/raw', { answer: 'stream' });

/**
 * Work again on a mail that has failed.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`, `not_retryable`.
 *
 * @example await retryInboundMail(parley, { mailbox_id, inbound_id });
 */
export const retryInboundMail: Operation<RetryInboundMailParams, InboundView, DeleteCode | 'mailbox_not_found' | 'inbound_not_found' | 'not_retryable' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('retryInboundMail', 'POST mailboxes/:mailbox_id/inbound/:inbound_id/retry');

/**
 * Accept a mail that was rejected, as spam for example.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`, `not_retryable`.
 *
 * @example await routeInboundMail(parley, { mailbox_id, inbound_id });
 */
export const routeInboundMail: Operation<RouteInboundMailParams, InboundView, DeleteCode | 'mailbox_not_found' | 'inbound_not_found' | 'not_retryable' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('routeInboundMail', 'POST mailboxes/:mailbox_id/inbound/:inbound_id/route');

/**
 * Give the webhook of a mailbox a new secret; the old one ends at once.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await rotateMailboxSecret(parley, { mailbox_id });
 */
export const rotateMailboxSecret: Operation<RotateMailboxSecretParams, {
  _id: string;
  id: string;
  /** With which a provider posts mail; shown this once. */
  secret: string;
}, DeleteCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rotateMailboxSecret', 'POST mailboxes/:mailbox_id/secret/rotate');

/**
 * Try the mail servers of a mailbox before it is made. Connects and signs in within 20 seconds, and opens the folder; with `to` it also sends a test mail. Nothing is read and nothing is stored.
 *
 * Minimum role: admin. Codes: `address_invalid`, `url_not_allowed`, `outbound_not_allowed`. Limits: `address` ≤ 254 characters, `to` ≤ 254 characters.
 *
 * @example await checkMailbox(parley, { address: 'help@shop.example', outbound: { type: 'smtp', host: 'mail.shop.example', port: 465, secure: 'tls' } });
 */
export const checkMailbox: Operation<CheckMailboxParams, {
  /** The server that is read. */
  inbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: ServerFaultView;
    /** Duration of the check in milliseconds. */
    ms: number;
  };
  /** The mail server that is tried. */
  outbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: {
      /** Word for programs. */
      code: "dns_failed" | "url_not_allowed" | "connection_refused" | "tls_failed" | "auth_failed" | "oauth_expired" | "timeout" | "quota" | "greylisted" | "blocked" | "rejected" | "bounced" | "suppressed" | "expired" | "mailbox_disabled" | "mailbox_removed" | "outbound_off" | "nothing_to_send" | "internal";
      /** Sentence for people. */
      text: string;
    };
    /** Duration of the check in milliseconds. */
    ms: number;
  };
}, ReadCode | BodyCode | WriteCode | 'address_invalid' | 'url_not_allowed' | 'outbound_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('checkMailbox', 'POST mailboxes/check');

/**
 * List the messages of a project, newest first.
 *
 * Minimum role: owner.
 *
 * @example await listProjectMessages(parley);
 */
export const listProjectMessages: Operation<ListProjectMessagesParams, ProjectMessageView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listProjectMessages', 'GET messages');

/**
 * Send a direct message to a member of the project.
 *
 * Minimum role: agent. Codes: `sender_not_allowed`, `unknown_sender`. Limits: `sender` ≤ 255 characters, `senderFullname` ≤ 200 characters, `text` ≤ 65536 characters, `language` ≤ 100 characters, `recipient` ≤ 255 characters, `recipientFullname` ≤ 200 characters.
 *
 * @example await sendDirectMessage(parley, { recipient: '65c5f3599faf2d04cd7da528', recipientFullname: 'Grace Hopper', text: 'Hello' });
 */
export const sendDirectMessage: Operation<SendDirectMessageParams, DirectMessageView, ReadCode | BodyCode | WriteCode | 'sender_not_allowed' | 'unknown_sender' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('sendDirectMessage', 'POST messages');

/**
 * Export the messages of a project as CSV, newest first.
 *
 * Minimum role: owner.
 *
 * @example await exportProjectMessages(parley);
 */
export const exportProjectMessages: Operation<ExportProjectMessagesParams, ReadableStream<Uint8Array>, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportProjectMessages', 'GET messages/csv', { answer: 'stream' });

/**
 * List pending invitations, including expired ones.
 *
 * Minimum role: admin.
 *
 * @example await listInvitations(parley);
 */
export const listInvitations: Operation<ListInvitationsParams, InvitationView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listInvitations', 'GET pendinginvitations');

/**
 * Revoke an invitation; its code is void.
 *
 * Minimum role: admin. Codes: `invitation_not_found`, `version_mismatch`.
 *
 * @example await deleteInvitation(parley, { invitation_id });
 */
export const deleteInvitation: Operation<DeleteInvitationParams, InvitationView, DeleteCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteInvitation', 'DELETE pendinginvitations/:invitation_id');

/**
 * Get an invitation.
 *
 * Minimum role: admin. Codes: `invitation_not_found`.
 *
 * @example await getInvitation(parley, { invitation_id });
 */
export const getInvitation: Operation<GetInvitationParams, InvitationView, ReadCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getInvitation', 'GET pendinginvitations/:invitation_id');

/**
 * Change the role of an invitation; its address stays.
 *
 * Minimum role: admin. Codes: `invitation_not_found`, `version_mismatch`. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters.
 *
 * @example await updateInvitation(parley, { invitation_id, role: 'admin' });
 */
export const updateInvitation: Operation<UpdateInvitationParams, InvitationView, UpdateCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateInvitation', 'PUT pendinginvitations/:invitation_id');

/**
 * Resend an invitation with a new code, valid for another 30 days; the old code is void.
 *
 * Minimum role: admin. Codes: `invitation_not_found`, `rate_limited`.
 *
 * @example await resendInvitation(parley, { invitation_id });
 */
export const resendInvitation: Operation<ResendInvitationParams, {
  /** Always true in a success. */
  success: true;
  /** The invitation. */
  pendingInvitation: InvitationView;
}, ReadCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('resendInvitation', 'GET pendinginvitations/resendinvite/:invitation_id');

/**
 * Create a record for a visitor.
 *
 * Minimum role: agent. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `email` ≤ 254 characters, `tags` ≤ 50 items.
 *
 * @example await createVisitor(parley, { firstname: 'Vera', email: 'vera@acme.io' });
 */
export const createVisitor: Operation<CreateVisitorParams, TeammateView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createVisitor', 'POST project_users');

/**
 * List all teammates; visitors, by role, in pages.
 *
 * Minimum role: agent.
 *
 * @example await listTeammates(parley);
 */
export const listTeammates: Operation<ListTeammatesParams, TeammateView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listTeammates', 'GET project_users');

/**
 * Change one’s own teammate record; role and status are ignored.
 *
 * Minimum role: agent. Codes: `teammate_not_found`, `version_mismatch`. Limits: `profileStatus` ≤ 64 characters, `max_served_chat` ≤ 1000, `max_assigned_chat` ≤ 1000, `tags` ≤ 50 items.
 *
 * @example await updateOwnTeammate(parley, { user_available: true });
 */
export const updateOwnTeammate: Operation<UpdateOwnTeammateParams, TeammateView, UpdateCode | 'teammate_not_found' | 'token_expired'> =
  /* @__PURE__ */ operation('updateOwnTeammate', 'PUT project_users');

/**
 * One record.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await getTeammate(parley, { project_user_id });
 */
export const getTeammate: Operation<GetTeammateParams, TeammateView, ReadCode | 'teammate_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTeammate', 'GET project_users/:project_user_id');

/**
 * Remove a teammate from the project; `hard=true` also erases the record.
 *
 * Minimum role: admin. Codes: `teammate_not_found`, `owner_required`, `last_owner`, `version_mismatch`.
 *
 * @example await removeTeammate(parley, { project_user_id });
 */
export const removeTeammate: Operation<RemoveTeammateParams, TeammateView, DeleteCode | 'teammate_not_found' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeTeammate', 'DELETE project_users/:project_user_id', { query: true });

/**
 * Change a teammate record, including role and status.
 *
 * Minimum role: admin. Codes: `teammate_not_found`, `role_not_found`, `owner_required`, `last_owner`, `version_mismatch`. Limits: `profileStatus` ≤ 64 characters, `max_served_chat` ≤ 1000, `max_assigned_chat` ≤ 1000, `tags` ≤ 50 items, `role_id` ≤ 24 characters.
 *
 * @example await updateTeammate(parley, { project_user_id, user_available: true, profileStatus: 'text', max_served_chat: 1, max_assigned_chat: 1, attributes: {  }, settings: {  }, tags: ['text'], role: 'agent', role_id: '64f0c0a1b2c3d4e5f6a7b8c9', status: 'active' });
 */
export const updateTeammate: Operation<UpdateTeammateParams, TeammateView, UpdateCode | 'teammate_not_found' | 'role_not_found' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateTeammate', 'PUT project_users/:project_user_id');

/**
 * Restore a removed teammate, as unavailable.
 *
 * Minimum role: admin. Codes: `teammate_not_found`, `not_removed`, `owner_required`, `version_mismatch`.
 *
 * @example await restoreTeammate(parley, { project_user_id });
 */
export const restoreTeammate: Operation<RestoreTeammateParams, TeammateView, DeleteCode | 'teammate_not_found' | 'not_removed' | 'owner_required' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('restoreTeammate', 'PUT project_users/:project_user_id/restore');

/**
 * Invite a person: a registered person joins at once, any other gets a mail with a code.
 *
 * Minimum role: admin. Codes: `invite_self`, `already_teammate`, `invitation_pending`, `rate_limited`. Limits: `email` ≤ 254 characters, `firstname` ≤ 64 characters, `lastname` ≤ 64 characters.
 *
 * @example await inviteTeammate(parley, { email: 'grace@acme.io', role: 'admin' });
 */
export const inviteTeammate: Operation<InviteTeammateParams, TeammateView | {
  /** Sentence for people. */
  msg: string;
  /** The invitation. */
  pendingInvitation: InvitationView;
}, ReadCode | BodyCode | WriteCode | 'invite_self' | 'already_teammate' | 'invitation_pending' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('inviteTeammate', 'POST project_users/invite');

/**
 * Get the caller’s own teammate record, in an array of one.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await getOwnTeammate(parley);
 */
export const getOwnTeammate: Operation<GetOwnTeammateParams, TeammateView[], ReadCode | 'teammate_not_found' | 'token_expired'> =
  /* @__PURE__ */ operation('getOwnTeammate', 'GET project_users/me');

/**
 * Get the record of a person or visitor, in an array of one.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await getTeammateByUser(parley, { user_id });
 */
export const getTeammateByUser: Operation<GetTeammateByUserParams, TeammateView[], ReadCode | 'teammate_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTeammateByUser', 'GET project_users/users/:user_id');

/**
 * Get the user id of the teammate with this e-mail address.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await searchTeammate(parley);
 */
export const searchTeammate: Operation<SearchTeammateParams, {
  _id: string;
}, ReadCode | 'teammate_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('searchTeammate', 'GET project_users/users/search');

/**
 * Create a custom field.
 *
 * Minimum role: admin. Codes: `property_exists`. Limits: `label` ≤ 255 characters, `name` ≤ 100 characters, `type` ≤ 50 characters.
 *
 * @example await createProperty(parley, { label: 'Plan', name: 'plan' });
 */
export const createProperty: Operation<CreatePropertyParams, PropertyView, ReadCode | BodyCode | WriteCode | 'property_exists' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createProperty', 'POST properties');

/**
 * List custom fields, oldest first.
 *
 * Minimum role: agent.
 *
 * @example await listProperties(parley);
 */
export const listProperties: Operation<ListPropertiesParams, PropertyView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listProperties', 'GET properties');

/**
 * Get a custom field.
 *
 * Minimum role: agent. Codes: `property_not_found`.
 *
 * @example await getProperty(parley, { property });
 */
export const getProperty: Operation<GetPropertyParams, PropertyView, ReadCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getProperty', 'GET properties/:property');

/**
 * Hide a custom field; its values stay.
 *
 * Minimum role: admin. Codes: `property_not_found`, `version_mismatch`.
 *
 * @example await hideProperty(parley, { property });
 */
export const hideProperty: Operation<HidePropertyParams, PropertyView, DeleteCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('hideProperty', 'DELETE properties/:property');

/**
 * Change a custom field.
 *
 * Minimum role: admin. Codes: `property_not_found`, `version_mismatch`. Limits: `label` ≤ 255 characters, `type` ≤ 50 characters.
 *
 * @example await updateProperty(parley, { property, label: 'Tariff' });
 */
export const updateProperty: Operation<UpdatePropertyParams, PropertyView, UpdateCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateProperty', 'PUT properties/:property');

/**
 * Remove a custom field; its values stay.
 *
 * Minimum role: admin. Codes: `property_not_found`.
 *
 * @example await removeProperty(parley, { property });
 */
export const removeProperty: Operation<RemovePropertyParams, PropertyView, DeleteCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeProperty', 'DELETE properties/:property/physical');

/**
 * Mean time until an agent answered, last 4 hours. For widgets; at most 60 s old. An unknown, deleted or inactive project returns an empty list.
 *
 * Public. Codes: `query_timeout`.
 *
 * @example await getPublicWaitingTime(parley);
 */
export const getPublicWaitingTime: Operation<GetPublicWaitingTimeParams, WaitingTimeView, CallCode | 'query_timeout' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getPublicWaitingTime', 'GET publicanalytics/waiting/current');

/**
 * The caller’s own browsers that receive push notifications, and the key to subscribe with.
 *
 * Minimum role: agent.
 *
 * @example await listPushDevices(parley);
 */
export const listPushDevices: Operation<ListPushDevicesParams, {
  /** Public key to subscribe with (VAPID), base64url. Absent: this installation sends no push notifications. */
  key?: string;
  /** The caller’s own push devices, newest first. */
  devices: PushDeviceView[];
}, ReadCode | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('listPushDevices', 'GET push_devices');

/**
 * Register this browser for push notifications; again with the same endpoint: change it. `endpoint` and `keys` are those of the browser’s `PushSubscription`. It receives nothing once the session that registered it has ended. At most ten devices of a person in a project: the oldest is replaced.
 *
 * Minimum role: agent. Codes: `push_off`, `push_session_required`, `url_not_allowed`. Limits: `endpoint` ≤ 2048 characters, `language` ≤ 35 characters.
 *
 * @example await savePushDevice(parley, { endpoint: 'https://push.example/send/1f2e3d', keys: { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' }, language: 'en', timezone: 'Europe/London', shows_text: false });
 */
export const savePushDevice: Operation<SavePushDeviceParams, PushDeviceView, UpdateCode | 'push_off' | 'push_session_required' | 'url_not_allowed' | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('savePushDevice', 'PUT push_devices');

/**
 * Send no more push notifications to a browser.
 *
 * Minimum role: agent. Codes: `push_device_not_found`.
 *
 * @example await deletePushDevice(parley, { push_device_id });
 */
export const deletePushDevice: Operation<DeletePushDeviceParams, PushDeviceView, DeleteCode | 'push_device_not_found' | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('deletePushDevice', 'DELETE push_devices/:push_device_id');

/**
 * List the requests that the caller sees.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await listRequests(parley);
 */
export const listRequests: Operation<ListRequestsParams, RequestPageView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRequests', 'GET requests');

/**
 * Create a request without a message. For tickets and imports; a first message creates its request automatically.
 *
 * Minimum role: guest. Codes: `request_exists`, `sender_not_allowed`, `unknown_sender`, `participants_not_allowed`, `capacity_reached`, `role_too_low`. Limits: `departmentid` ≤ 255 characters, `subject` ≤ 500 characters, `language` ≤ 100 characters, `sourcePage` ≤ 2048 characters, `userAgent` ≤ 1024 characters, `participants` ≤ 50 items, ….
 *
 * @example await createRequest(parley, { first_text: 'Hello, I need help with my order.' });
 */
export const createRequest: Operation<CreateRequestParams, RequestView, UpdateCode | 'request_exists' | 'sender_not_allowed' | 'unknown_sender' | 'participants_not_allowed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createRequest', 'POST requests/:request_id', { query: ['import'] });

/**
 * Delete a request with its messages, notes and history.
 *
 * Minimum role: owner. Codes: `request_not_found`.
 *
 * @example await deleteRequest(parley, { request_id });
 */
export const deleteRequest: Operation<DeleteRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteRequest', 'DELETE requests/:request_id');

/**
 * Get a request.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await getRequest(parley, { request_id });
 */
export const getRequest: Operation<GetRequestParams, RequestView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequest', 'GET requests/:request_id');

/**
 * Change a request. Setting `status` runs the operation for that status, with its permissions and effects.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `not_a_participant`, `no_participant`, `status_not_allowed`. Limits: `first_text` ≤ 65536 characters, `lead` ≤ 255 characters, `subject` ≤ 500 characters, `language` ≤ 100 characters, `sourcePage` ≤ 2048 characters, `workingStatus` ≤ 30 characters, ….
 *
 * @example await updateRequest(parley, { request_id, subject: 'Order 1234', tags: ['refund'], priority: 'high' });
 */
export const updateRequest: Operation<UpdateRequestParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'not_a_participant' | 'no_participant' | 'status_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateRequest', 'PATCH requests/:request_id');

/**
 * Hand a request over from its bot to a human.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`.
 *
 * @example await handOffRequest(parley, { request_id });
 */
export const handOffRequest: Operation<HandOffRequestParams, RequestView, DeleteCode | 'request_not_found' | 'request_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('handOffRequest', 'PUT requests/:request_id/agent');

/**
 * Route an unserved request.
 *
 * Minimum role: agent. Codes: `request_not_found`. Limits: `departmentid` ≤ 255 characters.
 *
 * @example await assignRequest(parley, { request_id, departmentid: 'text', nobot: true, no_populate: true });
 */
export const assignRequest: Operation<AssignRequestParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('assignRequest', 'PUT requests/:request_id/assign');

/**
 * Merge attributes into those of a request. `null` removes a name.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await updateRequestAttributes(parley, { request_id, order: 1234, coupon: null });
 */
export const updateRequestAttributes: Operation<UpdateRequestAttributesParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateRequestAttributes', 'PATCH requests/:request_id/attributes');

/**
 * Get the parameters that bots have collected in a request.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await getChatbotParameters(parley, { request_id });
 */
export const getChatbotParameters: Operation<GetChatbotParametersParams, Record<string, unknown>, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getChatbotParameters', 'GET requests/:request_id/chatbot/parameters');

/**
 * Set parameters of a request; null removes one.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await setChatbotParameters(parley, { request_id, userFullname: 'Ada Lovelace', orderNumber: null });
 */
export const setChatbotParameters: Operation<SetChatbotParametersParams, Record<string, unknown>, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setChatbotParameters', 'PATCH requests/:request_id/chatbot/parameters');

/**
 * Claim a request that no human serves. If several agents claim it at once, exactly one gets it; the others learn who.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `already_claimed`, `capacity_reached`.
 *
 * @example await claimRequest(parley, { request_id });
 */
export const claimRequest: Operation<ClaimRequestParams, RequestView, DeleteCode | 'request_not_found' | 'request_closed' | 'already_claimed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('claimRequest', 'POST requests/:request_id/claim');

/**
 * Close a request. Agents may close requests that they participate in; admins and bots may close any. Closing a closed request changes nothing.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`.
 *
 * @example await closeRequest(parley, { request_id, survey: true });
 */
export const closeRequest: Operation<CloseRequestParams, RequestView, UpdateCode | 'request_not_found' | 'not_a_participant' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('closeRequest', 'PUT requests/:request_id/close');

/**
 * Close a request as its requester.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await closeOwnRequest(parley, { request_id });
 */
export const closeOwnRequest: Operation<CloseOwnRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('closeOwnRequest', 'PUT requests/:request_id/closeg');

/**
 * Route to a department. `nobot` routes to a human directly.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`. Limits: `departmentid` ≤ 255 characters.
 *
 * @example await routeRequest(parley, { request_id, departmentid: 'text', nobot: true, no_populate: true });
 */
export const routeRequest: Operation<RouteRequestParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('routeRequest', 'PUT requests/:request_id/departments');

/**
 * Add a follower.
 *
 * Minimum role: agent. Codes: `request_not_found`, `limit_reached`. Limits: `member` ≤ 255 characters.
 *
 * @example await addFollower(parley, { request_id, member: '64f0c0a1b2c3d4e5f6a7b8c9' });
 */
export const addFollower: Operation<AddFollowerParams, RequestView, UpdateCode | 'request_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addFollower', 'POST requests/:request_id/followers');

/**
 * Replace the followers.
 *
 * Minimum role: agent. Codes: `request_not_found`. Limits: `items` ≤ 50 items.
 *
 * @example await setFollowers(parley, { request_id, items: ['text'] });
 */
export const setFollowers: Operation<SetFollowersParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setFollowers', 'PUT requests/:request_id/followers', { list: true });

/**
 * Remove a follower.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await removeFollower(parley, { request_id, follower_id });
 */
export const removeFollower: Operation<RemoveFollowerParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeFollower', 'DELETE requests/:request_id/followers/:follower_id');

/**
 * List the history of a request, oldest first.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listRequestHistory(parley, { request_id });
 */
export const listRequestHistory: Operation<ListRequestHistoryParams, HistoryEntryView[], ReadCode | 'request_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRequestHistory', 'GET requests/:request_id/history');

/**
 * Merged and linked requests. Those that the caller sees.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listRelatedRequests(parley, { request_id });
 */
export const listRelatedRequests: Operation<ListRelatedRequestsParams, RelatedRequestsView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listRelatedRequests', 'GET requests/:request_id/links');

/**
 * Link two requests. As related, on both. Requests that are linked stay as they are.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_mergeable`, `limit_reached`.
 *
 * @example await linkRequest(parley, { request_id, other_id });
 */
export const linkRequest: Operation<LinkRequestParams, RelatedRequestsView, DeleteCode | 'request_not_found' | 'not_mergeable' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('linkRequest', 'PUT requests/:request_id/links/:other_id');

/**
 * Remove the link of two requests.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await unlinkRequest(parley, { request_id, other_id });
 */
export const unlinkRequest: Operation<UnlinkRequestParams, RelatedRequestsView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('unlinkRequest', 'DELETE requests/:request_id/links/:other_id');

/**
 * Preview a macro on a request. Its texts with their placeholders filled, and what each action would do. Nothing is stored.
 *
 * Minimum role: agent. Codes: `request_not_found`, `macro_not_found`.
 *
 * @example await previewMacro(parley, { request_id, macro_id });
 */
export const previewMacro: Operation<PreviewMacroParams, MacroPreviewView, UpdateCode | 'request_not_found' | 'macro_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('previewMacro', 'POST requests/:request_id/macros/:macro_id/preview');

/**
 * Run a macro on a request. All actions in their order and one transaction, or none: the first that is refused is named in `errors` and undoes the others. The caller needs the rights of each action.
 *
 * Minimum role: agent. Codes: `newer_messages`, `request_not_found`, `macro_not_found`, `not_a_participant`, `request_closed`, `capacity_reached`.
 *
 * @example await runMacro(parley, { request_id, macro_id });
 */
export const runMacro: Operation<RunMacroParams, MacroRunView, UpdateCode | 'newer_messages' | 'request_not_found' | 'macro_not_found' | 'not_a_participant' | 'request_closed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('runMacro', 'POST requests/:request_id/macros/:macro_id/run');

/**
 * Mails of a request both ways, with their states.
 *
 * Minimum role: agent. Codes: `request_not_found`, `mail_not_found`.
 *
 * @example await getRequestMail(parley, { request_id });
 */
export const getRequestMail: Operation<GetRequestMailParams, {
  /** Id of the mailbox. */
  mailbox: string;
  /** Address of the requester. */
  to: string;
  /** Addresses that get copies. */
  cc: string[];
  /** The newest 200, oldest first. */
  mails: RequestMailView[];
}, ReadCode | 'request_not_found' | 'mail_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequestMail', 'GET requests/:request_id/mail');

/**
 * Set who gets copies of the answers to a request.
 *
 * Minimum role: agent. Codes: `request_not_found`, `mail_not_found`, `address_invalid`. Limits: `cc` ≤ 20 items.
 *
 * @example await setMailCopies(parley, { request_id, cc: ['vera@customer.example'] });
 */
export const setMailCopies: Operation<SetMailCopiesParams, {
  /** Addresses that get copies, at most 20. */
  cc: string[];
}, UpdateCode | 'request_not_found' | 'mail_not_found' | 'address_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setMailCopies', 'PUT requests/:request_id/mail/cc');

/**
 * Merge another request into this one. The other request is closed, if it is open. This one gets its tags, and its people as followers. No message is moved: `GET …/messages?with=merged` reads both together. The answer is this request.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_merged`, `not_mergeable`, `limit_reached`. Limits: `source` ≤ 255 characters.
 *
 * @example await mergeRequest(parley, { request_id, source: 'support-group-6553f1e5c0a8b1a2c3d4e5f6-2a4c' });
 */
export const mergeRequest: Operation<MergeRequestParams, RequestView, UpdateCode | 'request_not_found' | 'request_merged' | 'not_mergeable' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeRequest', 'POST requests/:request_id/merge');

/**
 * Undo the merge of a request. Of the request that was merged into another one. It stays closed; reopening it undoes the merge, too.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await unmergeRequest(parley, { request_id });
 */
export const unmergeRequest: Operation<UnmergeRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('unmergeRequest', 'DELETE requests/:request_id/merge');

/**
 * List the messages of a request in order. With `direction=-1` the newest come first. End users get only what their channel may show.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await listMessages(parley, { request_id });
 */
export const listMessages: Operation<ListMessagesParams, MessageView[], ReadCode | 'request_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listMessages', 'GET requests/:request_id/messages');

/**
 * Send a message. The first message of an id creates the request; the answer contains it as `request`. With `requester`, the team starts a conversation with one of its contacts.
 *
 * Minimum role: guest. Codes: `newer_messages`, `not_a_participant`, `sender_not_allowed`, `unknown_sender`, `request_not_visible`, `participants_not_allowed`, `request_closed`, `capacity_reached`, `external_id_taken`, `bot_budget_exhausted`, `not_a_teammate`, `request_merged`. Limits: `departmentid` ≤ 255 characters, `subject` ≤ 500 characters, `language` ≤ 100 characters, `sourcePage` ≤ 2048 characters, `userAgent` ≤ 1024 characters, `participants` ≤ 50 items, ….
 *
 * @example await sendMessage(parley, { request_id, text: 'Hello, I need help with my order' });
 */
export const sendMessage: Operation<SendMessageParams, SentMessageView, UpdateCode | 'newer_messages' | 'not_a_participant' | 'sender_not_allowed' | 'unknown_sender' | 'request_not_visible' | 'participants_not_allowed' | 'request_closed' | 'capacity_reached' | 'external_id_taken' | 'bot_budget_exhausted' | 'not_a_teammate' | 'request_merged' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('sendMessage', 'POST requests/:request_id/messages');

/**
 * Get a message.
 *
 * Minimum role: guest. Codes: `request_not_found`, `message_not_found`.
 *
 * @example await getMessage(parley, { request_id, message_id });
 */
export const getMessage: Operation<GetMessageParams, MessageView, ReadCode | 'request_not_found' | 'message_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessage', 'GET requests/:request_id/messages/:message_id');

/**
 * The HTML of a mail, made safe. Without scripts, forms and what loads from elsewhere; with `images=true`, images of other servers are loaded, which tells them that the mail is read. Show it in a sandboxed frame. It is kept as long as the raw mail.
 *
 * Minimum role: agent. Codes: `request_not_found`, `html_not_found`.
 *
 * @example await getMessageHtml(parley, { request_id, message_id });
 */
export const getMessageHtml: Operation<GetMessageHtmlParams, ReadableStream<Uint8Array>, ReadCode | 'request_not_found' | 'html_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessageHtml', 'GET requests/:request_id/messages/:message_id/html', { answer: 'stream' });

/**
 * Send the mail of a message again that was not delivered.
 *
 * Minimum role: agent. Codes: `request_not_found`, `mail_not_found`, `not_retryable`.
 *
 * @example await retryMessageMail(parley, { request_id, message_id });
 */
export const retryMessageMail: Operation<RetryMessageMailParams, RequestMailView, DeleteCode | 'request_not_found' | 'mail_not_found' | 'not_retryable' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('retryMessageMail', 'POST requests/:request_id/messages/:message_id/mail/retry');

/**
 * Take words out of a message for good. The text becomes `[redacted]`, or the given passages in it do; metadata and attributes go. Every copy follows: search, feed, stored webhook payloads, files that only this message names, and the mail that it came in. For admins; the author within 10 minutes. It cannot be undone.
 *
 * Minimum role: guest. Codes: `request_not_found`, `message_not_found`, `not_the_author`, `passage_not_found`, `version_mismatch`. Limits: `reason` ≤ 300 characters, `passages` ≤ 20 items.
 *
 * @example await redactMessage(parley, { request_id, message_id, reason: 'Card number', passages: ['4111 1111 1111 1111'] });
 */
export const redactMessage: Operation<RedactMessageParams, MessageView, UpdateCode | 'request_not_found' | 'message_not_found' | 'not_the_author' | 'passage_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('redactMessage', 'POST requests/:request_id/messages/:message_id/redact');

/**
 * Report that a message was delivered or read. The other side reports 250 or 300; from others, or for a lower status, it changes nothing. A connector, with the token of a bot, a webhook or a machine, also reports of the messages that it carries to the requester that they were sent (150), have come (200) or failed (-100, with its reason in `error`).
 *
 * Minimum role: guest. Codes: `request_not_found`, `message_not_found`.
 *
 * @example await acknowledgeMessage(parley, { request_id, message_id, status: 300 });
 */
export const acknowledgeMessage: Operation<AcknowledgeMessageParams, MessageView, UpdateCode | 'request_not_found' | 'message_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('acknowledgeMessage', 'PUT requests/:request_id/messages/:message_id/status');

/**
 * Get the messages of a request as CSV.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await exportMessages(parley, { request_id });
 */
export const exportMessages: Operation<ExportMessagesParams, ReadableStream<Uint8Array>, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportMessages', 'GET requests/:request_id/messages/csv', { answer: 'stream' });

/**
 * Send several messages at once. In the order of the array, with nothing in between, all or none. The request must exist. With `import=true`, or its own `createdAt`, a message is imported history: if an admin sends it, its `sender` may be an id unknown to Parley, which is stored with `senderFullname`.
 *
 * Minimum role: guest. Codes: `newer_messages`, `request_not_found`, `not_a_participant`, `sender_not_allowed`, `unknown_sender`, `request_not_visible`, `request_closed`, `external_id_taken`, `not_a_teammate`, `request_merged`. Limits: `items` ≤ 500 items.
 *
 * @example await sendMessages(parley, { request_id, items: [{ text: 'First' }, { text: 'Second' }] });
 */
export const sendMessages: Operation<SendMessagesParams, MessageView[], UpdateCode | 'newer_messages' | 'request_not_found' | 'not_a_participant' | 'sender_not_allowed' | 'unknown_sender' | 'request_not_visible' | 'request_closed' | 'external_id_taken' | 'not_a_teammate' | 'request_merged' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('sendMessages', 'POST requests/:request_id/messages/multi', { query: ['import'], list: true });

/**
 * Report that all messages of the other side up to a sequence number were delivered or read.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `upto` ≤ 2147483647.
 *
 * @example await acknowledgeMessages(parley, { request_id, status: 300, upto: 12 });
 */
export const acknowledgeMessages: Operation<AcknowledgeMessagesParams, {
  /** Number of messages that have changed. */
  updated: number;
  /** Sequence number up to which messages are acknowledged. */
  upto: number;
}, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('acknowledgeMessages', 'PUT requests/:request_id/messages/status');

/**
 * Add a note. Mentioned teammates become followers, unless they participate, and get an event.
 *
 * Minimum role: agent. Codes: `newer_messages`, `request_not_found`, `limit_reached`, `not_a_teammate`. Limits: `text` ≤ 10000 characters, `mentions` ≤ 20 items.
 *
 * @example await addNote(parley, { request_id, text: 'Hello, I need help with my order.' });
 */
export const addNote: Operation<AddNoteParams, RequestView, UpdateCode | 'newer_messages' | 'request_not_found' | 'limit_reached' | 'not_a_teammate' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addNote', 'POST requests/:request_id/notes');

/**
 * Delete a note.
 *
 * Minimum role: agent. Codes: `request_not_found`, `note_not_found`, `not_the_author`.
 *
 * @example await deleteNote(parley, { request_id, note_id });
 */
export const deleteNote: Operation<DeleteNoteParams, RequestView, DeleteCode | 'request_not_found' | 'note_not_found' | 'not_the_author' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteNote', 'DELETE requests/:request_id/notes/:note_id');

/**
 * Add a teammate or a bot. `member`: user id, teammate id, `bot_<id>` or bot id. When a human joins, the bots leave.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `capacity_reached`. Limits: `member` ≤ 255 characters.
 *
 * @example await addParticipant(parley, { request_id, member: '64f0c0a1b2c3d4e5f6a7b8c9' });
 */
export const addParticipant: Operation<AddParticipantParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addParticipant', 'POST requests/:request_id/participants');

/**
 * Replace the participants.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `capacity_reached`. Limits: `items` ≤ 50 items.
 *
 * @example await setParticipants(parley, { request_id, items: ['text'] });
 */
export const setParticipants: Operation<SetParticipantsParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setParticipants', 'PUT requests/:request_id/participants', { list: true });

/**
 * Remove a teammate or a bot.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`.
 *
 * @example await removeParticipant(parley, { request_id, participant_id });
 */
export const removeParticipant: Operation<RemoveParticipantParams, RequestView, DeleteCode | 'request_not_found' | 'not_a_participant' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeParticipant', 'DELETE requests/:request_id/participants/:participant_id');

/**
 * Rate a request from 0 to 5.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `rate` ≤ 5, `rating` ≤ 5, `rate_message` ≤ 2000 characters, `rating_message` ≤ 2000 characters.
 *
 * @example await rateRequest(parley, { request_id, rate: 1, rating: 5, rate_message: 'text', rating_message: 'Quick and kind.' });
 */
export const rateRequest: Operation<RateRequestParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rateRequest', 'PATCH requests/:request_id/rating');

/**
 * Report how far the caller has read a request. The position only grows, unless `exact` is true. The position of a participant or the requester also acknowledges the messages up to it as seen.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `upto` ≤ 2147483647.
 *
 * @example await setReadPosition(parley, { request_id, upto: 7 });
 */
export const setReadPosition: Operation<SetReadPositionParams, ReadPositionView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setReadPosition', 'PUT requests/:request_id/read');

/**
 * Reopen a closed request.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await reopenRequest(parley, { request_id });
 */
export const reopenRequest: Operation<ReopenRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('reopenRequest', 'PUT requests/:request_id/reopen');

/**
 * Make a bot the only participant. Identify the bot by `id`, `name` or `slug`.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `bot_not_found`. Limits: `id` ≤ 255 characters, `name` ≤ 255 characters, `slug` ≤ 255 characters.
 *
 * @example await replaceBot(parley, { request_id, slug: 'order-helper' });
 */
export const replaceBot: Operation<ReplaceBotParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('replaceBot', 'PUT requests/:request_id/replace');

/**
 * Explain which rules, of an event or of all, would match a request now.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await explainRules(parley, { request_id });
 */
export const explainRules: Operation<ExplainRulesParams, RuleExplanationView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('explainRules', 'GET requests/:request_id/rule_explain');

/**
 * Runs of rules on a request, of the last 30 days.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listRequestRuleRuns(parley, { request_id });
 */
export const listRequestRuleRuns: Operation<ListRequestRuleRunsParams, RuleRunPageView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRequestRuleRuns', 'GET requests/:request_id/rule_runs');

/**
 * Scheduled messages of a request. Pending ones first, by their time; then the newest of the others, 100 in all.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listScheduledMessages(parley, { request_id });
 */
export const listScheduledMessages: Operation<ListScheduledMessagesParams, ScheduledMessagePageView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScheduledMessages', 'GET requests/:request_id/scheduled');

/**
 * Schedule a message. It is sent at its time as its author, with the rights that the author has then, unless something of `cancel_on` happens first. After an outage longer than `max_late` it is not sent.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_not_visible`, `request_closed`, `request_merged`, `limit_reached`, `never_open`. Limits: `text` ≤ 65536 characters, `language` ≤ 100 characters, `opening` ≤ 30, `cancel_on` ≤ 3 items, `max_late` ≤ 2592000000.
 *
 * @example await scheduleMessage(parley, { request_id, text: 'Did the parcel arrive?', opening: 1 });
 */
export const scheduleMessage: Operation<ScheduleMessageParams, ScheduledMessageView, UpdateCode | 'request_not_found' | 'request_not_visible' | 'request_closed' | 'request_merged' | 'limit_reached' | 'never_open' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('scheduleMessage', 'POST requests/:request_id/scheduled');

/**
 * Cancel a scheduled message. Its author and admins.
 *
 * Minimum role: agent. Codes: `request_not_found`, `scheduled_not_found`, `not_pending`, `not_the_author`.
 *
 * @example await cancelScheduledMessage(parley, { request_id, scheduled_id });
 */
export const cancelScheduledMessage: Operation<CancelScheduledMessageParams, ScheduledMessageView, DeleteCode | 'request_not_found' | 'scheduled_not_found' | 'not_pending' | 'not_the_author' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('cancelScheduledMessage', 'DELETE requests/:request_id/scheduled/:scheduled_id');

/**
 * Change a scheduled message; what is absent stays. Its author and admins. It remains the message of its author.
 *
 * Minimum role: agent. Codes: `request_not_found`, `scheduled_not_found`, `not_pending`, `not_the_author`, `never_open`. Limits: `text` ≤ 65536 characters, `language` ≤ 100 characters, `opening` ≤ 30, `cancel_on` ≤ 3 items, `max_late` ≤ 2592000000.
 *
 * @example await updateScheduledMessage(parley, { request_id, scheduled_id, text: 'Has the parcel arrived?' });
 */
export const updateScheduledMessage: Operation<UpdateScheduledMessageParams, ScheduledMessageView, UpdateCode | 'request_not_found' | 'scheduled_not_found' | 'not_pending' | 'not_the_author' | 'never_open' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateScheduledMessage', 'PUT requests/:request_id/scheduled/:scheduled_id');

/**
 * Explain the service levels of a request. Which time of each clock counted, and why the rest did not.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await getRequestSla(parley, { request_id });
 */
export const getRequestSla: Operation<GetRequestSlaParams, SlaExplanation, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequestSla', 'GET requests/:request_id/sla');

/**
 * Choose the service-level policy of a request, or none. Conditions choose no other until `DELETE`.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`, `request_closed`, `policy_not_found`.
 *
 * @example await pinRequestSla(parley, { request_id, policy: null });
 */
export const pinRequestSla: Operation<PinRequestSlaParams, RequestView, UpdateCode | 'request_not_found' | 'not_a_participant' | 'request_closed' | 'policy_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('pinRequestSla', 'PUT requests/:request_id/sla');

/**
 * Let conditions choose the service-level policy of a request again.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`, `request_closed`.
 *
 * @example await unpinRequestSla(parley, { request_id });
 */
export const unpinRequestSla: Operation<UnpinRequestSlaParams, RequestView, DeleteCode | 'request_not_found' | 'not_a_participant' | 'request_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('unpinRequestSla', 'DELETE requests/:request_id/sla');

/**
 * Snooze a request. Until a time, the next opening of the project, or the requester’s next message. A snoozed request keeps its status and people, takes no capacity, waits in no queue and is not closed as idle. Snoozing again replaces the snooze.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`, `request_closed`, `status_not_allowed`, `never_open`. Limits: `in` ≤ 31622400000, `opening` ≤ 30, `reason` ≤ 500 characters.
 *
 * @example await snoozeRequest(parley, { request_id, in: 3600000, reason: 'Waits for the supplier' });
 */
export const snoozeRequest: Operation<SnoozeRequestParams, RequestView, UpdateCode | 'request_not_found' | 'not_a_participant' | 'request_closed' | 'status_not_allowed' | 'never_open' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('snoozeRequest', 'PUT requests/:request_id/snooze');

/**
 * End the snooze of a request. A request that is not snoozed stays as it is.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`.
 *
 * @example await wakeRequest(parley, { request_id });
 */
export const wakeRequest: Operation<WakeRequestParams, RequestView, DeleteCode | 'request_not_found' | 'not_a_participant' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('wakeRequest', 'DELETE requests/:request_id/snooze');

/**
 * Add missing tags.
 *
 * Minimum role: agent. Codes: `request_not_found`, `limit_reached`. Limits: `items` ≤ 50 items.
 *
 * @example await addRequestTags(parley, { request_id, items: ['text'] });
 */
export const addRequestTags: Operation<AddRequestTagsParams, RequestView, UpdateCode | 'request_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addRequestTags', 'PUT requests/:request_id/tag', { list: true });

/**
 * Remove a tag from a request.
 *
 * Minimum role: agent. Codes: `request_not_found`, `tag_not_found`.
 *
 * @example await deleteRequestTag(parley, { request_id, tag_id });
 */
export const deleteRequestTag: Operation<DeleteRequestTagParams, RequestView, DeleteCode | 'request_not_found' | 'tag_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteRequestTag', 'DELETE requests/:request_id/tag/:tag_id');

/**
 * Get the transcript of a request. End users get what they may see; the team gets everything, with private messages marked.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await getTranscript(parley, { request_id, format });
 */
export const getTranscript: Operation<GetTranscriptParams, string, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTranscript', 'GET requests/:request_id/transcript.:format', { answer: 'text' });

/**
 * Apply one action to up to 200 requests. Each request is changed as by the single call, with the same permissions and errors, in its own transaction. `assign` makes the member the only participant; `macro` and `actions` are all or nothing for each request. With `dry_run` nothing is stored. With an `Idempotency-Key`, a repeated call continues where the first was interrupted.
 *
 * Minimum role: agent. Limits: `request_ids` ≤ 200 items.
 *
 * @example await bulkRequests(parley, { request_ids: ['support-group-64f0c0a1b2c3d4e5f6a7b8c9-5f2b9c1d7e3a4860b1c2d3e4f5a6b7c8'], operation: 'tag', args: { tags: ['vip'] } });
 */
export const bulkRequests: Operation<BulkRequestsParams, {
  /** What became of each request, in the order of the ids. */
  results: BulkResultView[];
}, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('bulkRequests', 'POST requests/bulk');

/**
 * Count the requests that the caller sees, by who serves them.
 *
 * Minimum role: agent.
 *
 * @example await countRequests(parley);
 */
export const countRequests: Operation<CountRequestsParams, {
  /** Requests in status 100. */
  unassigned: number;
  /** Requests in status 200 that a teammate serves; with `merge_assigned`, all of status 200. */
  assigned: number;
  /** Requests in status 200 that a bot serves. */
  bot_assigned: number;
  /** Requests in status 150. */
  abandoned: number;
} | {
  /** Requests in status 100. */
  unassigned: number;
  /** Requests in status 200 that a teammate serves; with `merge_assigned`, all of status 200. */
  assigned: number;
} | {
  /** Open requests of the calendar month. */
  open: number;
  /** Closed requests of the calendar month. */
  closed: number;
  /** The calendar month. */
  slot: {
    /** First day, `DD/MM/YYYY`. */
    startDate: string;
    /** Last day, `DD/MM/YYYY`. */
    endDate: string;
  };
}, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('countRequests', 'GET requests/count');

/**
 * Count the open requests of each view and department. Counts the requests that the caller sees, without drafts and preflight ones. Numbers stop at 10,000. The answer may be one second old.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await getRequestCounters(parley);
 */
export const getRequestCounters: Operation<GetRequestCountersParams, RequestCountersView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequestCounters', 'GET requests/counters');

/**
 * Export the requests that the caller sees as CSV. Takes the parameters of the list. At most 100,000 rows; `Link` points to the next file.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await exportRequests(parley);
 */
export const exportRequests: Operation<ExportRequestsParams, ReadableStream<Uint8Array>, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportRequests', 'GET requests/csv', { answer: 'stream' });

/**
 * List the requests that the caller started.
 *
 * Minimum role: guest. Codes: `query_timeout`.
 *
 * @example await listMyRequests(parley);
 */
export const listMyRequests: Operation<ListMyRequestsParams, RequestPageView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listMyRequests', 'GET requests/me');

/**
 * Make a custom role: the rights of an agent or admin, with some taken away or given.
 *
 * Minimum role: owner. Codes: `limit_reached`. Limits: `name` ≤ 128 characters.
 *
 * @example await createRole(parley, { name: 'Supervisor', base: 'agent', rights: { 'analytics.read': true }, visibility: 'all' });
 */
export const createRole: Operation<CreateRoleParams, RoleView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createRole', 'POST roles');

/**
 * Custom roles of the project.
 *
 * Minimum role: agent.
 *
 * @example await listRoles(parley);
 */
export const listRoles: Operation<ListRolesParams, RoleView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRoles', 'GET roles');

/**
 * Delete a custom role that no teammate has.
 *
 * Minimum role: owner. Codes: `role_not_found`, `role_in_use`, `version_mismatch`.
 *
 * @example await deleteRole(parley, { role_id });
 */
export const deleteRole: Operation<DeleteRoleParams, RoleView, DeleteCode | 'role_not_found' | 'role_in_use' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteRole', 'DELETE roles/:role_id');

/**
 * Change a custom role; `rights` replaces those that differ from the base. Takes effect at once.
 *
 * Minimum role: owner. Codes: `role_not_found`, `version_mismatch`. Limits: `name` ≤ 128 characters.
 *
 * @example await updateRole(parley, { role_id, rights: { 'leads.export': false } });
 */
export const updateRole: Operation<UpdateRoleParams, RoleView, UpdateCode | 'role_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('updateRole', 'PUT roles/:role_id');

/**
 * Make a rule. It stands behind the others, and does nothing before it is enabled.
 *
 * Minimum role: admin. Codes: `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `on` ≤ 10 items, `filters` ≤ 20 items, `actions` ≤ 20 items, `delay` ≤ 2592000000, ….
 *
 * @example await createRule(parley, { name: 'Urgent words', on: ['message.created'], filters: [{ field: 'message.text', operator: 'contains', value: 'urgent' }], actions: [{ type: 'set_priority', priority: 'urgent' }] });
 */
export const createRule: Operation<CreateRuleParams, RuleView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createRule', 'POST rules');

/**
 * Rules, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listRules(parley);
 */
export const listRules: Operation<ListRulesParams, RulePageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listRules', 'GET rules');

/**
 * Delete a rule; its runs stay.
 *
 * Minimum role: admin. Codes: `rule_not_found`.
 *
 * @example await deleteRule(parley, { rule_id });
 */
export const deleteRule: Operation<DeleteRuleParams, RuleView, DeleteCode | 'rule_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteRule', 'DELETE rules/:rule_id');

/**
 * Get a rule, with its figures since it was enabled.
 *
 * Minimum role: agent. Codes: `rule_not_found`.
 *
 * @example await getRule(parley, { rule_id });
 */
export const getRule: Operation<GetRuleParams, RuleWithStatsView, ReadCode | 'rule_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRule', 'GET rules/:rule_id');

/**
 * Change a rule; what is absent stays. `enabled` true also ends its suspension.
 *
 * Minimum role: admin. Codes: `rule_not_found`, `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `on` ≤ 10 items, `filters` ≤ 20 items, `actions` ≤ 20 items, `delay` ≤ 2592000000, ….
 *
 * @example await updateRule(parley, { rule_id, enabled: true });
 */
export const updateRule: Operation<UpdateRuleParams, RuleView, UpdateCode | 'rule_not_found' | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateRule', 'PUT rules/:rule_id');

/**
 * Runs of a rule on requests that the caller sees, of the last 30 days.
 *
 * Minimum role: agent.
 *
 * @example await listRuleRuns(parley, { rule_id });
 */
export const listRuleRuns: Operation<ListRuleRunsParams, RuleRunPageView, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRuleRuns', 'GET rules/:rule_id/runs');

/**
 * Try a rule on requests. Conditions on the event count as met. Nothing is stored or announced.
 *
 * Minimum role: admin. Codes: `rule_not_found`, `unknown_reference`. Limits: `requests` ≤ 50 items.
 *
 * @example await dryRunRule(parley, { rule: { name: 'Urgent words', on: ['message.created'], filters: [{ field: 'message.text', operator: 'contains', value: 'urgent' }], actions: [{ type: 'set_priority', priority: 'urgent' }] }, requests: ['support-group-64f0c0a1b2c3d4e5f6a7b8c9-5f2b'] });
 */
export const dryRunRule: Operation<DryRunRuleParams, RuleDryRunView, ReadCode | BodyCode | WriteCode | 'rule_not_found' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('dryRunRule', 'POST rules/dry_run');

/**
 * Order the rules. All rules, each once. An event meets them in this order.
 *
 * Minimum role: admin. Codes: `order_stale`. Limits: `items` ≤ 200 items.
 *
 * @example await orderRules(parley, { items: ['64f0c0a1b2c3d4e5f6a7b8c9'] });
 */
export const orderRules: Operation<OrderRulesParams, RulePageView, UpdateCode | 'order_stale' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('orderRules', 'PUT rules/order', { list: true });

/**
 * Make a group.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_exists`. Limits: `displayName` ≤ 128 characters, `externalId` ≤ 255 characters, `members` ≤ 1000 items.
 *
 * @example await createScimGroup(parley, { displayName: 'Night shift' });
 */
export const createScimGroup: Operation<CreateScimGroupParams, ReadableStream<Uint8Array>, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_exists' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createScimGroup', 'POST scim/v2/Groups', { once: true, answer: 'stream' });

/**
 * Groups, in pages of at most 200. `filter` takes `displayName eq "…"`, `externalId eq "…"` or `id eq "…"`.
 *
 * Minimum role: admin. Codes: `scim_filter_invalid`.
 *
 * @example await listScimGroups(parley);
 */
export const listScimGroups: Operation<ListScimGroupsParams, ReadableStream<Uint8Array>, ReadCode | 'scim_filter_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimGroups', 'GET scim/v2/Groups', { once: true, answer: 'stream' });

/**
 * Remove a group that no department uses.
 *
 * Minimum role: admin. Codes: `group_not_found`, `group_in_use`.
 *
 * @example await deleteScimGroup(parley, { scim_group_id });
 */
export const deleteScimGroup: Operation<DeleteScimGroupParams, ReadableStream<Uint8Array>, ReadCode | 'group_not_found' | 'group_in_use' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteScimGroup', 'DELETE scim/v2/Groups/:scim_group_id', { once: true, answer: 'stream' });

/**
 * One group, with its members.
 *
 * Minimum role: admin. Codes: `group_not_found`.
 *
 * @example await getScimGroup(parley, { scim_group_id });
 */
export const getScimGroup: Operation<GetScimGroupParams, ReadableStream<Uint8Array>, ReadCode | 'group_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getScimGroup', 'GET scim/v2/Groups/:scim_group_id', { once: true, answer: 'stream' });

/**
 * The same by operations: adds and removes members.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `group_not_found`, `scim_user_exists`. Limits: `Operations` ≤ 100 items.
 *
 * @example await patchScimGroup(parley, { scim_group_id, Operations: [{ op: 'replace', path: 'displayName', value: 'Day shift' }] });
 */
export const patchScimGroup: Operation<PatchScimGroupParams, ReadableStream<Uint8Array>, ReadCode | BodyCode | 'scim_value_invalid' | 'group_not_found' | 'scim_user_exists' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('patchScimGroup', 'PATCH scim/v2/Groups/:scim_group_id', { once: true, answer: 'stream' });

/**
 * Replace name and members of a group.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `group_not_found`, `scim_user_exists`. Limits: `displayName` ≤ 128 characters, `externalId` ≤ 255 characters, `members` ≤ 1000 items.
 *
 * @example await replaceScimGroup(parley, { scim_group_id, displayName: 'Day shift', members: [] });
 */
export const replaceScimGroup: Operation<ReplaceScimGroupParams, ReadableStream<Uint8Array>, ReadCode | BodyCode | 'scim_value_invalid' | 'group_not_found' | 'scim_user_exists' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('replaceScimGroup', 'PUT scim/v2/Groups/:scim_group_id', { once: true, answer: 'stream' });

/**
 * Kinds of records that can be provisioned.
 *
 * Minimum role: admin.
 *
 * @example await listScimResourceTypes(parley);
 */
export const listScimResourceTypes: Operation<ListScimResourceTypesParams, ReadableStream<Uint8Array>, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimResourceTypes', 'GET scim/v2/ResourceTypes', { once: true, answer: 'stream' });

/**
 * Attributes of the records that can be provisioned.
 *
 * Minimum role: admin.
 *
 * @example await listScimSchemas(parley);
 */
export const listScimSchemas: Operation<ListScimSchemasParams, ReadableStream<Uint8Array>, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimSchemas', 'GET scim/v2/Schemas', { once: true, answer: 'stream' });

/**
 * What the provisioning service can do.
 *
 * Minimum role: admin.
 *
 * @example await getScimConfig(parley);
 */
export const getScimConfig: Operation<GetScimConfigParams, ReadableStream<Uint8Array>, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getScimConfig', 'GET scim/v2/ServiceProviderConfig', { once: true, answer: 'stream' });

/**
 * Make a person of a proved domain a teammate, as an agent.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_exists`, `domain_not_proved`. Limits: `userName` ≤ 254 characters, `externalId` ≤ 255 characters.
 *
 * @example await createScimUser(parley, { userName: 'ada@acme.example', name: { givenName: 'Ada', familyName: 'Lovelace' }, active: true });
 */
export const createScimUser: Operation<CreateScimUserParams, ReadableStream<Uint8Array>, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_exists' | 'domain_not_proved' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createScimUser', 'POST scim/v2/Users', { once: true, answer: 'stream' });

/**
 * Teammates, in pages of at most 200. `filter` takes `userName eq "…"`, `externalId eq "…"` or `id eq "…"`.
 *
 * Minimum role: admin. Codes: `scim_filter_invalid`.
 *
 * @example await listScimUsers(parley);
 */
export const listScimUsers: Operation<ListScimUsersParams, ReadableStream<Uint8Array>, ReadCode | 'scim_filter_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScimUsers', 'GET scim/v2/Users', { once: true, answer: 'stream' });

/**
 * Remove a teammate and end their sessions.
 *
 * Minimum role: admin. Codes: `scim_user_not_found`, `owner_required`, `last_owner`.
 *
 * @example await deleteScimUser(parley, { scim_user_id });
 */
export const deleteScimUser: Operation<DeleteScimUserParams, ReadableStream<Uint8Array>, ReadCode | 'scim_user_not_found' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteScimUser', 'DELETE scim/v2/Users/:scim_user_id', { once: true, answer: 'stream' });

/**
 * One teammate.
 *
 * Minimum role: admin. Codes: `scim_user_not_found`.
 *
 * @example await getScimUser(parley, { scim_user_id });
 */
export const getScimUser: Operation<GetScimUserParams, ReadableStream<Uint8Array>, ReadCode | 'scim_user_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getScimUser', 'GET scim/v2/Users/:scim_user_id', { once: true, answer: 'stream' });

/**
 * The same by operations, as Entra ID and Okta send them.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_not_found`, `scim_unchangeable`, `scim_user_exists`, `owner_required`, `last_owner`. Limits: `Operations` ≤ 100 items.
 *
 * @example await patchScimUser(parley, { scim_user_id, Operations: [{ op: 'replace', path: 'active', value: false }] });
 */
export const patchScimUser: Operation<PatchScimUserParams, ReadableStream<Uint8Array>, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_not_found' | 'scim_unchangeable' | 'scim_user_exists' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('patchScimUser', 'PATCH scim/v2/Users/:scim_user_id', { once: true, answer: 'stream' });

/**
 * Change a teammate; `active: false` suspends them and ends their sessions.
 *
 * Minimum role: admin. Codes: `scim_value_invalid`, `scim_user_not_found`, `scim_unchangeable`, `scim_user_exists`, `owner_required`, `last_owner`. Limits: `userName` ≤ 254 characters, `externalId` ≤ 255 characters.
 *
 * @example await replaceScimUser(parley, { scim_user_id, userName: 'ada@acme.example', active: false });
 */
export const replaceScimUser: Operation<ReplaceScimUserParams, ReadableStream<Uint8Array>, ReadCode | BodyCode | 'scim_value_invalid' | 'scim_user_not_found' | 'scim_unchangeable' | 'scim_user_exists' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing' | 'version_mismatch'> =
  /* @__PURE__ */ operation('replaceScimUser', 'PUT scim/v2/Users/:scim_user_id', { once: true, answer: 'stream' });

/**
 * Create a segment.
 *
 * Minimum role: agent. Limits: `name` ≤ 255 characters, `filters` ≤ 20 items.
 *
 * @example await createSegment(parley, { name: 'Gold customers in Italy', match: 'all', filters: [{ field: 'country', operator: '=', value: 'Italy' }, { field: 'attributes.plan', operator: 'in', value: ['gold', 'platinum'] }] });
 */
export const createSegment: Operation<CreateSegmentParams, SegmentView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSegment', 'POST segments');

/**
 * List the segments of a project.
 *
 * Minimum role: agent.
 *
 * @example await listSegments(parley);
 */
export const listSegments: Operation<ListSegmentsParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of segments, over all pages. */
  count: number;
  /** The segments of the page. */
  segments: SegmentView[];
}, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listSegments', 'GET segments');

/**
 * Delete a segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `version_mismatch`.
 *
 * @example await deleteSegment(parley, { segment });
 */
export const deleteSegment: Operation<DeleteSegmentParams, SegmentView, DeleteCode | 'segment_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSegment', 'DELETE segments/:segment');

/**
 * One segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`.
 *
 * @example await getSegment(parley, { segment });
 */
export const getSegment: Operation<GetSegmentParams, SegmentView, ReadCode | 'segment_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSegment', 'GET segments/:segment');

/**
 * Change a segment; absent members stay unchanged.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `version_mismatch`. Limits: `name` ≤ 255 characters, `filters` ≤ 20 items.
 *
 * @example await updateSegment(parley, { segment, match: 'any' });
 */
export const updateSegment: Operation<UpdateSegmentParams, SegmentView, UpdateCode | 'segment_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSegment', 'PUT segments/:segment');

/**
 * Count the leads of a segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `query_timeout`.
 *
 * @example await countSegmentLeads(parley, { segment });
 */
export const countSegmentLeads: Operation<CountSegmentLeadsParams, {
  _id: string;
  /** Number of leads in the segment. */
  count: number;
}, ReadCode | 'segment_not_found' | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('countSegmentLeads', 'GET segments/:segment/count');

/**
 * List the leads of a segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `query_timeout`.
 *
 * @example await listSegmentLeads(parley, { segment });
 */
export const listSegmentLeads: Operation<ListSegmentLeadsParams, LeadPageView, ReadCode | 'segment_not_found' | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listSegmentLeads', 'GET segments/:segment/leads');

/**
 * Preview a segment: count its leads and return the first ten.
 *
 * Minimum role: agent. Codes: `query_timeout`. Limits: `filters` ≤ 20 items.
 *
 * @example await previewSegment(parley, { match: 'all', filters: [{ field: 'country', operator: '=', value: 'Italy' }, { field: 'attributes.plan', operator: 'in', value: ['gold', 'platinum'] }] });
 */
export const previewSegment: Operation<PreviewSegmentParams, {
  /** Number of leads in the segment. */
  count: number;
  /** The first ten leads. */
  leads: LeadRecordView[];
}, ReadCode | BodyCode | WriteCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('previewSegment', 'POST segments/preview');

/**
 * Connect an OpenID provider. The secret is stored encrypted and never shown. The provider is asked for its discovery document.
 *
 * Minimum role: owner. Codes: `url_not_allowed`, `issuer_invalid`, `domain_not_proved`, `role_not_found`, `group_not_found`, `second_factor_missing`, `limit_reached`. Limits: `name` ≤ 128 characters, `issuer` ≤ 500 characters, `client_id` ≤ 255 characters, `client_secret` ≤ 1000 characters, `scopes` ≤ 500 characters, `email_verified_claim` ≤ 200 characters, ….
 *
 * @example await createSignInConnection(parley, { name: 'Acme', issuer: 'https://login.acme.example', client_id: 'parley', client_secret: 'from the provider', provision: 'anyone_of_domain', role_claim: 'groups', role_map: [{ value: 'support-leads', role: 'admin' }] });
 */
export const createSignInConnection: Operation<CreateSignInConnectionParams, SignInConnectionView, ReadCode | BodyCode | WriteCode | 'url_not_allowed' | 'issuer_invalid' | 'domain_not_proved' | 'role_not_found' | 'group_not_found' | 'second_factor_missing' | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createSignInConnection', 'POST sign_in/connections');

/**
 * Sign-in connections of the project, at most 5.
 *
 * Minimum role: owner.
 *
 * @example await listSignInConnections(parley);
 */
export const listSignInConnections: Operation<ListSignInConnectionsParams, SignInConnectionView[], ReadCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('listSignInConnections', 'GET sign_in/connections');

/**
 * Remove a sign-in connection; sessions that were made by it end.
 *
 * Minimum role: owner. Codes: `connection_not_found`, `version_mismatch`.
 *
 * @example await deleteSignInConnection(parley, { sign_in_connection_id });
 */
export const deleteSignInConnection: Operation<DeleteSignInConnectionParams, SignInConnectionView, DeleteCode | 'connection_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteSignInConnection', 'DELETE sign_in/connections/:sign_in_connection_id');

/**
 * Change a sign-in connection; its issuer stays. `enforced` takes a proved domain and at least one owner in `break_glass` who has a second factor: they alone may then sign in with a password.
 *
 * Minimum role: owner. Codes: `url_not_allowed`, `issuer_invalid`, `domain_not_proved`, `role_not_found`, `group_not_found`, `second_factor_missing`, `connection_not_found`, `version_mismatch`. Limits: `name` ≤ 128 characters, `client_secret` ≤ 1000 characters, `client_id` ≤ 255 characters, `scopes` ≤ 500 characters, `email_verified_claim` ≤ 200 characters, `role_claim` ≤ 200 characters, ….
 *
 * @example await updateSignInConnection(parley, { sign_in_connection_id, enforced: false });
 */
export const updateSignInConnection: Operation<UpdateSignInConnectionParams, SignInConnectionView, UpdateCode | 'url_not_allowed' | 'issuer_invalid' | 'domain_not_proved' | 'role_not_found' | 'group_not_found' | 'second_factor_missing' | 'connection_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('updateSignInConnection', 'PUT sign_in/connections/:sign_in_connection_id');

/**
 * Check a sign-in connection: discovery, keys, and whether the provider knows the client.
 *
 * Minimum role: owner. Codes: `connection_not_found`.
 *
 * @example await checkSignInConnection(parley, { sign_in_connection_id });
 */
export const checkSignInConnection: Operation<CheckSignInConnectionParams, SignInCheckView, DeleteCode | 'connection_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('checkSignInConnection', 'POST sign_in/connections/:sign_in_connection_id/check');

/**
 * Name a domain of the project; again, the same answer.
 *
 * Minimum role: owner. Codes: `limit_reached`, `domain_taken`. Limits: `domain` ≤ 253 characters.
 *
 * @example await addSignInDomain(parley, { domain: 'acme.example' });
 */
export const addSignInDomain: Operation<AddSignInDomainParams, SignInDomainView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'domain_taken' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('addSignInDomain', 'POST sign_in/domains');

/**
 * Domains of the project, at most 20, with the records that prove them.
 *
 * Minimum role: owner.
 *
 * @example await listSignInDomains(parley);
 */
export const listSignInDomains: Operation<ListSignInDomainsParams, SignInDomainView[], ReadCode | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('listSignInDomains', 'GET sign_in/domains');

/**
 * Remove a domain; its people sign in as everyone does.
 *
 * Minimum role: owner. Codes: `domain_not_found`.
 *
 * @example await deleteSignInDomain(parley, { domain });
 */
export const deleteSignInDomain: Operation<DeleteSignInDomainParams, SignInDomainView, DeleteCode | 'domain_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteSignInDomain', 'DELETE sign_in/domains/:domain');

/**
 * Look for the TXT record that proves a domain; it is looked for again each day.
 *
 * Minimum role: owner. Codes: `domain_not_found`, `domain_taken`, `domain_not_proved`.
 *
 * @example await verifySignInDomain(parley, { domain });
 */
export const verifySignInDomain: Operation<VerifySignInDomainParams, SignInDomainView, DeleteCode | 'domain_not_found' | 'domain_taken' | 'domain_not_proved' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('verifySignInDomain', 'POST sign_in/domains/:domain/verify');

/**
 * Make a service-level policy. The first enabled policy whose conditions hold applies to a request. With `apply=open` open requests are judged again; otherwise they keep what they have.
 *
 * Minimum role: admin. Codes: `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `filters` ≤ 20 items, `hours` ≤ 64 characters, `due_soon` ≤ 604800000, `pause` ≤ 3 items.
 *
 * @example await createSlaPolicy(parley, { name: 'Premium', filters: [{ field: 'tags', operator: '=', value: 'premium' }], hours: 'project', targets: { default: { first_response: 3600000, resolution: 28800000 }, urgent: { first_response: 900000 } } });
 */
export const createSlaPolicy: Operation<CreateSlaPolicyParams, SlaPolicyView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSlaPolicy', 'POST sla_policies', { query: ['apply'] });

/**
 * Service-level policies, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listSlaPolicies(parley);
 */
export const listSlaPolicies: Operation<ListSlaPoliciesParams, SlaPolicyPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSlaPolicies', 'GET sla_policies');

/**
 * Delete a service-level policy. Its clocks end as cancelled.
 *
 * Minimum role: admin. Codes: `policy_not_found`.
 *
 * @example await deleteSlaPolicy(parley, { policy_id });
 */
export const deleteSlaPolicy: Operation<DeleteSlaPolicyParams, SlaPolicyView, DeleteCode | 'policy_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSlaPolicy', 'DELETE sla_policies/:policy_id');

/**
 * Get a service-level policy.
 *
 * Minimum role: agent. Codes: `policy_not_found`.
 *
 * @example await getSlaPolicy(parley, { policy_id });
 */
export const getSlaPolicy: Operation<GetSlaPolicyParams, SlaPolicyView, ReadCode | 'policy_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSlaPolicy', 'GET sla_policies/:policy_id');

/**
 * Change a service-level policy; what is absent stays.
 *
 * Minimum role: admin. Codes: `policy_not_found`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `filters` ≤ 20 items, `hours` ≤ 64 characters, `due_soon` ≤ 604800000, `pause` ≤ 3 items.
 *
 * @example await updateSlaPolicy(parley, { policy_id, targets: { default: { first_response: 1800000 } } });
 */
export const updateSlaPolicy: Operation<UpdateSlaPolicyParams, SlaPolicyView, UpdateCode | 'policy_not_found' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSlaPolicy', 'PUT sla_policies/:policy_id', { query: ['apply'] });

/**
 * Order the service-level policies. All policies, each once.
 *
 * Minimum role: admin. Codes: `order_stale`. Limits: `items` ≤ 50 items.
 *
 * @example await orderSlaPolicies(parley, { items: ['64f0c0a1b2c3d4e5f6a7b8c9'] });
 */
export const orderSlaPolicies: Operation<OrderSlaPoliciesParams, SlaPolicyPageView, UpdateCode | 'order_stale' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('orderSlaPolicies', 'PUT sla_policies/order', { list: true });

/**
 * Subscribe a URL to an event. Only this answer contains the secret that signs the calls, also in the header `x-hook-secret`. A repeated call with the same event and target returns the existing subscription, without the secret.
 *
 * Minimum role: admin. Codes: `event_not_offered`, `url_not_allowed`, `limit_reached`. Limits: `event` ≤ 200 characters, `target` ≤ 2048 characters.
 *
 * @example await createSubscription(parley, { event: 'request.create', target: 'https://example.com/hooks' });
 */
export const createSubscription: Operation<CreateSubscriptionParams, {
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
  /** Signing secret. Shown in this answer only. */
  secret?: string;
}, ReadCode | BodyCode | WriteCode | 'event_not_offered' | 'url_not_allowed' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSubscription', 'POST subscriptions');

/**
 * List the subscriptions of a project, oldest first.
 *
 * Minimum role: admin.
 *
 * @example await listSubscriptions(parley);
 */
export const listSubscriptions: Operation<ListSubscriptionsParams, SubscriptionView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSubscriptions', 'GET subscriptions');

/**
 * Delete a subscription and its undelivered events.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `version_mismatch`.
 *
 * @example await deleteSubscription(parley, { subscription_id });
 */
export const deleteSubscription: Operation<DeleteSubscriptionParams, SubscriptionView, DeleteCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSubscription', 'DELETE subscriptions/:subscription_id');

/**
 * Get a subscription.
 *
 * Minimum role: admin. Codes: `subscription_not_found`.
 *
 * @example await getSubscription(parley, { subscription_id });
 */
export const getSubscription: Operation<GetSubscriptionParams, SubscriptionView, ReadCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSubscription', 'GET subscriptions/:subscription_id');

/**
 * Change, disable or reactivate a subscription.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `subscription_exists`, `version_mismatch`, `event_not_offered`, `url_not_allowed`. Limits: `event` ≤ 200 characters, `target` ≤ 2048 characters.
 *
 * @example await updateSubscription(parley, { subscription_id, status: 'active' });
 */
export const updateSubscription: Operation<UpdateSubscriptionParams, SubscriptionView, UpdateCode | 'subscription_not_found' | 'subscription_exists' | 'event_not_offered' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSubscription', 'PUT subscriptions/:subscription_id');

/**
 * List the deliveries of a subscription in the last 30 days.
 *
 * Minimum role: admin. Codes: `subscription_not_found`.
 *
 * @example await listDeliveries(parley, { subscription_id });
 */
export const listDeliveries: Operation<ListDeliveriesParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The deliveries of the page. */
  deliveries: DeliveryView[];
}, ReadCode | 'subscription_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listDeliveries', 'GET subscriptions/:subscription_id/deliveries');

/**
 * Get a delivery with its body and all calls.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `delivery_not_found`.
 *
 * @example await getDelivery(parley, { subscription_id, delivery_id });
 */
export const getDelivery: Operation<GetDeliveryParams, DeliveryLogView, ReadCode | 'subscription_not_found' | 'delivery_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDelivery', 'GET subscriptions/:subscription_id/deliveries/:delivery_id');

/**
 * Repeat a delivery with the same webhook-id.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `delivery_not_found`, `subscription_disabled`, `delivery_erased`.
 *
 * @example await replayDelivery(parley, { subscription_id, delivery_id });
 */
export const replayDelivery: Operation<ReplayDeliveryParams, DeliveryView, DeleteCode | 'subscription_not_found' | 'delivery_not_found' | 'subscription_disabled' | 'delivery_erased' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('replayDelivery', 'POST subscriptions/:subscription_id/deliveries/:delivery_id/replay');

/**
 * Repeat the failed and skipped deliveries of a period.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `subscription_disabled`, `range_too_large`. Limits: `states` ≤ 4 items.
 *
 * @example await replayDeliveries(parley, { subscription_id, from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' });
 */
export const replayDeliveries: Operation<ReplayDeliveriesParams, {
  /** Number of deliveries queued. */
  queued: number;
}, UpdateCode | 'subscription_not_found' | 'subscription_disabled' | 'range_too_large' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('replayDeliveries', 'POST subscriptions/:subscription_id/replay');

/**
 * Rotate the secret of a subscription; both sign until the overlap ends.
 *
 * Minimum role: admin. Codes: `subscription_not_found`. Limits: `overlapHours` ≤ 168.
 *
 * @example await rotateSubscriptionSecret(parley, { subscription_id, overlapHours: 24 });
 */
export const rotateSubscriptionSecret: Operation<RotateSubscriptionSecretParams, {
  _id: string;
  id: string;
  /** Signing secret. Shown in this answer only. */
  secret: string;
  /** When the old secret stops signing, UTC. */
  previousSecretExpiresAt?: string;
}, UpdateCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rotateSubscriptionSecret', 'POST subscriptions/:subscription_id/secret/rotate');

/**
 * Call the target now with an event parley.test; at most 6 times a minute.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `rate_limited`.
 *
 * @example await testSubscription(parley, { subscription_id });
 */
export const testSubscription: Operation<TestSubscriptionParams, {
  /** Whether the target answered 2xx. */
  ok: boolean;
  /** HTTP status of the answer. */
  status?: number;
  /** Duration of the call in milliseconds. */
  durationMs: number;
  /** Why the call failed. */
  error?: "timeout" | "connect" | "dns" | "tls" | "url_not_allowed" | "status" | "too_large";
}, DeleteCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('testSubscription', 'POST subscriptions/:subscription_id/test');

/**
 * List the calls to all targets, newest first, 40 per page.
 *
 * Minimum role: admin.
 *
 * @example await listSubscriptionHistory(parley);
 */
export const listSubscriptionHistory: Operation<ListSubscriptionHistoryParams, HistoryView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSubscriptionHistory', 'GET subscriptions/history');

/**
 * Make a survey. When a request is closed, the first enabled survey that matches is asked.
 *
 * Minimum role: admin. Codes: `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `position` ≤ 10000, `filters` ≤ 20 items, `delay` ≤ 604800000, `ask` ≤ 500 characters, `min_team_messages` ≤ 100, ….
 *
 * @example await createSurvey(parley, { name: 'After urgent requests', filters: [{ field: 'priority', operator: '=', value: 'urgent' }], delay: 600000 });
 */
export const createSurvey: Operation<CreateSurveyParams, SurveyView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSurvey', 'POST surveys');

/**
 * Surveys, in their order: by position, then name.
 *
 * Minimum role: agent.
 *
 * @example await listSurveys(parley);
 */
export const listSurveys: Operation<ListSurveysParams, SurveyPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSurveys', 'GET surveys');

/**
 * Delete a survey; what it has asked may still be answered.
 *
 * Minimum role: admin. Codes: `survey_not_found`.
 *
 * @example await deleteSurvey(parley, { survey_id });
 */
export const deleteSurvey: Operation<DeleteSurveyParams, SurveyView, DeleteCode | 'survey_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSurvey', 'DELETE surveys/:survey_id');

/**
 * Get a survey.
 *
 * Minimum role: agent. Codes: `survey_not_found`.
 *
 * @example await getSurvey(parley, { survey_id });
 */
export const getSurvey: Operation<GetSurveyParams, SurveyView, ReadCode | 'survey_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSurvey', 'GET surveys/:survey_id');

/**
 * Change a survey; what is absent stays.
 *
 * Minimum role: admin. Codes: `survey_not_found`, `unknown_reference`. Limits: `name` ≤ 255 characters, `position` ≤ 10000, `filters` ≤ 20 items, `delay` ≤ 604800000, `ask` ≤ 500 characters, `min_team_messages` ≤ 100, ….
 *
 * @example await updateSurvey(parley, { survey_id, enabled: false });
 */
export const updateSurvey: Operation<UpdateSurveyParams, SurveyView, UpdateCode | 'survey_not_found' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSurvey', 'PUT surveys/:survey_id');

/**
 * Create a tag; if the name exists, return that tag unchanged.
 *
 * Minimum role: agent. Limits: `tag` ≤ 100 characters.
 *
 * @example await createTag(parley, { tag: 'urgent', color: '#ff0000' });
 */
export const createTag: Operation<CreateTagParams, TagRecordView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createTag', 'POST tags');

/**
 * List the tags of a project.
 *
 * Minimum role: agent.
 *
 * @example await listTags(parley);
 */
export const listTags: Operation<ListTagsParams, TagRecordView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listTags', 'GET tags');

/**
 * Delete a tag; tagged records keep it unless it is removed from everything.
 *
 * Minimum role: agent. Codes: `tag_not_found`, `version_mismatch`.
 *
 * @example await deleteTag(parley, { tag_id });
 */
export const deleteTag: Operation<DeleteTagParams, TagRecordView, DeleteCode | 'tag_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteTag', 'DELETE tags/:tag_id', { query: true });

/**
 * One tag.
 *
 * Minimum role: agent. Codes: `tag_not_found`.
 *
 * @example await getTag(parley, { tag_id });
 */
export const getTag: Operation<GetTagParams, TagRecordView, ReadCode | 'tag_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTag', 'GET tags/:tag_id');

/**
 * Change a tag; absent members stay unchanged. Tagged records get the new name and colour.
 *
 * Minimum role: agent. Codes: `tag_not_found`, `tag_exists`, `version_mismatch`. Limits: `tag` ≤ 100 characters.
 *
 * @example await updateTag(parley, { tag_id, tag: 'vip', color: '#24a0ed', attributes: {  } });
 */
export const updateTag: Operation<UpdateTagParams, TagRecordView, UpdateCode | 'tag_not_found' | 'tag_exists' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateTag', 'PUT tags/:tag_id');

/**
 * Make a view. A stored query of `GET …/requests`. Personal unless `visibility` says otherwise; admins write shared ones.
 *
 * Minimum role: agent. Codes: `limit_reached`, `role_too_low`. Limits: `name` ≤ 255 characters, `groups` ≤ 50 items, `columns` ≤ 30 items, `position` ≤ 1000000.
 *
 * @example await createView(parley, { name: 'Urgent and overdue', query: { priority: 'urgent', sla_state: 'overdue', sortField: 'due_at' } });
 */
export const createView: Operation<CreateViewParams, ViewView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createView', 'POST views');

/**
 * Views that the caller sees, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listViews(parley);
 */
export const listViews: Operation<ListViewsParams, ViewPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listViews', 'GET views');

/**
 * Delete a view.
 *
 * Minimum role: agent. Codes: `view_not_found`, `role_too_low`.
 *
 * @example await deleteView(parley, { view_id });
 */
export const deleteView: Operation<DeleteViewParams, ViewView, DeleteCode | 'view_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteView', 'DELETE views/:view_id');

/**
 * Get a view.
 *
 * Minimum role: agent. Codes: `view_not_found`.
 *
 * @example await getView(parley, { view_id });
 */
export const getView: Operation<GetViewParams, ViewView, ReadCode | 'view_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getView', 'GET views/:view_id');

/**
 * Change a view; what is absent stays.
 *
 * Minimum role: agent. Codes: `view_not_found`, `role_too_low`, `limit_reached`. Limits: `name` ≤ 255 characters, `groups` ≤ 50 items, `columns` ≤ 30 items, `position` ≤ 1000000.
 *
 * @example await updateView(parley, { view_id, name: 'Overdue' });
 */
export const updateView: Operation<UpdateViewParams, ViewView, UpdateCode | 'view_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateView', 'PUT views/:view_id');

/**
 * Count the requests of views, as the caller sees them. Each up to 1,000, at most 5 seconds old. Views that the caller does not see are left out.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await countViews(parley);
 */
export const countViews: Operation<CountViewsParams, ViewCountsView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('countViews', 'GET views/counts');

/**
 * Get what a widget needs to start.
 *
 * Public. Codes: `project_not_found`, `origin_not_allowed`.
 *
 * @example await getWidgetSettings(parley);
 */
export const getWidgetSettings: Operation<GetWidgetSettingsParams, WidgetSettingsView, CallCode | 'project_not_found' | 'origin_not_allowed' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getWidgetSettings', 'GET widgets');
