import type { MessageView } from '@parley/sdk';

import { isSafeLink } from '@parley/sdk/markup';

/** A button of a bot's message. Source: contract 81 section 6. */
export type BotButton =
  | { type: 'action'; label: string; action: string; hasEcho: boolean }
  | { type: 'text'; label: string }
  | { type: 'url'; label: string; href: string; isHere: boolean };

export interface Card {
  title: string;
  description: string;
  image: string | undefined;
  buttons: BotButton[];
}

const most = 50;

/** Leaves out invalid buttons and links that may not be opened. */
export function buttonsOf({ attributes }: MessageView): BotButton[] {
  return readButtons((Object(attributes.attachment) as { buttons?: unknown }).buttons);
}

export function galleryOf({ attributes }: MessageView): Card[] {
  const { gallery } = Object(attributes.attachment) as { gallery?: unknown };
  if (!Array.isArray(gallery)) return [];
  return gallery.slice(0, most).map((given): Card => {
    const { title, description, preview, buttons } = Object(given) as Record<string, unknown>;
    const { src } = Object(preview) as { src?: unknown };
    return {
      title: textOf(title),
      description: textOf(description),
      image: isSafeLink(src) ? src : undefined,
      buttons: readButtons(buttons),
    };
  });
}

/** The visitor's answer to a bot: stored, or being sent. */
export interface Answer {
  text?: string | null | undefined;
  attributes?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What a press sends; `undefined` for a link, which the browser follows. */
export function pressOf(button: BotButton): { text: string; attributes: Record<string, unknown> } | undefined {
  if (button.type === 'url') return undefined;
  if (button.type === 'text') return { text: button.label, attributes: {} };
  const { action, label, hasEcho } = button;
  return { text: label, attributes: { action, ...(!hasEcho && { subtype: 'info' }) } };
}

/** Whether a message of the visitor came from this button. */
export function isPressed(button: BotButton, { text, attributes }: Answer): boolean {
  return button.type === 'action'
    ? attributes?.action === button.action
    : button.type === 'text' && text === button.label;
}

function readButtons(given: unknown): BotButton[] {
  return Array.isArray(given) ? given.slice(0, most).flatMap((button) => readButton(button) ?? []) : [];
}

function readButton(given: unknown): BotButton | undefined {
  const { type, value, action, show_echo: echo, link, target } = Object(given) as Record<string, unknown>;
  const label = textOf(value);
  if (label === '') return undefined;
  if (type === 'text') return { type, label };
  if (type === 'action' && typeof action === 'string') return { type, label, action, hasEcho: echo === true };
  if (type === 'url' && isSafeLink(link))
    return { type, label, href: link, isHere: target === 'parent' || target === 'self' };
  return undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
