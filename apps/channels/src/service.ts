import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { exponentialBackoff } from '@parley/service-kit/concurrency';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { taskWorker } from '@parley/service-kit/tasks';

import { contactsClient } from './clients/contacts.client.ts';
import { conversationsClient } from './clients/conversations.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { countMails } from './counts.ts';
import { createMailParser } from './email/mail-parser.ts';
import { maxAttempts, routeMail } from './email/route-mail.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { InboundRepository, routeMailTask } from './inbound/inbound.repository.ts';
import { jobs } from './jobs.ts';
import { MailboxRepository } from './mailbox/mailbox.repository.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { startSmtpListener } from './smtp/smtp-listener.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { ThreadRepository } from './thread/thread.repository.ts';

export const startChannels = defineService({
  name: 'channels',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  idle: ({ worker }) => worker.idle(),
});

async function buildContext(resources: ServiceResources<Config>): Promise<Context> {
  const { db, config, common, log, metrics, secrets, limits, client, onStop } = resources;
  const publicUrl = common.PUBLIC_URL ?? '';
  const parser = createMailParser({ timeoutMs: config.MAIL_PARSE_TIMEOUT });
  onStop(() => parser.stop());
  const base: Omit<Context, 'worker'> = {
    ...{ config, db, log, secrets, limits, parser, publicUrl },
    clock: { now: () => new Date() },
    mailboxes: new MailboxRepository(db),
    inbound: new InboundRepository(db),
    threads: new ThreadRepository(db),
    projects: new ProjectRepository(db),
    subjects: new SubjectRepository(db),
    contacts: contactsClient(client(ContactsServiceService, 'contacts')),
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations')),
    counts: countMails(metrics),
  };
  const context = base as Context;
  context.worker = taskWorker({
    ...{ db, log, maxAttempts },
    handlers: { [routeMailTask]: (task) => routeMail(context, task) },
    backoffMs: exponentialBackoff(2_000, 7_200_000),
  });
  onStop(() => context.worker.stop());
  if (config.MAIL_SMTP_PORT > 0) {
    const host = config.MAIL_SMTP_HOST ?? common.PARLEY_HOST;
    const name = config.MAIL_SMTP_NAME ?? (URL.parse(publicUrl)?.hostname || 'localhost');
    const listener = await startSmtpListener(context, { host, name });
    onStop(() => listener.stop());
  }
  return context;
}
