import type { mailboxApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkImap } from '../imap/check-imap.ts';
import { settingsOf } from '../imap/imap-account.ts';
import { oauthOf } from '../oauth/oauth.repository.ts';

type CheckMailbox = Operation<typeof mailboxApi.checkMailbox, Context>;

export const checkMailbox: CheckMailbox = async (context, _actor, { id_project, inbound, oauth }) => {
  if (inbound.type !== 'imap') return {};
  const key = { projectId: id_project, id: newId() };
  const seal = (secret: string) => context.secrets.seal(secret, key.id);
  const settings = settingsOf(inbound, undefined, seal);
  await context.servers.check(settings.host, settings.port);
  if (oauth) await context.outbound.check([oauth.token_url]);
  const account = oauth && oauthOf(key, oauth, undefined, seal);
  return { inbound: await checkImap(context, { ...settings, id: key.id }, account) };
};
