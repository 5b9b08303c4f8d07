import { type I18n, setupI18n } from '@lingui/core';

import type account from '../locales/account/en.json';
import type actions from '../locales/actions/en.json';
import type analytics from '../locales/analytics/en.json';
import type automation from '../locales/automation/en.json';
import type bots from '../locales/bots/en.json';
import type contacts from '../locales/contacts/en.json';
import english from '../locales/core/en.json' with { type: 'json' };
import type entrance from '../locales/entrance/en.json';
import type settings from '../locales/settings/en.json';
import type team from '../locales/team/en.json';
import type transfer from '../locales/transfer/en.json';
import type welcome from '../locales/welcome/en.json';

/** A text of the console, by its key. Keys of a part are there once its route, or the part itself, has loaded them. */
export type MessageId =
  | keyof typeof english
  | keyof typeof account
  | keyof typeof actions
  | keyof typeof analytics
  | keyof typeof automation
  | keyof typeof bots
  | keyof typeof contacts
  | keyof typeof entrance
  | keyof typeof settings
  | keyof typeof team
  | keyof typeof transfer
  | keyof typeof welcome;

/** Folders of `src/locales` whose texts come with their route, or with what is shown on demand. */
export type Part =
  | 'account'
  | 'actions'
  | 'analytics'
  | 'automation'
  | 'bots'
  | 'contacts'
  | 'entrance'
  | 'settings'
  | 'team'
  | 'transfer'
  | 'welcome';

export const languages = ['en', 'it', 'fr', 'de', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

type Catalogue = Record<string, string>;

const catalogues = import.meta.glob<Catalogue>(['../locales/*/*.json', '!../locales/core/en.json'], {
  import: 'default',
});

/** English words from right to left, to check that the layout mirrors: `?lang=ar-XB`. */
const mirrored = 'ar-XB';

/** What the address asks for, else the language of the person, else of the browser, else English. */
export function chosenLanguage(preferred: string | undefined): Language | typeof mirrored {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === mirrored) return mirrored;
  return [asked, preferred, ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';
}

/** The console's language for a tag such as `pt-BR`, if it has one. */
function languageOf(tag: unknown): Language | undefined {
  return languages.find((language) => typeof tag === 'string' && tag.split('-')[0] === language);
}

/** Parts of the console whose texts the page has loaded. */
const loadedParts = new Set<Part>();

/** Loads the texts of a language, and turns the page into its direction. */
export async function loadLanguage(language: Language | typeof mirrored): Promise<I18n> {
  const locale = language === mirrored ? 'en' : language;
  const messages = await catalogue('core', locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = language === mirrored ? 'rtl' : 'ltr';
  return setupI18n({ locale, messages: { [locale]: messages } });
}

/** Turns a page that is shown into another language. */
export async function switchLanguage(i18n: I18n, language: Language): Promise<void> {
  if (i18n.locale === language) return;
  const parts = ['core', ...loadedParts] as const;
  const catalogues = await Promise.all(parts.map((part) => catalogue(part, language)));
  document.documentElement.lang = language;
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...catalogues) });
}

/** Adds the texts of parts of the console, in the language of the page. */
export async function loadTexts(i18n: I18n, ...parts: Part[]): Promise<void> {
  for (const part of parts) loadedParts.add(part);
  const catalogues = await Promise.all(parts.map((part) => catalogue(part, i18n.locale)));
  i18n.load(i18n.locale, Object.assign({}, ...catalogues));
}

async function catalogue(part: Part | 'core', locale: string): Promise<Catalogue> {
  if (part === 'core' && locale === 'en') return english;
  const load = catalogues[`../locales/${part}/${locale}.json`];
  if (!load) throw new Error(`There are no texts of ${part} in ${locale}.`);
  return load();
}
