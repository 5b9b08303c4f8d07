import type { IncomingMessage } from 'node:http';

import { commonErrors } from '@parley/contracts';

import type { Config } from './config.ts';

/** Whose pages may use the session of a browser. Source: contract 82 section 1. */
export interface ConsoleOrigins {
  /**
   * Checks a call of an endpoint that takes the session cookie.
   * @throws commonErrors.origin_not_allowed, content_type_wrong
   */
  check(req: IncomingMessage): void;
  /** Whether the call is from one of the console's own pages, by `Origin` only: enough if nothing depends on who sends it. */
  has(req: IncomingMessage): boolean;
  /** The origin to name in `Access-Control-Allow-Origin`: one of `CONSOLE_ORIGINS`. */
  namedIn(req: IncomingMessage): string | undefined;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export function consoleOrigins({ PUBLIC_URL, CONSOLE_ORIGINS }: Config): ConsoleOrigins {
  const { origin: own, protocol, hostname } = new URL(PUBLIC_URL);
  const named = new Set(CONSOLE_ORIGINS);
  // On a developer's machine, the console may be opened under any of its host names.
  const isLocal = protocol === 'http:' && loopbackHosts.has(hostname);
  const isOwn = (origin: string, port: number | undefined) =>
    origin === own || (isLocal && [...loopbackHosts].some((host) => origin === originAt(host, port)));

  return {
    has: ({ headers: { origin }, socket }) =>
      origin !== undefined && (named.has(origin) || isOwn(origin, socket.localPort)),
    check(req) {
      const { origin, 'sec-fetch-site': site = 'same-origin', 'content-type': type = '' } = req.headers;
      const isAdmitted =
        origin !== undefined &&
        ((isOwn(origin, req.socket.localPort) && site === 'same-origin') ||
          (named.has(origin) && (site === 'same-site' || site === 'same-origin')));
      if (!isAdmitted) throw commonErrors.origin_not_allowed();
      // A form cannot send this type, so a page of another site cannot without a preflight.
      if (req.method === 'POST' && !/^application\/json\s*(?:;|$)/i.test(type)) throw commonErrors.content_type_wrong();
    },
    namedIn({ headers: { origin } }) {
      return origin !== undefined && named.has(origin) ? origin : undefined;
    },
  };
}

/** As browsers write it: without the port that the scheme implies. */
function originAt(host: string, port: number | undefined): string {
  return new URL(`http://${host}:${port ?? ''}`).origin;
}

/** Whether a page made the call: browsers send one header or the other. */
export function isOfPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
