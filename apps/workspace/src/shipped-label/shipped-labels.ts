import type { LabelTexts } from '@parley/contracts';

import { languagesFor } from './language.ts';
import { de } from './shipped-de.ts';
import { en } from './shipped-en.ts';
import { es } from './shipped-es.ts';
import { fr } from './shipped-fr.ts';
import { it } from './shipped-it.ts';
import { pt } from './shipped-pt.ts';

/** The language that stands in for all others. */
export const lastResort = 'EN';

/** A language as Parley ships it; shared, so never changed. */
export interface ShippedLanguage {
  lang: string;
  data: LabelTexts;
}

export const shippedLanguages: readonly ShippedLanguage[] = [
  { lang: lastResort, data: en },
  { lang: 'IT', data: it },
  { lang: 'FR', data: fr },
  { lang: 'DE', data: de },
  { lang: 'ES', data: es },
  { lang: 'PT', data: pt },
];

export const english: ShippedLanguage = { lang: lastResort, data: en };

/** @param language looked up exactly, then by its first part */
export function shippedFor(language: string): ShippedLanguage | undefined {
  for (const candidate of languagesFor(language)) {
    const shipped = shippedLanguages.find(({ lang }) => lang === candidate);
    if (shipped) return shipped;
  }
  return undefined;
}
