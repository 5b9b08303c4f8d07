/** An intent called by name or id instead of by a text that matches it. */
export interface Explicit {
  word: string;
  parameters: Readonly<Record<string, unknown>>;
}

const maxCharacters = 16_384;

/**
 * The explicit call in a message: its action, or a text that is `/name` or `\start` as a whole. Source: contract 60 section 7.2.
 * @returns undefined for an ordinary text
 */
export function explicitOf({ text, attributes }: { text: string; attributes: object }): Explicit | undefined {
  const { action } = attributes as { action?: unknown };
  if (typeof action === 'string' && action.trim() !== '') return parsed(action.trim());
  const whole = text.trim();
  if (whole === '\\start') return parsed('start');
  return /^\/[^\s/]/.test(whole) && !whole.includes('\n') ? parsed(whole.slice(1)) : undefined;
}

/** `name`, `name?…`, `name{json}`. */
export function parsed(call: string): Explicit | undefined {
  const brace = call.indexOf('{');
  const parameters = brace > 0 ? objectIn(call.slice(brace)) : undefined;
  const name = parameters ? call.slice(0, brace) : call;
  const [word = ''] = name.split('?');
  return word.trim() === '' ? undefined : { word: word.trim(), parameters: parameters ?? {} };
}

function objectIn(json: string): Record<string, unknown> | undefined {
  if (json.length > maxCharacters) return undefined;
  return objectOf(json) ?? objectOf(json.replaceAll("'", '"'));
}

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the call asks for the start intent. */
export function isStart({ word }: Explicit): boolean {
  return word === 'start' || word === '\\start';
}
