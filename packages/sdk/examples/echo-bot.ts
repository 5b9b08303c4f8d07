/**
 * An external bot: Parley calls it with each message of a visitor, it answers.
 * Environment: PARLEY_URL, BOT_SECRET (shown when the bot is created), PORT.
 */
import { createServer } from 'node:http';

import { createParley, sendMessage } from '@parley/sdk';
import { verifyWebhook, WebhookVerificationError } from '@parley/sdk/webhooks';

const { PARLEY_URL: url = 'http://localhost:3000', BOT_SECRET: secret = '', PORT = '8080' } = process.env;

const server = createServer(async (req, res) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of req) chunks.push(chunk);
  try {
    const call = await verifyWebhook({ secret, headers: req.headers, body: Buffer.concat(chunks) });
    // The answer to the call ends it; what the bot says comes by the API, with the token of the call.
    res.end('{"success":true}');
    if (call.event === 'bot.call') await echo(call.payload, call.token);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    res.writeHead(401).end();
  }
});

async function echo(message: { text: string; id_project: string; request: { request_id: string } }, token?: string) {
  const parley = createParley({ url, project: message.id_project, token });
  const { request_id } = message.request;
  await sendMessage(parley, { request_id, text: `You said: ${message.text}` });
}

server.listen(Number(PORT), () => console.log(`The bot listens on port ${PORT}.`));
process.on('SIGTERM', () => server.close());
