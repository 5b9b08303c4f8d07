import { join } from 'node:path';

import { defineService, type Kit } from '@parley/service-kit';

import { CodeRepository } from './code/code.repository.ts';
import { type Config, config, production } from './config.ts';
import type { Context } from './context.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { MailRepository } from './mail/mail.repository.ts';
import { MailLimits } from './mail/mail-limits.ts';
import { folderTransport, type MailTransport, noMail, smtpTransport } from './mail/mail-transport.ts';
import { PasswordAttempts } from './user/password-attempts.ts';
import { Passwords } from './user/passwords.ts';
import { RememberedPasswords } from './user/remembered-passwords.ts';
import { UserRepository } from './user/user.repository.ts';

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
  jobs,
});

async function buildContext(kit: Kit<Config, PrismaClient>): Promise<Context> {
  const { config, db, limits, log } = kit;
  return { config, db, limits, log, ...(await people(kit)), ...mail(kit) };
}

async function people({ db, limits }: Kit<Config, PrismaClient>) {
  return {
    users: new UserRepository(db),
    codes: new CodeRepository(db),
    passwords: await Passwords.open(),
    passwordAttempts: new PasswordAttempts(limits),
    rememberedPasswords: new RememberedPasswords(),
  };
}

function mail(kit: Kit<Config, PrismaClient>) {
  const mailTransport = mailTransportOf(kit);
  kit.onStop(() => mailTransport.close());
  return {
    mails: new MailRepository(kit.db, kit.secrets),
    mailLimits: new MailLimits(kit.limits),
    mailTransport,
    parkedMails: kit.metrics.gauge('parley_mails_parked', 'Mails that could not be sent for 24 hours'),
  };
}

function mailTransportOf({ config, log }: Kit<Config, PrismaClient>): MailTransport {
  if (config.MAIL === 'off') return noMail;
  if (config.SMTP_URL) return smtpTransport(config.SMTP_URL, config.MAIL_FROM);
  return folderTransport(join(config.PARLEY_DATA, 'mail'), config.MAIL_FROM, (file) =>
    log.info({ file }, 'mail written to a file'),
  );
}
