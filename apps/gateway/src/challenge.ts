import type { IncomingHttpHeaders } from 'node:http';

/**
 * The `WWW-Authenticate` of a 401 for the caller of these headers.
 *
 * A browser that is challenged for Basic opens its own credentials dialog over the page, before any script sees the answer. So browsers are
 * challenged only for Bearer, unless they used Basic for this address themselves. Over plain HTTP, browsers leave out `Sec-Fetch-Mode`, and
 * `Origin` with most calls: there `User-Agent` is what is left. Source: contract 00 section 4.
 */
export function challengeFor(headers: IncomingHttpHeaders): string {
  const { origin, cookie, 'sec-fetch-mode': mode, 'user-agent': agent = '' } = headers;
  const isBrowser = (mode ?? origin ?? cookie) !== undefined || agent.startsWith('Mozilla/');
  // A script that sends Basic handles the refusal itself.
  const isScript = mode !== undefined && mode !== 'navigate';
  const cameWithBasic = /^basic /i.test(headers.authorization ?? '') && !isScript;
  return cameWithBasic || !isBrowser ? 'Basic realm="Parley", Bearer' : 'Bearer';
}
