import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createOutbound, outboundOptions } from '@parley/outbound';
import { folderTransport, type MailTransport, noMail, smtpTransport } from '@parley/outbound/mail';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { exponentialBackoff } from '@parley/service-kit/concurrency';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { taskWorker } from '@parley/service-kit/tasks';

import { SeenImageRepository } from './attachment/seen-image.repository.ts';
import { contactsClient } from './clients/contacts.client.ts';
import { conversationsClient } from './clients/conversations.client.ts';
import { mediaClient } from './clients/media.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { countMails } from './counts.ts';
import { createMailParser } from './email/mail-parser.ts';
import { mailThread } from './email/mail-thread.ts';
import { maxAttempts, routeMail } from './email/route-mail.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { ImapRepository } from './imap/imap.repository.ts';
import { ImapWorker } from './imap/imap-worker.ts';
import { InboundRepository, routeMailTask } from './inbound/inbound.repository.ts';
import { jobs } from './jobs.ts';
import { mailDns } from './mailbox/dns-records.ts';
import { MailboxRepository } from './mailbox/mailbox.repository.ts';
import { OauthRepository } from './oauth/oauth.repository.ts';
import { startMailSender } from './outbound/mail-sender.ts';
import { OutboundAccountRepository } from './outbound/outbound-account.repository.ts';
import { OutgoingRepository, reportDeliveryTask } from './outbound/outgoing.repository.ts';
import { reportDelivery } from './outbound/report-delivery.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { MailServers } from './server/mail-servers.ts';
import { startSmtpListener } from './smtp/smtp-listener.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { SuppressionRepository } from './suppression/suppression.repository.ts';
import { ThreadRepository } from './thread/thread.repository.ts';
import { TranscriptProjects } from './transcript/transcript-projects.ts';
import { createMailVerifier } from './verify/mail-verifier.ts';

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
  const thread = mailThread({ timeoutMs: config.MAIL_PARSE_TIMEOUT, servers: config.MAIL_DNS });
  onStop(() => thread.stop());
  const parser = createMailParser(thread);
  const installationMail = installationMailOf(resources);
  onStop(() => installationMail.close());
  const name = config.MAIL_SMTP_NAME ?? (URL.parse(publicUrl)?.hostname || 'localhost');
  const verifier = createMailVerifier(thread, name);
  const ca = config.MAIL_CA === undefined ? undefined : readFileSync(config.MAIL_CA, 'utf8');
  const outbound = createOutbound({ ...outboundOptions(config), ...(ca && { ca: [ca] }) });
  const mailboxes = new MailboxRepository(db);
  const workspace = workspaceClient(client(DirectoryServiceService, 'workspace'));
  const base: Omit<Context, 'worker' | 'reader' | 'sender'> = {
    ...{ config, db, log, secrets, limits, parser, verifier, publicUrl, outbound, mailboxes },
    servers: new MailServers({ outbound, ports: config.MAIL_PORTS, ca }),
    imap: new ImapRepository(db, mailboxes),
    oauth: new OauthRepository(db),
    clock: { now: () => new Date() },
    inbound: new InboundRepository(db),
    threads: new ThreadRepository(db),
    projects: new ProjectRepository(db),
    subjects: new SubjectRepository(db),
    seenImages: new SeenImageRepository(db),
    media: mediaClient(client(MediaServiceService, 'media')),
    outgoing: new OutgoingRepository(db),
    outboundAccounts: new OutboundAccountRepository(db, mailboxes),
    suppressions: new SuppressionRepository(db),
    installationMail,
    dns: mailDns(),
    contacts: contactsClient(client(ContactsServiceService, 'contacts')),
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations')),
    workspace,
    transcriptProjects: new TranscriptProjects(mailboxes, workspace),
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
  context.reader = new ImapWorker(context, { leaseMs: common.LEASE });
  onStop(() => context.reader.stop());
  context.sender = startMailSender(context);
  onStop(() => context.sender.stop());
  if (config.MAIL_SMTP_PORT > 0) {
    const host = config.MAIL_SMTP_HOST ?? common.PARLEY_HOST;
    const listener = await startSmtpListener(context, { host, name });
    onStop(() => listener.stop());
  }
  return context;
}
