/** A parsed `Authorization` header; nothing of it is verified. */
export type Authorization =
  | { kind: 'none' }
  | { kind: 'token'; token: string }
  | { kind: 'basic'; email: string; password: string }
  /** Answered 401; the reason is for the log. */
  | { kind: 'refused'; reason: string }
  /** Answered 400 as text/plain; the reason is for the log. */
  | { kind: 'malformed'; reason: string };

const maxBytes = 8_192;

/**
 * Reads the header: two words, scheme and value; schemes `JWT`, `Bearer` and `Basic` in any case. Never throws.
 * Source: contract 10 section 3 line 1, section 10.
 */
export function readAuthorization(header: string | undefined): Authorization {
  const text = header?.trim() ?? '';
  if (text === '') return { kind: 'none' };
  if (text.length > maxBytes) return { kind: 'refused', reason: 'header_too_large' };

  const [scheme = '', value, ...rest] = text.split(/[ \t]+/);
  if (value === undefined || rest.length > 0) return { kind: 'malformed', reason: 'not_two_words' };

  switch (scheme.toLowerCase()) {
    case 'jwt':
    case 'bearer':
      return { kind: 'token', token: value };
    case 'basic':
      return readBasic(value);
    default:
      return { kind: 'refused', reason: 'scheme' };
  }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A password may hold colons, so the first one divides. */
function readBasic(value: string): Authorization {
  if (!base64.test(value)) return { kind: 'refused', reason: 'basic_encoding' };

  let text: string;
  try {
    text = utf8.decode(Buffer.from(value, 'base64'));
  } catch {
    return { kind: 'refused', reason: 'basic_encoding' };
  }

  const colon = text.indexOf(':');
  if (colon < 0) return { kind: 'malformed', reason: 'basic_without_colon' };
  return { kind: 'basic', email: text.slice(0, colon).trim().toLowerCase(), password: text.slice(colon + 1) };
}
