import type { ServerResponse } from 'node:http';

import { AppError } from '@parley/contracts';
import type { Logger } from '@parley/service-kit/observability';

/** Answers 302; no cache may keep what the address holds. */
export function lead(res: ServerResponse, location: string, ...cookies: string[]): undefined {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  res.writeHead(302, { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) }).end();
}

/** The sign-in page with the reason of a refusal. @throws what is none of ours */
export function signInPage(returnTo: string, error: unknown, log: Logger): string {
  if (!(error instanceof AppError)) throw error;
  log.info({ code: error.code, cause: error.cause }, 'sign-in by a connection refused');
  return `/console/signin?${new URLSearchParams({ to: consolePath(returnTo), problem: error.code })}`;
}

/** The sign-in page with what is still to be given. After the `#`, so that it reaches no server. */
export function signInStep(returnTo: string, step: Record<string, string>): string {
  return `/console/signin?${new URLSearchParams({ to: consolePath(returnTo) })}#${new URLSearchParams(step)}`;
}

/** As the router of the console has it. */
function consolePath(returnTo: string): string {
  return returnTo.slice('/console'.length);
}
