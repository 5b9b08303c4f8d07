import { isParleyError, ParleyNetworkError } from '@parley/sdk';

import type { Problem } from '../ui/states.tsx';
import type { Translate } from './texts.tsx';

/** What to tell a person of a failed call, in the API's words where it spoke. */
export function problemOf(error: unknown, t: Translate): Problem {
  if (isParleyError(error)) {
    const { msg, code, requestId, retryAfter } = error;
    return { msg, code, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) };
  }
  if (error instanceof ParleyNetworkError) return { msg: t('state.unreachable') };
  return { msg: t('state.failed') };
}

/** What the API says of one field, or of an entry of it where it is a list. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!isParleyError(error)) return undefined;
  return error.errors.find(({ param }) => param === field || param.startsWith(`${field}[`))?.msg;
}
