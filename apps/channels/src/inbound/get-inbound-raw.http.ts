import { pipeline } from 'node:stream/promises';

import { channelErrors, type inboundApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetInboundRaw = RawOperation<typeof inboundApi.getInboundRaw, Context>;

export const getInboundRaw: GetInboundRaw = async (
  context,
  _actor,
  { id_project, mailbox_id, inbound_id },
  { res },
) => {
  await context.mailboxes.get(id_project, mailbox_id);
  await context.inbound.get(id_project, mailbox_id, inbound_id);
  const mail = await context.inbound.findStored(id_project, inbound_id);
  if (!mail) throw channelErrors.inbound_not_found();
  res.writeHead(200, {
    'content-type': 'message/rfc822',
    'content-length': mail.size,
    'content-disposition': `attachment; filename="${inbound_id}.eml"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  await pipeline(mail.bytes(), res);
  return undefined;
};
