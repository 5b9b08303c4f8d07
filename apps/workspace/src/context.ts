import type { Outbound } from '@parley/outbound';
import type { MailTransport } from '@parley/outbound/mail';
import type { LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits, Secrets } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { CachedRoutingContext } from './access/routing-message.grpc.ts';
import type { ApiTokenRepository } from './api-token/api-token.repository.ts';
import type { ApiTokenUseRepository } from './api-token/api-token-use.repository.ts';
import type { CannedRepository } from './canned/canned.repository.ts';
import type { Bots } from './clients/bots.client.ts';
import type { ActiveConversations } from './clients/conversations.client.ts';
import type { CodeRepository } from './code/code.repository.ts';
import type { Config } from './config.ts';
import type { DepartmentRepository } from './department/department.repository.ts';
import type { ChallengeRepository } from './factor/challenge.repository.ts';
import type { FactorRepository } from './factor/factor.repository.ts';
import type { FactorAttempts } from './factor/factor-attempts.ts';
import type { Passkeys } from './factor/passkeys.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { GroupRepository } from './group/group.repository.ts';
import type { HolidayRepository } from './holiday/holiday.repository.ts';
import type { ImportRepository } from './import/import.repository.ts';
import type { InvitationRepository } from './invitation/invitation.repository.ts';
import type { KeyRepository } from './key/key.repository.ts';
import type { LabelRepository } from './label/label.repository.ts';
import type { MailLimits } from './mail/mail-limits.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { Issuers } from './oidc/issuers.client.ts';
import type { OidcRepository } from './oidc/oidc.repository.ts';
import type { ErasureRepository } from './project/erasure.repository.ts';
import type { OwnProjectsRepository } from './project/own-projects.repository.ts';
import type { ProjectRepository } from './project/project.repository.ts';
import type { PushDeviceRepository } from './push/push-device.repository.ts';
import type { VapidKey } from './push/vapid-key.ts';
import type { WatchedProjects } from './push/watched-projects.ts';
import type { RoleRepository } from './role/role.repository.ts';
import type { ScimRepository } from './scim/scim.repository.ts';
import type { SessionRepository } from './session/session.repository.ts';
import type { TxtRecords } from './sign-in/domain-records.ts';
import type { SignInConnectionRepository } from './sign-in/sign-in-connection.repository.ts';
import type { SignInDomainRepository } from './sign-in/sign-in-domain.repository.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { TagRepository } from './tag/tag.repository.ts';
import type { MembershipQueries } from './teammate/membership-queries.repository.ts';
import type { PresenceRepository } from './teammate/presence.repository.ts';
import type { TeammateRepository } from './teammate/teammate.repository.ts';
import type { LiveTokenRepository } from './token/live-token.repository.ts';
import type { SigningKeys } from './token/signing-keys.ts';
import type { TokenRepository } from './token/token.repository.ts';
import type { TokenHistoryRepository } from './token/token-history.repository.ts';
import type { AvatarRepository } from './user/avatar.repository.ts';
import type { PasswordAttempts } from './user/password-attempts.ts';
import type { PasswordCache } from './user/password-cache.ts';
import type { Passwords } from './user/passwords.ts';
import type { UserRepository } from './user/user.repository.ts';
import type { ProvisionedRepository } from './visitor/provisioned.repository.ts';
import type { VisitorRepository } from './visitor/visitor.repository.ts';
import type { SharedSettings } from './widget/widget.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  db: Database<PrismaClient>;
  limits: Limits;
  log: Logger;
  secrets: Secrets;

  tokens: TokenRepository;
  liveTokens: LiveTokenRepository;
  tokenHistory: TokenHistoryRepository;
  apiTokens: ApiTokenRepository;
  apiTokenUses: ApiTokenUseRepository;
  signingKeys: SigningKeys;
  sessions: SessionRepository;
  keys: KeyRepository;

  projects: ProjectRepository;
  ownProjects: OwnProjectsRepository;
  imports: ImportRepository;
  erasures: ErasureRepository;
  departments: DepartmentRepository;
  groups: GroupRepository;
  teammates: TeammateRepository;
  membershipQueries: MembershipQueries;
  presence: PresenceRepository;
  visitors: VisitorRepository;
  provisioned: ProvisionedRepository;
  /** Everything stored about one visitor. */
  subjects: SubjectRepository;
  invitations: InvitationRepository;
  roles: RoleRepository;
  holidays: HolidayRepository;
  tags: TagRepository;
  tagWorker: TaskWorker;
  canned: CannedRepository;
  labels: LabelRepository;

  users: UserRepository;
  avatars: AvatarRepository;
  codes: CodeRepository;
  passwords: Passwords;
  passwordAttempts: PasswordAttempts;
  passwordCache: PasswordCache;

  factors: FactorRepository;
  factorAttempts: FactorAttempts;
  challenges: ChallengeRepository;
  passkeys: Passkeys;
  /** Identity providers, and the connections of the installation. */
  issuers: Issuers;
  oidc: OidcRepository;
  /** Connections and domains of projects. */
  signInConnections: SignInConnectionRepository;
  signInDomains: SignInDomainRepository;
  txtRecords: TxtRecords;
  scim: ScimRepository;

  bots: Bots;
  /** Cache of widget settings, by project and directory version. */
  widgetSettings: LRUCache<string, SharedSettings>;
  /** Cache of routing contexts, by project, directory version and department. */
  routingContexts: LRUCache<string, CachedRoutingContext>;
  /** How many active conversations each teammate has. */
  activeConversations: ActiveConversations;

  pushDevices: PushDeviceRepository;
  watchedProjects: WatchedProjects;
  /** Absent: no push notifications are sent. */
  vapidKey?: VapidKey;
  outbound: Outbound;
  pushWorker: TaskWorker;

  mails: MailQueue;
  mailLimits: MailLimits;
  mailTransport: MailTransport;
}
