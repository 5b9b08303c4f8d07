import type { MailTexts } from './mail-text.ts';
import { de } from './texts-de.ts';
import { en } from './texts-en.ts';
import { es } from './texts-es.ts';
import { fr } from './texts-fr.ts';
import { it } from './texts-it.ts';
import { pt } from './texts-pt.ts';

export const mailTexts = { en, it, fr, de, es, pt } as const satisfies Record<string, MailTexts>;

export type MailLanguage = keyof typeof mailTexts;

/** The first of the languages in which there are mails, else English. @param tags such as `pt-BR` or `DE` */
export function mailLanguageFor(...tags: unknown[]): MailLanguage {
  for (const tag of tags) {
    const [language = ''] = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/) : [];
    if (Object.hasOwn(mailTexts, language)) return language as MailLanguage;
  }
  return 'en';
}
