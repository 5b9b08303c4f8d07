import type { Config } from './config.ts';

/** Headers of every answer under `/console`. Source: contract 80 section 9. */
export function consoleHeaders({ MEDIA_ORIGIN }: Pick<Config, 'MEDIA_ORIGIN'>): Record<string, string> {
  const media = MEDIA_ORIGIN === undefined ? '' : ` ${new URL(MEDIA_ORIGIN).origin}`;
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' blob: data:${media}`,
      `media-src 'self' blob:${media}`,
      "font-src 'self'",
      `connect-src 'self'${media}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types parley-worker',
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/**
 * The document in which the console shows the HTML of a mail: it has an origin of its own, reaches nothing, and runs its own script alone.
 * Source: contract 26 section 5.
 *
 * @param hasRemoteImages a person has asked for images of other servers
 */
export function mailFrameHeaders(
  { MEDIA_ORIGIN, PUBLIC_URL }: Pick<Config, 'MEDIA_ORIGIN' | 'PUBLIC_URL'>,
  hasRemoteImages: boolean,
): Record<string, string> {
  const own = [PUBLIC_URL, MEDIA_ORIGIN].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
  const images = ["'self'", 'data:', ...own, ...(hasRemoteImages ? ['https:', 'http:'] : [])];
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      `img-src ${images.join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** Pages of other sites load the widget. */
export const widgetHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** What a page needs that shows the widget of its own origin, and nothing more: the shop proves it. Source: contract 81 section 7, 10. */
export const demoHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
} as const;
