import { exponentialBackoff } from '@parley/service-kit/concurrency';

/** A mail as operations request it: template and data. The texts are below. */
export type Mail =
  | { template: 'verification'; data: { firstname: string; id_user: string; code: string } }
  | { template: 'password_reset'; data: { firstname: string; key: string } }
  | { template: 'password_changed'; data: { firstname: string } }
  | { template: 'already_registered'; data: Record<string, never> }
  | {
      template: 'invitation';
      data: { project: string; inviter: string; code: string; firstname?: string; lastname?: string };
    }
  | { template: 'joined_project'; data: { project: string; inviter: string; id_project: string; firstname?: string } };

export type MailTemplate = Mail['template'];

export interface MailContent {
  subject: string;
  text: string;
}

/** Renders a mail as plain text, with links to the dashboard only. */
export function renderMail(mail: Mail, dashboardUrl: string): MailContent {
  switch (mail.template) {
    case 'verification':
      return compose('Confirm your e-mail address', mail.data.firstname, [
        'Please confirm that this e-mail address is yours. The link works once, for 24 hours:',
        link(dashboardUrl, 'verify', 'email', mail.data.id_user, mail.data.code),
        'If you did not make an account, ignore this mail.',
      ]);
    case 'password_reset':
      return compose('Set a new password', mail.data.firstname, [
        'Somebody, probably you, asked for a new password. The link works once, for one hour:',
        link(dashboardUrl, 'resetpassword', mail.data.key),
        'If it was not you, ignore this mail: your password stays as it is.',
      ]);
    case 'password_changed':
      return compose('Your password was changed', mail.data.firstname, [
        'The password of your account was changed, and other sessions have ended.',
        'If it was not you, ask for a new password at once:',
        link(dashboardUrl, 'forgotpsw'),
      ]);
    case 'already_registered':
      return compose('You have an account already', undefined, [
        'Somebody, probably you, tried to make an account with this address. There is one already; sign in here:',
        link(dashboardUrl, 'login'),
        'If you forgot the password, ask for a new one there. If it was not you, ignore this mail.',
      ]);
    case 'invitation':
      return compose(`${shown(mail.data.inviter)} invites you to ${shown(mail.data.project)}`, mail.data.firstname, [
        `${shown(mail.data.inviter)} invites you to join the project ${shown(mail.data.project)}. The link works for 30 days:`,
        invitationLink(dashboardUrl, mail.data),
        'If you do not know what this is about, ignore this mail.',
      ]);
    case 'joined_project':
      return compose(`You have joined ${shown(mail.data.project)}`, mail.data.firstname, [
        `${shown(mail.data.inviter)} has added you to the project ${shown(mail.data.project)}:`,
        link(dashboardUrl, 'project', mail.data.id_project, 'home'),
      ]);
  }
}

/**
 * A name as mails show it: one line, without anything that a mail client would turn into a link. Names are the only
 * user-controlled text in a mail.
 */
export function shown(name: string): string {
  const wordJoiner = '\u2060';
  return name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s<>]+/gu, ' ')
    .trim()
    .replace(/[.:/@\\](?=\S)/g, (mark) => mark + wordJoiner);
}

function compose(subject: string, firstname: string | undefined, paragraphs: string[]): MailContent {
  const greeting = firstname && shown(firstname) ? `Hello ${shown(firstname)},` : 'Hello,';
  return { subject, text: `${[greeting, ...paragraphs].join('\n\n')}\n` };
}

function invitationLink(
  dashboardUrl: string,
  { code, project, firstname, lastname }: { code: string; project: string; firstname?: string; lastname?: string },
): string {
  return link(dashboardUrl, 'handle-invitation', code, project, firstname ?? '', lastname ?? '');
}

function link(dashboardUrl: string, ...path: string[]): string {
  return `${dashboardUrl}/#/${path.map(encodeURIComponent).join('/')}`;
}

/** Attempts before a mail is given up; the backoff adds up to 24 hours. Source: contract 10 section 11. */
export const maxAttempts = 33;

/** Backoff after the n-th failure. */
export const backoffMs = exponentialBackoff(10_000, 3_600_000);
