import { authorizationOf } from './credentials.ts';
import { perform } from './perform.ts';
import type { Client, Parley, ParleyOptions } from './types.ts';

/** @throws TypeError for an invalid URL, or one with credentials */
export function createParley(options: ParleyOptions): Parley {
  const { href, username, password } = new URL(options.url);
  if (username || password) throw new TypeError('Credentials go into `token`.');
  const url = href.replace(/\/+$/, '');
  const authorization = authorizationOf(options.token);
  const client: Client = { ...options, url, authorization };
  return {
    url,
    project: options.project,
    authorization,
    send: (spec, params, call) => perform(client, spec, (params ?? {}) as Record<string, unknown>, call),
  };
}
