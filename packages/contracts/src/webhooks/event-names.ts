/**
 * Names that a subscription may have beside those of the events themselves; existing integrations know them. What each of
 * them fires on stands in the webhooks service. Source: contract 50 section 6.
 */
export const olderEventNames = [
  'request.create',
  'request.update',
  'request.close',
  'message.create',
  'lead.create',
  'project_user.invite',
  'project_user.update',
  'project_user.update.agent',
  'project_user.delete',
  'department.create',
  'department.update',
  'department.delete',
  'group.create',
  'group.update',
  'group.delete',
  'faqbot.create',
  'faqbot.update',
  'faqbot.delete',
  'faq.create',
  'faq.update',
  'faq.delete',
  'event.emit',
  'event.emit.request.fully_abandoned',
  'project.create',
  'project.update',
  'project.delete',
] as const;
export type OlderEventName = (typeof olderEventNames)[number];

/** Beginnings of names: what follows is the name of a channel, or of a custom event. */
export const openEventNames = ['message.create.channel.', 'message.create.request.channel.', 'event.emit.'] as const;

/** Events that have a project, each under its own name. Source: contract 50 section 2. */
export const domainEventNames = [
  ...['token.revoked', 'project.created', 'project.updated', 'project.deleted'],
  ...['teammate.invited', 'teammate.joined', 'teammate.updated', 'teammate.availability_changed', 'teammate.removed'],
  ...['group.created', 'group.updated', 'group.deleted', 'department.created', 'department.updated'],
  ...['department.deleted', 'tag.created', 'tag.updated', 'tag.deleted', 'canned.created', 'canned.updated'],
  ...['canned.deleted', 'labels.updated', 'api_token.created', 'api_token.rotated', 'api_token.revoked'],
  'api_token.used_elsewhere',
  'teammate.factor_changed',
  ...['role.created', 'role.updated', 'role.deleted', 'holiday.created', 'holiday.updated', 'holiday.deleted'],
  ...['sign_in_connection.created', 'sign_in_connection.updated', 'sign_in_connection.deleted'],
  ...['sign_in_connection.bypassed', 'sign_in_domain.proved', 'sign_in_domain.lost'],
  ...['request.created', 'request.updated', 'request.routed', 'request.participant_joined'],
  ...['request.participant_left', 'request.assigned', 'request.unassigned', 'request.abandoned', 'request.closed'],
  ...['request.reopened', 'request.rated', 'request.note_added', 'request.note_deleted', 'request.follower_added'],
  ...[
    'request.follower_removed',
    'request.mentioned',
    'request.snoozed',
    'request.woken',
    'request.sla_due_soon',
    'request.sla_breached',
    'request.sla_ended',
    'request.sla_changed',
    'request.merged',
    'request.unmerged',
    'request.absorbed',
    'request.linked',
    'request.unlinked',
    'request.survey_sent',
    'request.survey_skipped',
    'request.deleted',
    'message.scheduled',
    'message.unscheduled',
    'message.created',
    'message.status_changed',
    'message.redacted',
    'event.emitted',
  ],
  ...['policy.created', 'policy.updated', 'policy.deleted'],
  ...['macro.created', 'macro.updated', 'macro.deleted'],
  ...['rule.created', 'rule.updated', 'rule.deleted', 'rule.suspended', 'rule.ran'],
  ...['view.created', 'view.updated', 'view.deleted', 'survey.created', 'survey.updated', 'survey.deleted'],
  ...['hold.created', 'hold.deleted'],
  ...['lead.created', 'lead.updated', 'lead.deleted', 'segment.created', 'segment.updated', 'segment.deleted'],
  ...['segment.member_added', 'segment.member_removed'],
  ...['bot.created', 'bot.updated', 'bot.trashed', 'bot.deleted', 'bot.imported'],
  ...['intent.created', 'intent.updated', 'intent.deleted', 'file.uploaded', 'file.deleted'],
  ...['export.requested', 'export.signed', 'export.deleted'],
  ...['mailbox.created', 'mailbox.updated', 'mailbox.deleted', 'mailbox.failing', 'mailbox.recovered'],
] as const;

const offered = [...olderEventNames, ...openEventNames.map((name) => `${name}<name>`), ...domainEventNames];

/** All of them, for people. */
export const offeredEventNames: string = offered.join(', ');
