import type { Dialogues, Language } from './dialogue.ts';
import { de } from './dialogues-de.ts';
import { en } from './dialogues-en.ts';
import { es } from './dialogues-es.ts';
import { fr } from './dialogues-fr.ts';
import { it } from './dialogues-it.ts';
import { pt } from './dialogues-pt.ts';

/** What customers, agents and the bot say, by language. */
export const dialogues: Readonly<Record<Language, Dialogues>> = { en, de, fr, it, es, pt };
