import { visibleText } from '@parley/testkit';

import type { MailTemplate, MailTexts } from '../mail-text/mail-text.ts';
import { type MailLanguage, mailLanguageFor, mailTexts } from '../mail-text/mail-texts.ts';
import { backoffMs, type Mail, maxAttempts, renderMail } from './mail.ts';

const dashboard = 'https://desk.example';
const colours = { colour: '#0b6e4f' };
const languages = Object.keys(mailTexts) as MailLanguage[];
const templates = Object.keys(mailTexts.en.mails) as MailTemplate[];

/** Names as long as they may be, with what markup and headers are made of. */
const longest = `<script>alert("1")</script> & 'Co'\r\nBcc: x${'𝄞'.repeat(20)}`;
const mails: { [Template in MailTemplate]: Extract<Mail, { template: Template }>['data'] } = {
  verification: { firstname: longest, id_user: 'u1', code: 'c0de' },
  password_reset: { firstname: longest, key: 'k3y' },
  password_changed: { firstname: longest },
  already_registered: {},
  invitation: {
    ...{ id_project: 'p1', project: longest, inviter: longest, code: 'c0de' },
    ...{ firstname: longest, lastname: longest },
  },
  connection_bypassed: {
    ...{ id_project: 'p1', project: longest, firstname: longest, person: longest, connection: longest },
  },
  mailbox_failing: {
    ...{ id_project: 'p1', project: longest, firstname: longest, mailbox: longest, fault: 'auth_failed' as const },
  },
  mailbox_not_sending: {
    ...{ id_project: 'p1', project: longest, firstname: longest, mailbox: longest, fault: 'timeout' as const },
  },
  mailbox_sends_again: { id_project: 'p1', project: longest, firstname: longest, mailbox: longest },
  mailbox_recovered: { id_project: 'p1', project: longest, firstname: longest, mailbox: longest },
  joined_project: { id_project: 'p1', project: longest, inviter: longest, firstname: longest },
};
const sampleOf = (template: MailTemplate) => ({ template, data: mails[template] }) as Mail;
const rendered = (mail: Mail, language: MailLanguage = 'en') => renderMail(mail, { language, colours }, dashboard);

it.each<[Mail, string]>([
  [
    { template: 'verification', data: { firstname: 'Ada', id_user: 'u1', code: 'c0de' } },
    'https://desk.example/#/verify/email/u1/c0de',
  ],
  [{ template: 'password_reset', data: { firstname: 'Ada', key: 'k3y' } }, 'https://desk.example/#/resetpassword/k3y'],
  [{ template: 'password_changed', data: { firstname: 'Ada' } }, 'https://desk.example/#/forgotpsw'],
  [{ template: 'already_registered', data: {} }, 'https://desk.example/#/login'],
  [
    {
      template: 'invitation',
      data: { project: 'Acme/West', inviter: 'Grace', code: 'c0de', firstname: 'Ada', lastname: 'L' },
    },
    'https://desk.example/#/handle-invitation/c0de/Acme%2FWest/Ada/L',
  ],
  [
    { template: 'joined_project', data: { project: 'Acme', inviter: 'Grace', id_project: 'p1', firstname: 'Ada' } },
    'https://desk.example/#/project/p1/home',
  ],
])('links to the dashboard, and nowhere else, in %o', (mail, link) => {
  const { text, html } = rendered(mail);

  expect(text.split('\n')).toContain(link);
  expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href))).toEqual(new Set([link]));
});

describe.each(languages)('in %s', (language) => {
  it.each(templates)('says the same in text and HTML of %s, with its names as text, in at most 30 kB', (template) => {
    const { subject, text, html } = rendered(sampleOf(template), language);

    const sentences = text.split('\n').filter(Boolean);
    const seen = visibleText(html);
    for (const sentence of [subject, ...sentences]) expect(seen).toContain(sentence.replace(/:$/, ''));
    expect(sentences.length).toBeGreaterThanOrEqual(5);
    expect(html).not.toMatch(/<(script|img|link)\b|\ssrc=|url\(/i);
    expect(`${subject}\n${text}`).not.toMatch(/[<>\r]|\{\w+\}/);
    expect(subject).not.toContain('\n');
    expect(Buffer.byteLength(html) + Buffer.byteLength(text)).toBeLessThan(30_000);
  });

  it('has the texts of English, each with the same names in it', () => {
    expect(namesOf(mailTexts[language])).toEqual(namesOf(mailTexts.en));
    if (language !== 'en') {
      for (const template of templates) {
        expect(mailTexts[language].mails[template].subject).not.toBe(mailTexts.en.mails[template].subject);
      }
    }
  });
});

/** The placeholders of each text, by its place. */
function namesOf(texts: MailTexts): Record<string, string[]> {
  const walk = (value: unknown, path: string): [string, string[]][] =>
    typeof value === 'string'
      ? [[path, (value.match(/\{\w+\}/g) ?? []).sort()]]
      : Object.entries(value as object).flatMap(([key, inner]) => walk(inner, `${path}.${key}`));
  return Object.fromEntries(walk(texts, ''));
}

it('is sent in the name and colour of the project that it is about, else of Parley', () => {
  const invitation = { template: 'invitation', data: { project: 'Acme', inviter: 'Grace', code: 'c' } } as const;

  expect(rendered(invitation).html).toContain('>Acme</td>');
  expect(rendered(invitation).html).toContain('background:#0b6e4f');
  expect(rendered(sampleOf('already_registered')).html).toContain('>Parley</td>');
  expect(rendered(sampleOf('already_registered')).html).not.toContain('#0b6e4f');
});

it('greets without a name where nothing of the name can be shown', () => {
  const { text } = rendered({ template: 'password_changed', data: { firstname: '<>' } });

  expect(text.split('\n')[0]).toBe('Hello,');
});

it('keeps the subject of an invitation on one line', () => {
  const data = { project: 'Acme\nBcc: x', inviter: 'Eve\r\nTo: y', code: 'c' };

  expect(rendered({ template: 'invitation', data }).subject).toBe('Eve To: y invites you to Acme Bcc: x');
});

it.each<[unknown[], MailLanguage]>([
  [['de', 'FR'], 'de'],
  [[undefined, 'PT-BR'], 'pt'],
  [['xx', 'es_MX'], 'es'],
  [[{ $ne: 1 }, 'constructor'], 'en'],
  [[], 'en'],
])('takes the first language that there is of %j: %s', (tags, language) => {
  expect(mailLanguageFor(...tags)).toBe(language);
});

it('retries a failed mail for 24 hours with growing backoff, then gives up', () => {
  const waitsMs = Array.from({ length: maxAttempts - 1 }, (_, failures) => backoffMs(failures + 1));
  const hours = waitsMs.reduce((sum, waitMs) => sum + waitMs, 0) / 3_600_000;

  expect(waitsMs.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
  expect(Math.max(...waitsMs)).toBe(3_600_000);
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThan(25);
});
