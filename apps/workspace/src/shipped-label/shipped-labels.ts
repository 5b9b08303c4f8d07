import type { LabelTexts } from '@parley/contracts';

import { ar } from './shipped-ar.ts';
import { az } from './shipped-az.ts';
import { de } from './shipped-de.ts';
import { en } from './shipped-en.ts';
import { es } from './shipped-es.ts';
import { fr } from './shipped-fr.ts';
import { it } from './shipped-it.ts';
import { kk } from './shipped-kk.ts';
import { pt } from './shipped-pt.ts';
import { ru } from './shipped-ru.ts';
import { sr } from './shipped-sr.ts';
import { sv } from './shipped-sv.ts';
import { tr } from './shipped-tr.ts';
import { uk } from './shipped-uk.ts';
import { uz } from './shipped-uz.ts';

/** Used where a language is not shipped. */
export const fallbackLanguage = 'EN';

/** A shipped language. The objects are shared: do not mutate. */
export interface ShippedLanguage {
  lang: string;
  data: LabelTexts;
}

export const shippedLanguages: readonly ShippedLanguage[] = [
  { lang: fallbackLanguage, data: en },
  { lang: 'IT', data: it },
  { lang: 'FR', data: fr },
  { lang: 'DE', data: de },
  { lang: 'ES', data: es },
  { lang: 'PT', data: pt },
  { lang: 'AR', data: ar },
  { lang: 'AZ', data: az },
  { lang: 'KK', data: kk },
  { lang: 'RU', data: ru },
  { lang: 'SR', data: sr },
  { lang: 'SV', data: sv },
  { lang: 'TR', data: tr },
  { lang: 'UK', data: uk },
  { lang: 'UZ', data: uz },
];

export const english: ShippedLanguage = { lang: fallbackLanguage, data: en };

/** @param language upper case; looked up exactly, then by its first part */
export function shippedFor(language: string): ShippedLanguage | undefined {
  for (const candidate of languagesFor(language)) {
    const shipped = shippedLanguages.find(({ lang }) => lang === candidate);
    if (shipped) return shipped;
  }
  return undefined;
}

/** Initial labels of a project in a language: the shipped ones, else the English ones under that language. */
export function cloneFor(language: string): ShippedLanguage {
  return shippedFor(language) ?? { ...english, lang: language };
}

/** The tags a language is looked up by, most specific first: `PT-BR`, then `PT`. @param language upper case */
export function languagesFor(language: string): string[] {
  const [first = language] = language.split(/[-_]/);
  return first === language ? [language] : [language, first];
}
