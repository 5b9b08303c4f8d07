import type { ServerFault } from '@parley/contracts';
import { exponentialBackoff } from '@parley/service-kit/concurrency';
import { type MailBrand, renderMailPage, shownName, withNames } from '@parley/service-kit/mail';

import { type MailLanguage, mailTexts } from '../mail-text/mail-texts.ts';

/** What mails about a mailbox name. */
type OfMailbox = { project: string; id_project: string; firstname: string; mailbox: string };

/** A mail as operations request it: template and data. Tasks of earlier releases have no `id_project` in invitations. */
export type Mail =
  | { template: 'verification'; data: { firstname: string; id_user: string; code: string } }
  | { template: 'password_reset'; data: { firstname: string; key: string } }
  | { template: 'password_changed'; data: { firstname: string } }
  | { template: 'already_registered'; data: Record<string, never> }
  | {
      template: 'invitation';
      data: {
        project: string;
        inviter: string;
        code: string;
        id_project?: string;
        firstname?: string;
        lastname?: string;
      };
    }
  | {
      template: 'connection_bypassed';
      data: { project: string; id_project: string; firstname: string; person: string; connection: string };
    }
  | { template: 'mailbox_failing'; data: OfMailbox & { fault: ServerFault } }
  | { template: 'mailbox_not_sending'; data: OfMailbox & { fault: ServerFault } }
  | { template: 'mailbox_recovered'; data: OfMailbox }
  | { template: 'mailbox_sends_again'; data: OfMailbox }
  | { template: 'joined_project'; data: { project: string; inviter: string; id_project: string; firstname?: string } };

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** What a mail does not carry itself, since it may change until the mail is sent. */
export interface MailAudience {
  language: MailLanguage;
  /** Colours of the project that the mail is about. */
  colours?: Omit<MailBrand, 'name'>;
}

/** Renders a mail, with links to the dashboard only. Names are the only user-controlled text in it. */
export function renderMail(mail: Mail, { language, colours }: MailAudience, dashboardUrl: string): MailContent {
  const { template, data } = mail;
  const texts = mailTexts[language];
  const { subject, above, button, below } = texts.mails[template];
  const project = 'project' in data ? data.project : undefined;
  const say = (text: string) => withNames(text, { ...data });
  const isAddressed = 'firstname' in data && shownName(data.firstname ?? '') !== '';

  const page = renderMailPage({
    language,
    brand: project === undefined ? { name: 'Parley' } : { ...colours, name: project },
    title: say(subject),
    greeting: say(isAddressed ? texts.greeting : texts.greetingWithoutName),
    above: [...above.map(say), ...('fault' in data ? [texts.faults[data.fault]] : [])],
    button: { label: say(button), href: linkOf(mail, dashboardUrl) },
    below: below.map(say),
    fallback: texts.fallback,
    footer: say(project === undefined ? texts.footer : texts.footerOfProject),
  });
  return { subject: say(subject), ...page };
}

function linkOf(mail: Mail, dashboardUrl: string): string {
  switch (mail.template) {
    case 'verification':
      return link(dashboardUrl, 'verify', 'email', mail.data.id_user, mail.data.code);
    case 'password_reset':
      return link(dashboardUrl, 'resetpassword', mail.data.key);
    case 'password_changed':
      return link(dashboardUrl, 'forgotpsw');
    case 'already_registered':
      return link(dashboardUrl, 'login');
    case 'invitation': {
      const { code, project, firstname = '', lastname = '' } = mail.data;
      return link(dashboardUrl, 'handle-invitation', code, project, firstname, lastname);
    }
    case 'joined_project':
    case 'connection_bypassed':
    case 'mailbox_failing':
    case 'mailbox_recovered':
    case 'mailbox_not_sending':
    case 'mailbox_sends_again':
      return link(dashboardUrl, 'project', mail.data.id_project, 'home');
  }
}

function link(dashboardUrl: string, ...path: string[]): string {
  return `${dashboardUrl}/#/${path.map(encodeURIComponent).join('/')}`;
}

/** Attempts before a mail is given up; the backoff adds up to 24 hours. Source: contract 10 section 11. */
export const maxAttempts = 33;

/** Backoff after the n-th failure. */
export const backoffMs = exponentialBackoff(10_000, 3_600_000);
