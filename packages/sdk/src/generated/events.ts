// Generated from packages/contracts by `npm run generate`. Do not edit.

import type { ApiTokenInEvent, BanView, CannedResponseView, ChannelView, CustomEventView, DecisionView, DeliveryError, DepartmentRecordView, ErasedLeadView, ExportInEvent, FileView, GroupView, HoldInEvent, HolidayView, InvitationView, LeadRecordView, MacroView, MailboxInEvent, MessageOfEvent, MessageView, NoteView, ProjectView, RedactionView, RequestNameView, RequestOfEvent, RequestOfMessage, RequestSurveyView, RoleView, RuleRunView, RuleView, ScheduledEntry, SegmentView, ServerFaultView, SignInConnectionView, SignInDomainView, SlaClockView, SlaPolicyView, SnoozeView, SurveyView, TagRecordView, TeammateView, UserView, ViewView } from './types.ts';

type BotInEventData = {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Display name. */
  name: string;
  /** Kind. */
  type: string;
  /** Whether it is in the trash. */
  trashed: boolean;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  [name: string]: unknown;
};

type IntentInEventData = {
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

/** What each domain event carries. */
export interface EventData {
  'api_token.created': {
    api_token: ApiTokenInEvent;
  };
  'api_token.revoked': {
    api_token: ApiTokenInEvent;
  };
  'api_token.rotated': {
    api_token: ApiTokenInEvent;
  };
  'api_token.used_elsewhere': {
    api_token: ApiTokenInEvent;
  };
  'bot.created': {
    bot: BotInEventData;
    /** Intents of the bot. */
    intents: number;
    forked_from?: string;
  };
  'bot.deleted': {
    bot: BotInEventData;
    wasTrashed: boolean;
  };
  'bot.imported': {
    bot: BotInEventData;
    mode: "create" | "merge" | "replace";
    import: {
      /** Intents created. */
      created: number;
      /** Intents replaced. */
      replaced: number;
      /** Intents left as they were. */
      kept: number;
      /** Intents removed. */
      deleted: number;
    };
  };
  'bot.trashed': {
    bot: BotInEventData;
  };
  'bot.updated': {
    bot: BotInEventData;
    changes: string[];
    publish?: {
      bot_id: string;
      release_note?: string;
    };
  };
  'canned.created': {
    canned: CannedResponseView;
    changes?: string[];
  };
  'canned.deleted': {
    canned: CannedResponseView;
    changes?: string[];
  };
  'canned.updated': {
    canned: CannedResponseView;
    changes?: string[];
  };
  'department.created': {
    department: DepartmentRecordView;
    changes?: string[];
    origin?: "project";
  };
  'department.deleted': {
    department: DepartmentRecordView;
    changes?: string[];
  };
  'department.updated': {
    department: DepartmentRecordView;
    changes?: string[];
  };
  'event.emitted': {
    /** Name of the event. */
    event: CustomEventView;
    omitted?: string[];
  };
  'export.deleted': {
    export: ExportInEvent;
  };
  'export.requested': {
    export: ExportInEvent;
  };
  'export.signed': {
    export: ExportInEvent;
  };
  'file.deleted': {
    /** The file, as a form part with a file name. */
    file: FileView;
  };
  'file.uploaded': {
    /** The file, as a form part with a file name. */
    file: FileView;
  };
  'group.created': {
    group: GroupView;
    changes?: string[];
  };
  'group.deleted': {
    group: GroupView;
    changes?: string[];
  };
  'group.updated': {
    group: GroupView;
    changes?: string[];
  };
  'hold.created': {
    hold: HoldInEvent;
  };
  'hold.deleted': {
    hold: HoldInEvent;
  };
  'holiday.created': {
    holiday: HolidayView;
    changes?: string[];
  };
  'holiday.deleted': {
    holiday: HolidayView;
    changes?: string[];
  };
  'holiday.updated': {
    holiday: HolidayView;
    changes?: string[];
  };
  'intent.created': {
    intent: IntentInEventData;
  };
  'intent.deleted': {
    intent: IntentInEventData;
  };
  'intent.updated': {
    intent: IntentInEventData;
  };
  'labels.updated': {
    langs: string[];
    /** Whether it is the default one. */
    default?: string;
    cleared?: boolean;
  };
  'lead.created': {
    lead: LeadRecordView;
    origin: "api" | "conversation";
  };
  'lead.deleted': {
    lead: LeadRecordView | ErasedLeadView;
    mode: "trash" | "physical" | "erased";
  };
  'lead.updated': {
    lead: LeadRecordView;
    changes: string[];
  };
  'macro.created': {
    macro: MacroView;
  };
  'macro.deleted': {
    macro: MacroView;
  };
  'macro.updated': {
    macro: MacroView;
    changes: string[];
  };
  'mailbox.created': {
    mailbox: MailboxInEvent;
  };
  'mailbox.deleted': {
    mailbox: MailboxInEvent;
  };
  'mailbox.failing': {
    mailbox: MailboxInEvent;
    direction?: "in" | "out";
    /** Why the call failed. */
    error: ServerFaultView;
  };
  'mailbox.recovered': {
    mailbox: MailboxInEvent;
    direction?: "in" | "out";
  };
  'mailbox.updated': {
    mailbox: MailboxInEvent;
    changes?: string[];
  };
  'message.created': {
    request: RequestOfMessage;
    /** Sentence for people. */
    message: MessageOfEvent;
    isFirst: boolean;
    fromRequester: boolean;
    omitted?: string[];
  };
  'message.directed': {
    /** Sentence for people. */
    message: {
      _id: string;
      id: string;
      __v: number;
      id_project: string;
      createdAt: string;
      updatedAt: string;
      createdBy: string;
      sender: string;
      senderFullname: string;
      recipient: string;
      recipientFullname?: string;
      /** Text, as sent. */
      text: string;
      /** Kind. */
      type: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html";
      metadata?: Record<string, unknown>;
      /** Custom JSON object. `{}` by default. */
      attributes?: Record<string, unknown>;
      /** State. */
      status: -100 | 0 | 100 | 150 | 200 | 250 | 300;
      /** Language, such as `en`. */
      language?: string;
      /** Channel of the message or request; `chat21` by default. */
      channel: ChannelView;
      channel_type: "group" | "direct";
      external_id?: string;
      imported?: true;
      automated?: true;
      /** Why the call failed. */
      error?: DeliveryError;
      redacted?: RedactionView;
    };
  };
  'message.redacted': {
    request: RequestOfEvent;
    /** Sentence for people. */
    message: MessageOfEvent;
    omitted?: string[];
  };
  'message.scheduled': {
    request: RequestOfEvent;
    scheduled: ScheduledEntry;
    omitted?: string[];
  };
  'message.status_changed': {
    /** Sentence for people. */
    message?: {
      _id: string;
      recipient: string;
      seq: number;
    };
    upto?: number;
    /** `request_id` of the request. */
    request_id?: string;
    /** Start of the time range, inclusive. */
    from?: number;
    /** End of the time range. */
    to: number;
    /** Why the call failed. */
    error?: DeliveryError;
    /** When it happened. */
    at: string;
    by: string;
  };
  'message.unscheduled': {
    request: RequestOfEvent;
    scheduled: ScheduledEntry;
    state: "pending" | "sent" | "cancelled" | "missed" | "failed";
    why?: string;
    /** Id of the message. */
    message_id?: string;
    omitted?: string[];
  };
  'policy.created': {
    policy: SlaPolicyView;
  };
  'policy.deleted': {
    policy: SlaPolicyView;
  };
  'policy.updated': {
    policy: SlaPolicyView;
    changes: string[];
  };
  'project.created': {
    project: ProjectView;
    owner: string;
  };
  'project.deleted': {
    project: ProjectView;
  };
  'project.updated': {
    project: ProjectView;
    changes: string[];
    banned?: BanView;
  };
  'request.abandoned': {
    request: RequestOfEvent;
    left: string[];
    omitted?: string[];
  };
  'request.absorbed': {
    request: RequestOfEvent;
    /** Start of the time range, inclusive. */
    from: RequestNameView;
    omitted?: string[];
  };
  'request.assigned': {
    request: RequestOfEvent;
    assigneeId: string;
    assigneeName?: string;
    assigneeType: "user" | "bot";
    assignmentType: "auto" | "self_join" | "manual_reassign" | "manual_reassign_bot" | "manual_reassign_department" | "unassign";
    previousAssigneeId?: string | null;
    removedParticipants: string[];
    source: string;
    decision?: DecisionView;
    omitted?: string[];
  };
  'request.closed': {
    request: RequestOfEvent;
    closed_by: string;
    duration: number;
    survey?: false;
    messages?: MessageView[];
    messagesCount: number;
    messagesTruncated: boolean;
    omitted?: string[];
  };
  'request.created': {
    request: RequestOfEvent;
    imported?: boolean;
    omitted?: string[];
  };
  'request.deleted': {
    _id: string;
    /** `request_id` of the request. */
    request_id: string;
    ticket_id: string;
    expired?: true;
    audience?: {
      requester: string;
      department: string | null;
      participants: string[];
      followers: string[];
    };
  };
  'request.follower_added': {
    request: RequestOfEvent;
    member: string;
    omitted?: string[];
  };
  'request.follower_removed': {
    request: RequestOfEvent;
    member: string;
    omitted?: string[];
  };
  'request.linked': {
    request: RequestOfEvent;
    other: RequestNameView;
    omitted?: string[];
  };
  'request.mentioned': {
    request: RequestOfEvent;
    member: string;
    by: {
      _id: string;
      /** Full name. */
      fullname: string;
    };
    /** Text, as sent. */
    text: string;
    note_id?: string;
    /** Id of the message. */
    message_id?: string;
    cause?: "macro" | "rule" | "schedule";
    omitted?: string[];
  };
  'request.merged': {
    request: RequestOfEvent;
    into: RequestNameView;
    omitted?: string[];
  };
  'request.note_added': {
    request: RequestOfEvent;
    note: NoteView;
    omitted?: string[];
  };
  'request.note_deleted': {
    request: RequestOfEvent;
    note: NoteView;
    omitted?: string[];
  };
  'request.participant_joined': {
    request: RequestOfEvent;
    member: string;
    memberType: "agent" | "bot";
    source: string;
    omitted?: string[];
  };
  'request.participant_left': {
    request: RequestOfEvent;
    member: string;
    memberType: "agent" | "bot";
    source: string;
    omitted?: string[];
    /** Why, in the caller’s words. */
    reason: "left" | "removed" | "replaced" | "rerouted" | "bot_yields" | "no_answer" | "teammate_removed" | "bot_removed";
  };
  'request.rated': {
    request: RequestOfEvent;
    rating: number;
    rating_message?: string;
    previous?: number;
    survey?: string;
    omitted?: string[];
  };
  'request.reopened': {
    request: RequestOfEvent;
    previous: {
      closed_at?: string;
      closed_by?: string;
    };
    omitted?: string[];
  };
  'request.routed': {
    request: RequestOfEvent;
    department?: string;
    previousDepartment?: string;
    nobot: boolean;
    decision: DecisionView;
    omitted?: string[];
  };
  'request.sla_breached': {
    request: RequestOfEvent;
    clock: SlaClockView;
    policy: {
      _id: string;
      /** Display name. */
      name: string;
    };
    late: number;
    omitted?: string[];
  };
  'request.sla_changed': {
    request: RequestOfEvent;
    policy?: {
      _id: string;
      /** Display name. */
      name: string;
    };
    previous?: {
      _id: string;
      /** Display name. */
      name: string;
    };
    why: "pinned" | "unpinned" | "conditions" | "policy_updated" | "policy_deleted" | "hours";
    omitted?: string[];
  };
  'request.sla_due_soon': {
    request: RequestOfEvent;
    clock: SlaClockView;
    policy: {
      _id: string;
      /** Display name. */
      name: string;
    };
    late: number;
    omitted?: string[];
  };
  'request.sla_ended': {
    request: RequestOfEvent;
    clock: SlaClockView;
    policy: {
      _id: string;
      /** Display name. */
      name: string;
    };
    overdue?: number;
    counted?: number;
    agents: string[];
    omitted?: string[];
  };
  'request.snoozed': {
    request: RequestOfEvent;
    snooze: SnoozeView;
    omitted?: string[];
  };
  'request.survey_sent': {
    request: RequestOfEvent;
    survey: RequestSurveyView;
    omitted?: string[];
  };
  'request.survey_skipped': {
    request: RequestOfEvent;
    survey: string;
    why: "cooldown" | "rated" | "too_few_messages" | "banned" | "window_closed";
    omitted?: string[];
  };
  'request.unassigned': {
    request: RequestOfEvent;
    member: string;
    /** Why, in the caller’s words. */
    reason: "left" | "removed" | "replaced" | "rerouted" | "bot_yields" | "no_answer" | "teammate_removed" | "bot_removed";
    source: string;
    omitted?: string[];
  };
  'request.unlinked': {
    request: RequestOfEvent;
    other: RequestNameView;
    omitted?: string[];
  };
  'request.unmerged': {
    request: RequestOfEvent;
    into: RequestNameView;
    omitted?: string[];
  };
  'request.updated': {
    request: RequestOfEvent;
    changes: string[];
    patch: {
      notes?: unknown;
      /** Custom JSON object. `{}` by default. */
      attributes?: unknown;
      [name: string]: unknown;
    };
    previous?: {
      preflight?: boolean;
      department?: string | null;
      participants?: string[];
      followers?: string[];
    };
    comment: string;
    omitted?: string[];
  };
  'request.woken': {
    request: RequestOfEvent;
    cause: "time" | "reply" | "person" | "closed";
    snooze: SnoozeView;
    late?: number;
    omitted?: string[];
  };
  'role.created': {
    /** Role in the project. */
    role: RoleView;
    changes?: string[];
  };
  'role.deleted': {
    /** Role in the project. */
    role: RoleView;
    changes?: string[];
  };
  'role.updated': {
    /** Role in the project. */
    role: RoleView;
    changes?: string[];
  };
  'rule.created': {
    rule: RuleView;
  };
  'rule.deleted': {
    rule: RuleView;
  };
  'rule.ran': {
    run: RuleRunView;
  };
  'rule.suspended': {
    rule: RuleView;
  };
  'rule.updated': {
    rule: RuleView;
    changes: string[];
  };
  'segment.created': {
    segment: SegmentView;
  };
  'segment.deleted': {
    segment: SegmentView;
  };
  'segment.member_added': {
    segment: {
      _id: string;
      /** Display name. */
      name: string;
    };
    lead: LeadRecordView | ErasedLeadView;
    cause: "change" | "time";
  };
  'segment.member_removed': {
    segment: {
      _id: string;
      /** Display name. */
      name: string;
    };
    lead: LeadRecordView | ErasedLeadView;
    cause: "change" | "time";
  };
  'segment.updated': {
    segment: SegmentView;
  };
  'sign_in_connection.bypassed': {
    connection: SignInConnectionView;
    /** User id. */
    id_user: string;
  };
  'sign_in_connection.created': {
    connection: SignInConnectionView;
    changes?: string[];
  };
  'sign_in_connection.deleted': {
    connection: SignInConnectionView;
    changes?: string[];
  };
  'sign_in_connection.updated': {
    connection: SignInConnectionView;
    changes?: string[];
  };
  'sign_in_domain.lost': {
    domain: SignInDomainView;
  };
  'sign_in_domain.proved': {
    domain: SignInDomainView;
  };
  'survey.created': {
    survey: SurveyView;
  };
  'survey.deleted': {
    survey: SurveyView;
  };
  'survey.updated': {
    survey: SurveyView;
    changes: string[];
  };
  'tag.created': {
    /** Name of the tag. */
    tag: TagRecordView;
    changes?: string[];
  };
  'tag.deleted': {
    /** Name of the tag. */
    tag: TagRecordView;
    changes?: string[];
    /** Start of the time range, inclusive. */
    from?: "everything";
  };
  'tag.updated': {
    /** Name of the tag. */
    tag: TagRecordView;
    changes?: string[];
    previous?: {
      /** Name of the tag. */
      tag?: string;
      /** Colour, such as `#43B1F2`. */
      color?: string;
    };
  };
  'teammate.availability_changed': {
    teammate: TeammateView;
    /** Whether the teammate takes requests. Changes only by an explicit call. */
    user_available: boolean;
    profileStatus?: string;
    previous: {
      /** Whether the teammate takes requests. Changes only by an explicit call. */
      user_available: boolean;
      profileStatus?: string;
    };
    updateType: "self" | "other";
    source: string;
  };
  'teammate.factor_changed': {
    /** User id. */
    id_user: string;
    id_project_user: string;
    /** Display name. */
    name: string;
    kind: "totp" | "passkey" | "recovery_code";
    change: "added" | "removed" | "renewed" | "used" | "reset";
  };
  'teammate.invited': {
    inviteType: "pending" | "registered";
    /** E-mail address. */
    email: string;
    /** Role in the project. */
    role: string;
    /** Whether the teammate takes requests. Changes only by an explicit call. */
    user_available: boolean;
    id_project: string;
    project_name: string;
    teammate?: TeammateView;
    invitation?: InvitationView;
  };
  'teammate.joined': {
    teammate: TeammateView;
    origin: "project" | "invitation" | "signup" | "provisioned" | "anonymous" | "custom_token" | "created" | "connection" | "scim";
  };
  'teammate.removed': {
    teammate: TeammateView;
    deleteType: "soft" | "hard";
  };
  'teammate.updated': {
    teammate: TeammateView;
    changes: string[];
    previous: Record<string, unknown>;
    source?: string;
  };
  'token.revoked': {
    jti: string;
    sid?: string;
    sub: string;
    /** User id. */
    id_user: string;
    id_project?: string;
    /** When it expires, UTC. */
    expiresAt: string;
  };
  'user.deleted': {
    /** User id. */
    id_user: string;
  };
  'user.signed_in': {
    /** User id. */
    id_user: string;
    via: string;
    jti?: string;
  };
  'user.signed_up': {
    /** The user. */
    user: UserView;
    via: string;
  };
  'view.created': {
    view: ViewView;
  };
  'view.deleted': {
    view: ViewView;
  };
  'view.updated': {
    view: ViewView;
    changes: string[];
  };
}

/** Names that existing integrations subscribe to. */
export type OlderEventName = 'request.create' | 'request.update' | 'request.close' | 'message.create' | 'lead.create' | 'project_user.invite' | 'project_user.update' | 'project_user.update.agent' | 'project_user.delete' | 'department.create' | 'department.update' | 'department.delete' | 'group.create' | 'group.update' | 'group.delete' | 'faqbot.create' | 'faqbot.update' | 'faqbot.delete' | 'faq.create' | 'faq.update' | 'faq.delete' | 'event.emit' | 'event.emit.request.fully_abandoned' | 'project.create' | 'project.update' | 'project.delete';

/** Domain events that webhooks may subscribe to under their own names. */
export type DomainEventName = 'token.revoked' | 'project.created' | 'project.updated' | 'project.deleted' | 'teammate.invited' | 'teammate.joined' | 'teammate.updated' | 'teammate.availability_changed' | 'teammate.removed' | 'group.created' | 'group.updated' | 'group.deleted' | 'department.created' | 'department.updated' | 'department.deleted' | 'tag.created' | 'tag.updated' | 'tag.deleted' | 'canned.created' | 'canned.updated' | 'canned.deleted' | 'labels.updated' | 'api_token.created' | 'api_token.rotated' | 'api_token.revoked' | 'api_token.used_elsewhere' | 'teammate.factor_changed' | 'role.created' | 'role.updated' | 'role.deleted' | 'holiday.created' | 'holiday.updated' | 'holiday.deleted' | 'sign_in_connection.created' | 'sign_in_connection.updated' | 'sign_in_connection.deleted' | 'sign_in_connection.bypassed' | 'sign_in_domain.proved' | 'sign_in_domain.lost' | 'request.created' | 'request.updated' | 'request.routed' | 'request.participant_joined' | 'request.participant_left' | 'request.assigned' | 'request.unassigned' | 'request.abandoned' | 'request.closed' | 'request.reopened' | 'request.rated' | 'request.note_added' | 'request.note_deleted' | 'request.follower_added' | 'request.follower_removed' | 'request.mentioned' | 'request.snoozed' | 'request.woken' | 'request.sla_due_soon' | 'request.sla_breached' | 'request.sla_ended' | 'request.sla_changed' | 'request.merged' | 'request.unmerged' | 'request.absorbed' | 'request.linked' | 'request.unlinked' | 'request.survey_sent' | 'request.survey_skipped' | 'request.deleted' | 'message.scheduled' | 'message.unscheduled' | 'message.created' | 'message.status_changed' | 'message.redacted' | 'event.emitted' | 'policy.created' | 'policy.updated' | 'policy.deleted' | 'macro.created' | 'macro.updated' | 'macro.deleted' | 'rule.created' | 'rule.updated' | 'rule.deleted' | 'rule.suspended' | 'rule.ran' | 'view.created' | 'view.updated' | 'view.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'hold.created' | 'hold.deleted' | 'lead.created' | 'lead.updated' | 'lead.deleted' | 'segment.created' | 'segment.updated' | 'segment.deleted' | 'segment.member_added' | 'segment.member_removed' | 'bot.created' | 'bot.updated' | 'bot.trashed' | 'bot.deleted' | 'bot.imported' | 'intent.created' | 'intent.updated' | 'intent.deleted' | 'file.uploaded' | 'file.deleted' | 'export.requested' | 'export.signed' | 'export.deleted' | 'mailbox.created' | 'mailbox.updated' | 'mailbox.deleted' | 'mailbox.failing' | 'mailbox.recovered';
