import type { Database, Limits, Logger } from '@parley/service-kit';

import type { CodeRepository } from './code/code.repository.ts';
import type { Config } from './config.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { MailRepository } from './mail/mail.repository.ts';
import type { MailLimits } from './mail/mail-limits.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import type { TokenRepository } from './token/token.repository.ts';
import type { PasswordAttempts } from './user/password-attempts.ts';
import type { Passwords } from './user/passwords.ts';
import type { RememberedPasswords } from './user/remembered-passwords.ts';
import type { UserRepository } from './user/user.repository.ts';
import type { User } from './user/user.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  db: Database<PrismaClient>;
  limits: Limits;
  log: Logger;

  tokens: TokenRepository;
  /** Memberships, of people whose row the ambient transaction holds. */
  teammates: {
    /** `last_login_at` of all his memberships. */
    signedIn(userId: string, at: Date): Promise<void>;
    /** `teammate.updated` in each of his projects, if he has another name than before. */
    renamed(user: User, before: User): Promise<void>;
    /** Ends all his memberships; projects without another active owner are deleted. */
    removeMembershipsOf(user: User): Promise<void>;
  };
  invitations: {
    isInvited(email: string): Promise<boolean>;
    /** Pending invitations of his address become memberships. */
    claimInvitationsOf(user: User): Promise<void>;
    /** @throws invitation_not_found, invitation_for_other_address */
    acceptCode(code: string, user: User): Promise<unknown>;
  };

  users: UserRepository;
  codes: CodeRepository;
  passwords: Passwords;
  passwordAttempts: PasswordAttempts;
  rememberedPasswords: RememberedPasswords;

  mails: MailRepository;
  mailLimits: MailLimits;
  mailTransport: MailTransport;
  /** Mails that were given up. */
  parkedMails: { set(count: number): void };
}
