import { type I18n, setupI18n } from '@lingui/core';

import english from '../locales/en.json' with { type: 'json' };

/** A text of the console, by its key. */
export type MessageId = keyof typeof english;

const languages = ['en', 'it', 'fr', 'de', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

type Catalogue = Record<string, string>;

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  it: () => import('../locales/it.json'),
  fr: () => import('../locales/fr.json'),
  de: () => import('../locales/de.json'),
  es: () => import('../locales/es.json'),
  pt: () => import('../locales/pt.json'),
};

/** English words from right to left, to check that the layout mirrors: `?lang=ar-XB`. */
const mirrored = 'ar-XB';

/** The language of the person, else of the browser, else English. */
export function chosenLanguage(preferred: string | undefined, asked: string | null): Language | typeof mirrored {
  if (asked === mirrored) return mirrored;
  const wanted = [asked, preferred, ...navigator.languages];
  return wanted.map((tag) => languages.find((language) => tag?.split('-')[0] === language)).find(Boolean) ?? 'en';
}

/** Loads the texts of a language, and turns the page into its direction. */
export async function loadLanguage(language: Language | typeof mirrored): Promise<I18n> {
  const locale = language === mirrored ? 'en' : language;
  const messages = locale === 'en' ? english : (await catalogues[locale]()).default;
  document.documentElement.lang = locale;
  document.documentElement.dir = language === mirrored ? 'rtl' : 'ltr';
  return setupI18n({ locale, messages: { [locale]: messages } });
}
