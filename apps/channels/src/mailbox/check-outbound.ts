import { channelErrors, commonErrors, type InputOf, type mailboxApi } from '@parley/contracts';

import type { Context } from '../context.ts';
import { addressKeyOf } from './mail-address.ts';

type Input = Pick<InputOf<typeof mailboxApi.createMailbox>, 'outbound' | 'address'>;

/** Ports of mail servers; further ones are named in `MAIL_PORTS`. */
const mailPorts: readonly number[] = [25, 465, 587];

/**
 * Refuses a server that a project may not name. Checked again with each connection.
 * @throws url_not_allowed; outbound_not_allowed
 */
export async function checkOutbound(context: Context, { outbound, address }: Input): Promise<void> {
  if (outbound?.type === 'installation' && !maySendFor(context, address)) throw channelErrors.outbound_not_allowed();
  if (outbound?.type !== 'smtp') return;
  const { outcome } = await resolveServer(context, outbound);
  // A name that does not resolve now may do so when it is needed.
  if (outcome === 'url_not_allowed') throw commonErrors.url_not_allowed();
}

/** Whether the operator lets mailboxes of this domain send through the installation's server. */
export function maySendFor({ config }: Pick<Context, 'config'>, address: string): boolean {
  const [, domain = ''] = (addressKeyOf(address) ?? '').split('@');
  return config.MAIL_DOMAINS.some((allowed) => allowed === '*' || allowed.toLowerCase() === domain);
}

/** Addresses of a project's mail server, as far as it may be called. */
export async function resolveServer(
  { config, outbound }: Pick<Context, 'config' | 'outbound'>,
  { host, port, secure }: { host: string; port: number; secure: string },
) {
  const mayBeNamed = mailPorts.includes(port) || config.MAIL_PORTS.includes(port);
  if (!mayBeNamed) return { outcome: 'url_not_allowed' as const, addresses: [] };
  return outbound.resolveHost({ host, port, isPlain: secure === 'none' });
}
