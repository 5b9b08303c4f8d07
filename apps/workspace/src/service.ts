import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';

import { createOutbound, outboundOptions } from '@parley/outbound';
import { folderTransport, type MailTransport, noMail, smtpTransport } from '@parley/outbound/mail';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { LRUCache } from '@parley/service-kit/concurrency';
import { eventsPassed } from '@parley/service-kit/consumers';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { orderedTaskWorker } from '@parley/service-kit/tasks';

import { ApiTokenRepository } from './api-token/api-token.repository.ts';
import { ApiTokenUseRepository } from './api-token/api-token-use.repository.ts';
import { CannedRepository } from './canned/canned.repository.ts';
import { botsClient } from './clients/bots.client.ts';
import { activeConversations } from './clients/conversations.client.ts';
import { CodeRepository } from './code/code.repository.ts';
import { type Config, config, production } from './config.ts';
import type { Context } from './context.ts';
import { DepartmentRepository } from './department/department.repository.ts';
import { ChallengeRepository } from './factor/challenge.repository.ts';
import { FactorRepository } from './factor/factor.repository.ts';
import { FactorAttempts } from './factor/factor-attempts.ts';
import { Passkeys } from './factor/passkeys.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { GroupRepository } from './group/group.repository.ts';
import { grpc } from './grpc.ts';
import { HolidayRepository } from './holiday/holiday.repository.ts';
import { http } from './http.ts';
import { ImportRepository } from './import/import.repository.ts';
import { InvitationRepository } from './invitation/invitation.repository.ts';
import { jobs } from './jobs.ts';
import { KeyRepository } from './key/key.repository.ts';
import { LabelRepository } from './label/label.repository.ts';
import { MailLimits } from './mail/mail-limits.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { startMailWorker } from './mail/mail-worker.ts';
import { readConnections } from './oidc/connection.ts';
import { Issuers } from './oidc/issuers.client.ts';
import { OidcRepository } from './oidc/oidc.repository.ts';
import { ErasureRepository } from './project/erasure.repository.ts';
import { OwnProjectsRepository } from './project/own-projects.repository.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { PushDeviceRepository } from './push/push-device.repository.ts';
import { startPushWorker } from './push/push-worker.ts';
import { VapidKey } from './push/vapid-key.ts';
import { WatchedProjects } from './push/watched-projects.ts';
import { RoleRepository } from './role/role.repository.ts';
import { ScimRepository } from './scim/scim.repository.ts';
import { SessionRepository } from './session/session.repository.ts';
import { txtRecords } from './sign-in/domain-records.ts';
import { SignInConnectionRepository } from './sign-in/sign-in-connection.repository.ts';
import { SignInDomainRepository } from './sign-in/sign-in-domain.repository.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { applyTagChange, tagTask } from './tag/apply-tag-change.ts';
import { TagRepository } from './tag/tag.repository.ts';
import { MembershipQueries } from './teammate/membership-queries.repository.ts';
import { PresenceRepository } from './teammate/presence.repository.ts';
import { TeammateRepository } from './teammate/teammate.repository.ts';
import { LiveTokenRepository } from './token/live-token.repository.ts';
import { SigningKeys } from './token/signing-keys.ts';
import { TokenRepository } from './token/token.repository.ts';
import type { TokenRules } from './token/token.ts';
import { TokenHistoryRepository } from './token/token-history.repository.ts';
import { AvatarRepository } from './user/avatar.repository.ts';
import { PasswordAttempts } from './user/password-attempts.ts';
import { PasswordCache } from './user/password-cache.ts';
import { Passwords } from './user/passwords.ts';
import { UserRepository } from './user/user.repository.ts';
import { ProvisionedRepository } from './visitor/provisioned.repository.ts';
import { VisitorRepository } from './visitor/visitor.repository.ts';

/** Cached answers; each holds for one directory version of a project. */
const maxCachedAnswers = 500;

type WorkspaceResources = ServiceResources<Config, PrismaClient>;

export const startWorkspace = defineService({
  name: 'workspace',
  config,
  production,
  database: {
    folder: new URL('../prisma/', import.meta.url),
    prisma: (adapter) => new PrismaClient({ adapter }),
  },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  async idle({ tagWorker, pushWorker }) {
    await tagWorker.idle();
    await pushWorker.idle();
  },
});

async function buildContext(resources: WorkspaceResources): Promise<Context> {
  const { config, db, limits, log, secrets } = resources;
  const signingKeys = await signingKeysOf(resources);
  const accounts = await accountRepositories(resources);
  const project = projectRepositories(resources, signingKeys, accounts.users);
  const tagWorker = orderedTaskWorker(
    resources,
    {
      [tagTask]: (task, signal) => applyTagChange(project, task, signal),
    },
    { [tagTask]: eventsPassed(resources.db, { publisher: 'workspace', consumer: 'workspace-copies' }) },
  );
  resources.onStop(() => tagWorker.stop());
  const base: Omit<Context, 'pushWorker'> = {
    ...{ config, db, limits, log, secrets, signingKeys },
    ...accounts,
    ...mailServices(resources),
    ...remoteServices(resources),
    ...(await pushServices(resources)),
    widgetSettings: new LRUCache({ max: maxCachedAnswers }),
    routingContexts: new LRUCache({ max: maxCachedAnswers }),
    ...{ ...project, tagWorker },
  };

  const context = base as Context;
  context.pushWorker = startPushWorker(context, resources.metrics);
  resources.onStop(() => context.pushWorker.stop());
  const mailWorker = startMailWorker(context, resources.metrics);
  resources.onStop(() => mailWorker.stop());
  return context;
}

/** Clients of the other services. */
function remoteServices({ client, log }: WorkspaceResources) {
  return {
    bots: botsClient(client(BotsServiceService, 'bots'), log),
    activeConversations: activeConversations(client(ConversationsServiceService, 'conversations'), log),
  };
}

async function accountRepositories({ config, db, limits, metrics, secrets }: WorkspaceResources) {
  const passkeys = new Passkeys(config.PUBLIC_URL);
  const hashes = metrics.counter('parley_password_hashes_total', 'Passwords hashed or compared');
  return {
    users: new UserRepository(db),
    avatars: new AvatarRepository(db),
    codes: new CodeRepository(db),
    passwords: await Passwords.open({
      memoryKib: config.PASSWORD_MEMORY_KIB,
      poolThreads: config.UV_THREADPOOL_SIZE,
      onHash: () => hashes.inc(),
    }),
    passwordAttempts: new PasswordAttempts(limits),
    passwordCache: new PasswordCache(),
    passkeys,
    factors: new FactorRepository(db, secrets, passkeys),
    factorAttempts: new FactorAttempts(limits),
    challenges: new ChallengeRepository(db),
    issuers: new Issuers(readConnections(config.OIDC_CONNECTIONS), {
      outbound: createOutbound(outboundOptions(config)),
      publicUrl: config.PUBLIC_URL,
    }),
    oidc: new OidcRepository(db, secrets),
  };
}

function mailServices(resources: WorkspaceResources) {
  const mailTransport = mailTransportOf(resources);
  resources.onStop(() => mailTransport.close());
  return {
    mails: new MailQueue(resources.db, resources.secrets),
    mailLimits: new MailLimits(resources.limits),
    mailTransport,
  };
}

async function pushServices({ config, db, secrets }: WorkspaceResources) {
  const { VAPID_PRIVATE_KEY: privateKey, MAIL_FROM: from } = config;
  const pushDevices = new PushDeviceRepository(db, secrets);
  const subject = `mailto:${/[^\s<]+@[^\s>]+/.exec(from)?.[0]}`;
  return {
    pushDevices,
    watchedProjects: new WatchedProjects(pushDevices),
    vapidKey: privateKey === undefined ? undefined : await VapidKey.read(privateKey, subject),
    outbound: createOutbound(outboundOptions(config)),
  };
}

function mailTransportOf({ config, log }: WorkspaceResources): MailTransport {
  if (config.MAIL_DELIVERY === 'off') return noMail;
  if (config.SMTP_URL) return smtpTransport(config.SMTP_URL);
  return folderTransport(join(config.PARLEY_DATA, 'mail'), (file) => log.info({ file }, 'mail written to a file'));
}

function projectRepositories(
  { db, config, secrets }: WorkspaceResources,
  signingKeys: SigningKeys,
  users: UserRepository,
) {
  const rules = tokenRulesOf(config);
  const tokens = new TokenRepository(db, signingKeys, rules);
  const projects = new ProjectRepository(db);
  const groups = new GroupRepository(db, projects);
  const apiTokens = new ApiTokenRepository(db, projects);
  const teammates = new TeammateRepository(db, { projects, groups, tokens, apiTokens });
  const visitors = new VisitorRepository(db, projects);
  return {
    ...{ tokens, apiTokens, projects, groups, teammates, visitors },
    apiTokenUses: new ApiTokenUseRepository(db),
    liveTokens: new LiveTokenRepository(db),
    sessions: new SessionRepository(db, { keys: signingKeys, rules, tokens }),
    tokenHistory: new TokenHistoryRepository(db),
    keys: new KeyRepository(db, { secrets, projects, tokens }),
    ownProjects: new OwnProjectsRepository(db),
    imports: new ImportRepository(db),
    erasures: new ErasureRepository(db),
    departments: new DepartmentRepository(db, projects),
    membershipQueries: new MembershipQueries(db),
    presence: new PresenceRepository(db, projects),
    subjects: new SubjectRepository(db, { visitors, tokens }),
    provisioned: new ProvisionedRepository(db, { users, projects, teammates, tokens }),
    roles: new RoleRepository(db, projects),
    signInConnections: new SignInConnectionRepository(db, { secrets, projects, publicUrl: config.PUBLIC_URL }),
    signInDomains: new SignInDomainRepository(db, projects),
    txtRecords: txtRecords(config.SIGN_IN_DNS),
    scim: new ScimRepository(db),
    holidays: new HolidayRepository(db, projects),
    tags: new TagRepository(db, projects),
    canned: new CannedRepository(db, projects),
    labels: new LabelRepository(db, projects),
    invitations: new InvitationRepository(db, projects, teammates),
  };
}

function tokenRulesOf(config: Config): TokenRules {
  const { USER_TOKEN_TTL: user, GUEST_TOKEN_TTL: guest, MESSAGING_TOKEN_TTL: messaging } = config;
  const dayMs = 86_400_000;
  return {
    publicUrl: config.PUBLIC_URL,
    messagingSecret: config.MESSAGING_JWT_SECRET,
    ttlMs: {
      ...{ user, guest, messaging },
      provisioned: 30 * dayMs,
      external: 30 * dayMs,
      messagingWithoutParent: Math.min(messaging, dayMs),
      session: config.SESSION_TTL,
      sessionToken: config.SESSION_TOKEN_TTL,
    },
    sessionMaxMs: config.SESSION_MAX,
    maxLive: { user: config.MAX_USER_TOKENS, exchanged: 20, messaging: 20 },
  };
}

function signingKeysOf({ config, log }: WorkspaceResources): Promise<SigningKeys> {
  if (config.TOKEN_SIGNING_KEYS) return SigningKeys.read(config.TOKEN_SIGNING_KEYS);
  log.warn('TOKEN_SIGNING_KEYS is not set: tokens end with this process');
  const { privateKey } = generateKeyPairSync('ed25519');
  return SigningKeys.read(JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }));
}
