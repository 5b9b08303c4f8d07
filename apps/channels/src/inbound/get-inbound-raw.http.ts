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
  const bytes = (await context.inbound.findWithBytes(id_project, inbound_id))?.bytes;
  if (!bytes) throw channelErrors.inbound_not_found();
  res.writeHead(200, {
    'content-type': 'message/rfc822',
    'content-length': bytes.length,
    'content-disposition': `attachment; filename="${inbound_id}.eml"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  res.end(bytes);
  return undefined;
};
