import { channelErrors, type outgoingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkedAddressKey } from '../mailbox/checked-address.ts';

type SetMailCopies = Operation<typeof outgoingApi.setMailCopies, Context>;

export const setMailCopies: SetMailCopies = async (context, _actor, { id_project, request_id, cc }) => {
  await context.conversations.checkVisible(id_project, request_id);
  const keys = new Set(cc.map((address, index) => checkedAddressKey(address, `cc[${index}]`)));
  const own = await context.mailboxes.ownAmong(id_project, [...keys]);
  const copies = [...keys].filter((key) => !own.has(key));
  const thread = await context.threads.setCopies(id_project, request_id, copies);
  if (!thread) throw channelErrors.mail_not_found();
  return { cc: [...thread.cc] };
};
