import type { mailSetupApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkImap } from '../imap/check-imap.ts';
import { settingsOf } from '../imap/imap-account.ts';
import { oauthOf } from '../oauth/oauth.repository.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkedAddressKey } from './checked-address.ts';
import { changeOutgoing } from './outgoing.ts';
import { trySending } from './try-sending.ts';

type CheckMailbox = Operation<typeof mailSetupApi.checkMailbox, Context>;

export const checkMailbox: CheckMailbox = async (context, _actor, input) => {
  const { id_project, address, inbound, oauth, outbound, to } = input;
  checkedAddressKey(address, 'address');
  await checkOutbound(context, { address, outbound });
  const key = { projectId: id_project, id: newId() };
  const seal = (secret: string) => context.secrets.seal(secret, key.id);
  const settings = inbound?.type === 'imap' ? settingsOf(inbound, undefined, seal) : undefined;
  if (settings) await context.servers.check(settings.host, settings.port);
  if (oauth) await context.outbound.check([oauth.token_url]);
  const account = oauth && oauthOf(key, oauth, undefined, seal);
  const outgoing = changeOutgoing(null, { outbound }, seal);
  const [read, sent] = await Promise.all([
    settings && checkImap(context, { ...settings, id: key.id }, account),
    outbound && trySending(context, { ...key, address, outgoing, oauth: account }, to),
  ]);
  return { ...(read && { inbound: read }), ...(sent && { outbound: sent }) };
};
