import actions from '../locales/actions/en.json' with { type: 'json' };
import type { MessageId } from './language.ts';
import type { Translate } from './texts.tsx';

/** Why one of several changes was refused, by its code. Needs the texts of `actions`. */
export function refusalWords(code: string, t: Translate): string {
  const id = `bulk.reason.${code}`;
  return id in actions ? t(id as MessageId) : t('bulk.reason.other', { code });
}
