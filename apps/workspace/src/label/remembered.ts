import { createHash } from 'node:crypto';

import { answer } from '@parley/service-kit';

/**
 * An answer that a browser keeps and asks about each time, so that a change shows at once. The tag is made of the text:
 * shipped texts have no version, and a project's own may go and come back.
 */
export function remembered<Body extends object>(body: Body): Body {
  const tag = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27);
  return answer(body, { etag: `"${tag}"`, ...revalidated });
}

/** For an answer that has a tag of its own: its record's version. */
export const revalidated = { 'cache-control': 'private, no-cache' };
