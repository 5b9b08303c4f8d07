import type { ThreadMessage } from '../conversation/thread.ts';
import { isObject } from './actions.ts';
import type { AnswerButton } from './micro-language.ts';

export type SentButton = AnswerButton;

/** Which intent answered, and how sure the bot was, of 100. Source: contract 60 section 7.3. */
export interface Turn {
  intent: string;
  confidence: number;
  isFallback: boolean;
}

export function turnOf({ attributes: { intent_info: info } }: Pick<ThreadMessage, 'attributes'>): Turn | undefined {
  if (!isObject(info) || typeof info.intent_name !== 'string') return undefined;
  const { intent_name: intent, confidence, is_fallback } = info;
  return { intent, confidence: typeof confidence === 'number' ? confidence : 0, isFallback: is_fallback === true };
}

/** The picture or page of a message. */
export function mediaIn({ type, metadata }: Pick<ThreadMessage, 'type' | 'metadata'>) {
  const src = metadata?.src;
  if (typeof src !== 'string') return undefined;
  return { kind: type === 'frame' ? ('frame' as const) : ('image' as const), src };
}

/** The buttons of a message as the API stores them. Source: contract 21 section 7.2. */
export function buttonsIn({ attributes: { attachment } }: Pick<ThreadMessage, 'attributes'>): SentButton[] {
  const buttons = isObject(attachment) ? attachment.buttons : undefined;
  if (!Array.isArray(buttons)) return [];
  return buttons.filter(isObject).flatMap(({ type, value, action, show_echo, link }): SentButton[] => {
    if (typeof value !== 'string') return [];
    if (type === 'url') return typeof link === 'string' ? [{ label: value, link, isEchoed: false }] : [];
    if (type === 'action')
      return typeof action === 'string' ? [{ label: value, action, isEchoed: show_echo === true }] : [];
    return [{ label: value, isEchoed: true }];
  });
}
