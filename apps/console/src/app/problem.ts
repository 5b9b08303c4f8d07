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

/** What the API says of one field. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return isParleyError(error) ? error.errors.find(({ param }) => param === field)?.msg : undefined;
}
