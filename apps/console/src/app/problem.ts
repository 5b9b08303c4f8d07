import { isParleyError, ParleyNetworkError } from '@parley/sdk';

import type { Problem } from '../ui/states.tsx';
import type { Translate } from './texts.tsx';

/** Characters of an error that are shown. */
const maxFault = 200;

/** What the console itself refuses, in the person's language. */
export class Refused extends Error {}

/** What to tell a person of a failed call, in the API's words where it spoke. */
export function problemOf(error: unknown, t: Translate): Problem {
  if (isParleyError(error)) {
    const { msg, code, requestId, retryAfter } = error;
    return { msg, code, cause: error, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) };
  }
  if (error instanceof Refused) return { msg: error.message };
  if (error instanceof ParleyNetworkError) return { msg: t('state.unreachable') };
  return { msg: t('state.failed'), fault: faultOf(error) };
}

/** What an error of the page itself says, and where it arose: `TypeError: x is undefined · analytics-BxT4.js:1:2345`. */
function faultOf(error: unknown): string {
  const place = error instanceof Error ? /[\w-]+\.js:\d+:\d+/.exec(error.stack ?? '')?.[0] : undefined;
  return [String(error).slice(0, maxFault), place].filter(Boolean).join(' · ');
}

/** Whether the same call may succeed later: it was not refused for what it asks. */
export function mayPass(error: unknown): boolean {
  if (error instanceof Refused) return false;
  return !isParleyError(error) || error.status === 429 || error.status >= 500;
}

/** Why a part of the page that comes on demand is not there. */
export function notLoaded(cause: unknown): ParleyNetworkError {
  return new ParleyNetworkError('import', 1, 'a part of the page could not be loaded', cause);
}

/** What the API says of one field, or of an entry of it where it is a list. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!isParleyError(error)) return undefined;
  return error.errors.find(({ param }) => param === field || param.startsWith(`${field}[`))?.msg;
}
