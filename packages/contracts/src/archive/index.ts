import type { z } from 'zod';

import type { ServiceName } from '../define-api.ts';
import * as conversations from './conversations.ts';
import * as others from './others.ts';
import * as workspace from './workspace.ts';

/** The kinds of an archive with their owners, in the order of loading. Source: contract 90 section 2. */
export const archiveKinds = {
  project: { service: 'workspace', schema: workspace.project },
  user: { service: 'workspace', schema: workspace.user },
  role: { service: 'workspace', schema: workspace.role },
  membership: { service: 'workspace', schema: workspace.membership },
  group: { service: 'workspace', schema: workspace.group },
  department: { service: 'workspace', schema: workspace.department },
  tag: { service: 'workspace', schema: workspace.tag },
  canned: { service: 'workspace', schema: workspace.canned },
  labels: { service: 'workspace', schema: workspace.labels },
  holiday: { service: 'workspace', schema: workspace.holiday },
  ban: { service: 'workspace', schema: workspace.ban },
  bot: { service: 'bots', schema: others.bot },
  intent: { service: 'bots', schema: others.intent },
  property: { service: 'contacts', schema: others.property },
  lead: { service: 'contacts', schema: others.lead },
  segment: { service: 'contacts', schema: others.segment },
  hours: { service: 'conversations', schema: conversations.hours },
  policy: { service: 'conversations', schema: conversations.policy },
  macro: { service: 'conversations', schema: conversations.macro },
  rule: { service: 'conversations', schema: conversations.rule },
  view: { service: 'conversations', schema: conversations.view },
  survey: { service: 'conversations', schema: conversations.survey },
  request: { service: 'conversations', schema: conversations.request },
  message: { service: 'conversations', schema: conversations.message },
  history: { service: 'conversations', schema: conversations.history },
  read: { service: 'conversations', schema: conversations.read },
  direct_message: { service: 'conversations', schema: conversations.directMessage },
  survey_ask: { service: 'conversations', schema: conversations.surveyAsk },
  link: { service: 'conversations', schema: conversations.link },
  hold: { service: 'conversations', schema: conversations.hold },
  scheduled: { service: 'conversations', schema: conversations.scheduled },
  clock: { service: 'conversations', schema: conversations.clock },
  parameters: { service: 'bots', schema: others.parameters },
  file: { service: 'media', schema: others.file },
  subscription: { service: 'webhooks', schema: others.subscription },
  mailbox: { service: 'channels', schema: others.mailbox },
  mail: { service: 'channels', schema: others.mail },
  thread: { service: 'channels', schema: others.thread },
  outgoing_mail: { service: 'channels', schema: others.outgoingMail },
  suppression: { service: 'channels', schema: others.suppression },
  activity: { service: 'analytics', schema: others.activity },
} as const satisfies Record<string, { service: ServiceName; schema: z.ZodObject }>;

export type ArchiveKind = keyof typeof archiveKinds;

/** A record of a kind, as its owner reads it. */
export type ArchiveRecord<Kind extends ArchiveKind> = z.output<(typeof archiveKinds)[Kind]['schema']>;

/** Kinds that are loaded when the project opens: what they hold moves by itself. */
export const kindsOfActivation: readonly ArchiveKind[] = ['scheduled', 'clock'];
