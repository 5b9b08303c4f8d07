import { join } from 'node:path';

import { createOutbound, outboundOptions } from '@parley/outbound';
import { folderTransport, type MailTransport, noMail, smtpTransport } from '@parley/outbound/mail';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { exponentialBackoff } from '@parley/service-kit/concurrency';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { taskWorker } from '@parley/service-kit/tasks';

import { contactsClient } from './clients/contacts.client.ts';
import { conversationsClient } from './clients/conversations.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { countMails } from './counts.ts';
import { createMailParser } from './email/mail-parser.ts';
import { maxAttempts, routeMail } from './email/route-mail.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { InboundRepository, routeMailTask } from './inbound/inbound.repository.ts';
import { jobs } from './jobs.ts';
import { mailDns } from './mailbox/dns-records.ts';
import { MailboxRepository } from './mailbox/mailbox.repository.ts';
import { startMailSender } from './outbound/mail-sender.ts';
import { OutgoingRepository, reportDeliveryTask } from './outbound/outgoing.repository.ts';
import { reportDelivery } from './outbound/report-delivery.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { startSmtpListener } from './smtp/smtp-listener.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { SuppressionRepository } from './suppression/suppression.repository.ts';
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
  async idle({ worker, sender }) {
    await sender.idle();
    await worker.idle();
  },
});

/** The operator's server, else files in the data folder. */
function installationMailOf({ config, log }: ServiceResources<Config>): MailTransport {
  if (config.MAIL_DELIVERY === 'off') return noMail;
  if (config.SMTP_URL) return smtpTransport(config.SMTP_URL);
  return folderTransport(join(config.PARLEY_DATA, 'mail'), (file) => log.info({ file }, 'mail written to a file'));
}

async function buildContext(resources: ServiceResources<Config>): Promise<Context> {
  const { db, config, common, log, metrics, secrets, limits, client, onStop } = resources;
  const publicUrl = common.PUBLIC_URL ?? '';
  const parser = createMailParser({ timeoutMs: config.MAIL_PARSE_TIMEOUT });
  onStop(() => parser.stop());
  const installationMail = installationMailOf(resources);
  onStop(() => installationMail.close());
  const base: Omit<Context, 'worker' | 'sender'> = {
    ...{ config, db, log, secrets, limits, parser, publicUrl },
    clock: { now: () => new Date() },
    mailboxes: new MailboxRepository(db),
    inbound: new InboundRepository(db),
    threads: new ThreadRepository(db),
    projects: new ProjectRepository(db),
    subjects: new SubjectRepository(db),
    outgoing: new OutgoingRepository(db),
    suppressions: new SuppressionRepository(db),
    outbound: createOutbound(outboundOptions(config)),
    installationMail,
    dns: mailDns(),
    contacts: contactsClient(client(ContactsServiceService, 'contacts')),
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations')),
    workspace: workspaceClient(client(DirectoryServiceService, 'workspace')),
    isVerified: async () => false,
    counts: countMails(metrics),
  };
  const context = base as Context;
  context.worker = taskWorker({
    ...{ db, log, maxAttempts },
    handlers: {
      [routeMailTask]: (task) => routeMail(context, task),
      [reportDeliveryTask]: (task) => reportDelivery(context, task),
    },
    backoffMs: exponentialBackoff(2_000, 7_200_000),
  });
  onStop(() => context.worker.stop());
  context.sender = startMailSender(context);
  onStop(() => context.sender.stop());
  if (config.MAIL_SMTP_PORT > 0) {
    const host = config.MAIL_SMTP_HOST ?? common.PARLEY_HOST;
    const name = config.MAIL_SMTP_NAME ?? (URL.parse(publicUrl)?.hostname || 'localhost');
    const listener = await startSmtpListener(context, { host, name });
    onStop(() => listener.stop());
  }
  return context;
}
