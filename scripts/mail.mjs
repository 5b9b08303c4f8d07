// Mail without a mail client, for the mailbox of the demo:
//   npm run mail -- send ["text"]   hands a mail to the SMTP port of `npm start`; TO, FROM, SUBJECT and MAIL_SMTP_PORT in the environment
//   npm run mail -- read            shows the newest mail that Parley has written to PARLEY_DATA/mail
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';

const { env } = process;
const [, , verb, text = 'Where is my order?'] = process.argv;
const verbs = { send, read };
const run = verbs[verb];
if (!run) {
  console.error('usage: npm run mail -- send ["text"] | read');
  process.exit(2);
}
await run().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

async function send() {
  const { FROM = 'Vera Rubin <vera@customer.example>', TO = 'help@shop.example', SUBJECT = 'My order' } = env;
  const port = Number(env.MAIL_SMTP_PORT || 2525);
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    connectionTimeout: 5_000,
    socketTimeout: 30_000,
  });
  const { messageId } = await transport
    .sendMail({ from: FROM, to: TO, subject: SUBJECT, text, html: `<p>${escaped(text)}</p>` })
    .finally(() => transport.close());
  console.log(`${TO} accepted ${messageId}`);
}

function escaped(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

async function read() {
  const folder = join(env.PARLEY_DATA || '.parley', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const files = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const [newest] = files.sort((one, other) => other.at - one.at);
  if (!newest) throw new Error(`There is no mail in ${folder}.`);
  const mail = await simpleParser(await readFile(join(folder, newest.name)));
  const lines = [
    `From: ${mail.from?.text}`,
    `To: ${[mail.to].flat()[0]?.text}`,
    `Subject: ${mail.subject}`,
    '',
    mail.text,
    ...mail.attachments.map(({ filename, size }) => `File: ${filename}, ${size} bytes`),
  ];
  console.log(lines.join('\n'));
}
