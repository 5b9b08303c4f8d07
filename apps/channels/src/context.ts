import type { Outbound } from '@parley/outbound';
import type { MailTransport } from '@parley/outbound/mail';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits, Secrets } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { SeenImageRepository } from './attachment/seen-image.repository.ts';
import type { ContactsClient } from './clients/contacts.client.ts';
import type { ConversationsClient } from './clients/conversations.client.ts';
import type { MediaClient } from './clients/media.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { MailCounts } from './counts.ts';
import type { MailParser } from './email/mail-parser.ts';
import type { ImapRepository } from './imap/imap.repository.ts';
import type { InboundRepository } from './inbound/inbound.repository.ts';
import type { MailDns } from './mailbox/dns-records.ts';
import type { MailboxRepository } from './mailbox/mailbox.repository.ts';
import type { OauthRepository } from './oauth/oauth.repository.ts';
import type { OutboundAccountRepository } from './outbound/outbound-account.repository.ts';
import type { OutgoingRepository } from './outbound/outgoing.repository.ts';
import type { ProjectRepository } from './project/project.repository.ts';
import type { MailServers } from './server/mail-servers.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { SuppressionRepository } from './suppression/suppression.repository.ts';
import type { ThreadRepository } from './thread/thread.repository.ts';
import type { TranscriptProjects } from './transcript/transcript-projects.ts';
import type { MailVerifier } from './verify/mail-verifier.ts';

/** The current time; tests advance it. */
interface Clock {
  now(): Date;
}

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  clock: Clock;
  secrets: Secrets;
  limits: Limits;
  /** Address of the gateway for clients. */
  publicUrl: string;
  mailboxes: MailboxRepository;
  inbound: InboundRepository;
  threads: ThreadRepository;
  projects: ProjectRepository;
  subjects: SubjectRepository;
  conversations: ConversationsClient;
  contacts: ContactsClient;
  media: MediaClient;
  seenImages: SeenImageRepository;
  workspace: WorkspaceClient;
  parser: MailParser;
  verifier: MailVerifier;
  counts: MailCounts;
  outgoing: OutgoingRepository;
  outboundAccounts: OutboundAccountRepository;
  suppressions: SuppressionRepository;
  transcriptProjects: TranscriptProjects;
  /** Calls token endpoints, and checks mail servers that projects have named. */
  outbound: Outbound;
  servers: MailServers;
  imap: ImapRepository;
  oauth: OauthRepository;
  dns: MailDns;
  /** The mail server of the installation. */
  installationMail: MailTransport;
  /** Reads mailboxes by IMAP; `wake`: one was stored, changed or removed. */
  reader: { wake(): void; stop(): Promise<void> };
  /** Sends what goes out. */
  sender: { wake(): void; idle(): Promise<void>; stop(): Promise<void> };
  /** Works on stored mails. */
  worker: TaskWorker;
}
