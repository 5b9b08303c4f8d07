/**
 * Receives webhooks, each event once: a delivery that was not acknowledged comes again under the same id.
 * Environment: WEBHOOK_SECRETS (one or more, separated by spaces), PORT.
 */
import { createServer } from 'node:http';

import { dedupeKey, verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@parley/sdk/webhooks';

const { WEBHOOK_SECRETS = '', PORT = '8080' } = process.env;
const secrets = WEBHOOK_SECRETS.split(' ');
/** In a table of yours, in the transaction of what the event changes. */
const seen = new Set<string>();

function handle(event: WebhookEvent): void {
  if (event.event === 'message.create') console.log(`${event.payload.senderFullname}: ${event.payload.text}`);
  else if (event.event === 'request.close') console.log(`closed: ${event.payload.ticket_id}`);
}

const server = createServer(async (req, res) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of req) chunks.push(chunk);
  try {
    const event = await verifyWebhook({ secrets, headers: req.headers, body: Buffer.concat(chunks) });
    if (!seen.has(dedupeKey(event))) handle(event);
    seen.add(dedupeKey(event));
    res.end('{}');
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.log(`refused: ${error.reason}`);
    res.writeHead(401).end();
  }
});

server.listen(Number(PORT), () => console.log(`The receiver listens on port ${PORT}.`));
process.on('SIGTERM', () => server.close());
