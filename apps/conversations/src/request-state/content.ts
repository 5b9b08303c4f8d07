import { type MessageType, parseMicroLanguage } from '@parley/contracts';

import { isPrivate } from './message.ts';

/** The content of a message as it is stored. */
export interface Content {
  text: string;
  type: MessageType;
  metadata: Record<string, unknown> | null;
  attributes: Record<string, unknown>;
}

export type TextCommand = 'agent' | 'close';

/**
 * Parses the micro-language if the sender has enabled it. Source: contract 21 section 7.2.
 * @param raw the text as it was sent
 */
export function interpreted(content: Content, raw = content.text): Content {
  const { microlanguage, ...attributes } = content.attributes;
  if (microlanguage !== true && microlanguage !== 'true') return content;

  const { text, type, metadata, buttons } = parseMicroLanguage(content.text);
  return {
    text,
    type: type ?? content.type,
    metadata: metadata ?? content.metadata,
    attributes: {
      ...attributes,
      ...(buttons.length > 0 && { attachment: { type: 'template', buttons } }),
      _raw_message: raw,
    },
  };
}

/**
 * Cuts off the command at the end of a text; if nothing remains, the message becomes a hidden one with the command as its text.
 * For messages of bots and team only: in those of end users a backslash is a backslash. Source: contract 21 section 7.3.
 */
export function commanded(content: Content): { content: Content; command?: TextCommand } {
  const trimmed = content.text.trimEnd();
  const word = ['\\close', '\\agent'].find((one) => trimmed.endsWith(one));
  if (!word || isPrivate(content.attributes)) return { content };

  const { rest, close } = withoutCommands(trimmed);
  const command = close ? 'close' : 'agent';
  const hasContent = rest !== '' || content.type !== 'text' || content.attributes.attachment !== undefined;
  if (hasContent) return { content: { ...content, text: rest }, command };
  return {
    content: { ...content, text: `\\${command}`, attributes: { ...content.attributes, subtype: 'info' } },
    command,
  };
}

/** Both commands may stand at the end; `\close` wins. */
function withoutCommands(text: string): { rest: string; close: boolean } {
  let rest = text;
  let close = false;
  for (;;) {
    if (rest.endsWith('\\close')) close = true;
    else if (!rest.endsWith('\\agent')) return { rest: rest.trim(), close };
    rest = rest.slice(0, -'\\close'.length).trimEnd();
  }
}
