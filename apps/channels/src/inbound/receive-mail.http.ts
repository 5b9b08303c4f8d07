import type { IncomingMessage } from 'node:http';

import { channelErrors, commonErrors, type inboundApi } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import { bodyChunks, contentTypeWrong, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isPermitted } from '../mailbox/secret.ts';
import { MailArrival, MailTooLarge } from './mail-arrival.ts';
import { takePosted } from './posted-form.ts';
import { storeMail } from './store-mail.ts';

type ReceiveMail = RawOperation<typeof inboundApi.receiveMail, Context>;

/** What a form has around the mail. */
const formBytes = 1_000_000;

export const receiveMail: ReceiveMail = async (context, _actor, { mailbox_id }, { req }) => {
  const mailbox = await context.mailboxes.findById(mailbox_id);
  // An unknown mailbox and a wrong secret are one answer: ids cannot be tried out.
  if (!mailbox || !isPermitted(context, mailbox, req.headers.authorization)) throw commonErrors.unauthorized();
  if (!mailbox.enabled || mailbox.inbound !== 'webhook') throw channelErrors.mailbox_disabled();
  await limit(context, currentCall().clientAddress ?? mailbox.id);

  const arrival = new MailArrival(context, context.config.MAIL_MAX_BYTES);
  try {
    await take(req, context.config.MAIL_MAX_BYTES, arrival);
    if (arrival.size === 0) throw channelErrors.mail_missing();
    const how = { via: 'webhook', envelope: { to: [mailbox.address] } } as const;
    return { status: await storeMail(context, mailbox, await arrival.finish(), how) };
  } finally {
    await arrival.drop();
  }
};

async function take(req: IncomingMessage, maxBytes: number, arrival: MailArrival): Promise<void> {
  const type = req.headers['content-type'] ?? '';
  if (/^message\/rfc822\b/i.test(type)) {
    for await (const chunk of bodyChunks(req, maxBytes)) await arrival.write(chunk);
    return;
  }
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw contentTypeWrong(req.headers, ['message/rfc822', 'multipart/form-data']);
  await takePosted(type, bodyChunks(req, maxBytes + formBytes), arrival).catch((error: unknown) => {
    throw error instanceof MailTooLarge ? commonErrors.body_too_large({ limit: maxBytes }, error) : error;
  });
}

/** Providers post from few addresses: ten times what one address may send by SMTP. @throws rate_limited */
async function limit({ limits, config }: Context, address: string): Promise<void> {
  const { allowed, resetSeconds } = await limits.hit('mail_webhook', address, {
    points: config.LIMIT_MAILS * 10,
    seconds: 60,
  });
  if (!allowed) throw commonErrors.rate_limited({ limit: 'mail_webhook', retryAfterSeconds: resetSeconds });
}
