import { isSafeLink } from '@parley/sdk/markup';

/** What a bot offered under a message. Source: contract 21 section 7.2. */
export interface OfferedButton {
  label: string;
  /** Sent in place of the label. */
  action?: string;
  /** Where it leads: nothing is sent. */
  link?: string;
}

export interface OfferedCard {
  title: string;
  description: string;
  image?: string;
  buttons: OfferedButton[];
}

/** What the visitor said next. */
interface Answer {
  text: string;
  attributes: Record<string, unknown>;
}

const maxOffered = 50;

export function buttonsOf({ attachment }: Record<string, unknown>): OfferedButton[] {
  return readButtons((Object(attachment) as { buttons?: unknown }).buttons);
}

export function galleryOf({ attachment }: Record<string, unknown>): OfferedCard[] {
  const { gallery } = Object(attachment) as { gallery?: unknown };
  if (!Array.isArray(gallery)) return [];
  return gallery.slice(0, maxOffered).map((given) => {
    const { title, description, preview, buttons } = Object(given) as Record<string, unknown>;
    const { src } = Object(preview) as { src?: unknown };
    return {
      title: textOf(title),
      description: textOf(description),
      ...(isSafeLink(src) && { image: src }),
      buttons: readButtons(buttons),
    };
  });
}

/** Whether the visitor's answer came from this button: an action by its name, anything else by its words. */
export function isPressed({ label, action, link }: OfferedButton, answer: Answer | undefined): boolean {
  if (!answer || link !== undefined) return false;
  return action === undefined ? answer.text === label : answer.attributes.action === action;
}

function readButtons(given: unknown): OfferedButton[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, maxOffered).flatMap((button) => {
    const { type, value, action, link } = Object(button) as Record<string, unknown>;
    const label = textOf(value);
    if (label === '') return [];
    return [
      { label, ...(type === 'action' && { action: textOf(action) }), ...(type === 'url' && { link: textOf(link) }) },
    ];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
