import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { eventually } from '@parley/testkit';

import { demoMails } from '../src/demo/mails.ts';
import { Customer, newRequestId, newUser, newVisitor, startMesh, type TestMesh } from './mesh.ts';

const script = fileURLToPath(new URL('../../../scripts/mail.mjs', import.meta.url));

let mesh: TestMesh;
beforeAll(async () => {
  mesh = await startMesh({ DEMO: 'true', DEMO_DAYS: '0', MAIL_GROUP: '100ms', MAIL_TRANSCRIPT_AFTER: '100ms' });
}, 120_000);
afterAll(() => mesh?.stop());

/** As the README shows it. */
function mail(...words: string[]): Promise<string> {
  return mailWith({}, ...words);
}

async function mailWith(more: Record<string, string>, ...words: string[]): Promise<string> {
  const env = { ...process.env, ...more, MAIL_SMTP_PORT: String(mesh.mailPort), PARLEY_DATA: mesh.dataFolder };
  return (await promisify(execFile)(process.execPath, [script, ...words], { env })).stdout;
}

async function owner(): Promise<Customer> {
  const { body } = await new Customer(mesh.url).call('POST', '/auth/signin', mesh.demo?.people[0]);
  return new Customer(mesh.url, body.token);
}

it('begins with conversations by mail: quoted text apart, a file, a copy, an answer that has left and one that came back', async () => {
  expect(mesh.demoFailure).toBeUndefined();
  const ada = await owner();
  const { projectId } = mesh.demo ?? {};
  const of = async (subject: string) => {
    const { body } = await ada.call('GET', `/${projectId}/requests?channel=email`);
    const request = body.requests.find((one: { subject: string }) => one.subject === subject);
    const at = `/${projectId}/requests/${request?.request_id}`;
    const [messages, mail] = [await ada.call('GET', `${at}/messages`), await ada.call('GET', `${at}/mail`)];
    return { messages: messages.body, mail: mail.body };
  };
  for (const { mail, answer } of demoMails) {
    const { messages } = await of(String(mail.subject));
    expect([mail.subject, messages.map(({ text }: { text: string }) => text).includes(answer)]).toEqual([
      mail.subject,
      answer !== undefined,
    ]);
  }
  const invoice = await eventually(async () => {
    const found = await of('Re: Your invoice 2026-118');
    expect(found.mail.mails.at(-1)).toMatchObject({ direction: 'out', state: 'sent' });
    return found;
  });
  expect(invoice.mail.cc).toEqual(['accounts@harbourbooks.example']);
  const [letter, file] = invoice.messages.toSorted(
    (one: { seq: number }, other: { seq: number }) => one.seq - other.seq,
  );
  expect(letter.text).not.toContain('Dear Clara');
  expect(letter.attributes.mail.full_text).toContain('Dear Clara');
  expect(file).toMatchObject({ type: 'file', metadata: { name: 'invoice-2026-118.pdf' } });
  await eventually(async () => {
    const { messages } = await of('Catalogue by post');
    const failed = messages.filter(({ status }: { status: number }) => status < 0);
    expect(failed).toMatchObject([{ status: -100, error: { code: 'bounced' } }]);
  });
}, 60_000);

it('takes a mail for the mailbox of the demo and writes its answer, as the README shows it', async () => {
  const { projectId } = mesh.demo ?? {};
  const ada = await owner();
  expect(await mail('send', 'Where is my order?')).toMatch(/^help@shop\.example accepted </);

  const request = await eventually(async () => {
    const { body: found } = await ada.call('GET', `/${projectId}/requests?channel=email&full_text=order`);
    expect(found.requests).toHaveLength(1);
    return found.requests[0];
  });
  expect(request).toMatchObject({ subject: 'My order', first_text: 'Where is my order?', channel: { name: 'email' } });
  expect(request.lead).toMatchObject({ email: 'vera@customer.example', fullname: 'Vera Rubin' });

  const at = `/${projectId}/requests/${request.request_id}`;
  const note = { text: 'Not for her eyes', attributes: { subtype: 'private' } };
  expect((await ada.call('POST', `${at}/messages`, note)).status).toBe(200);
  const { body: file } = await ada.upload(`/${projectId}/files/chat`, new File(['Parcel 7'], 'label.txt'));
  const src = `${mesh.url}/v3/files?path=${encodeURIComponent(file.filename)}`;
  const metadata = { src, name: 'label.txt', type: 'text/plain' };
  expect((await ada.call('POST', `${at}/messages`, { type: 'file', text: 'The label', metadata })).status).toBe(200);
  await eventually(async () => expect(await mail('read')).toMatch(/The label[\s\S]*^File: label\.txt, 8 bytes$/m));
  const sent = await ada.call('POST', `${at}/messages`, { text: 'It has **left** today.' });
  expect(sent.body.status).toBe(100);
  const shown = await eventually(async () => {
    const read = await mail('read');
    expect(read).toContain('It has left today.');
    return read;
  });
  expect(shown).toMatch(/^From: "?Ada Lovelace · Demo shop"? <help@shop\.example>$/m);
  expect(shown).toMatch(new RegExp(`^Subject: Re: My order \\[#${request.ticket_id}\\]$`, 'm'));
  expect(shown).toContain('> Where is my order?');
  expect(shown).not.toContain('Not for her eyes');
  await eventually(async () => {
    const { body: message } = await ada.call('GET', `${at}/messages/${sent.body._id}`);
    expect(message.status).toBe(150);
  });
  const { body: mails } = await ada.call('GET', `${at}/mail`);
  expect(mails.mails.map(({ direction, state }: Record<string, string>) => [direction, state])).toEqual([
    ['in', 'routed'],
    ['out', 'sent'],
    ['out', 'sent'],
  ]);

  const { body: boxes } = await ada.call('GET', `/${projectId}/mailboxes`);
  const opened = await ada.call('POST', `/${projectId}/mailboxes/${boxes[0]._id}/conversations`, {
    ...{ to: 'grace@customer.example', subject: 'Your return', text: 'It has arrived.' },
  });
  expect(opened.status).toBe(200);
  await eventually(async () => expect(await mail('read')).toMatch(/^Subject: Your return \[#\d+\]$/m));
}, 120_000);

it('erases with a person what they have sent by mail, and the files that were attached', async () => {
  const { token } = await newUser(mesh.url, 'Grace');
  const grace = new Customer(mesh.url, token);
  const { body: project } = await grace.call('POST', '/projects', { name: 'Erased' });
  const at = `/${project._id}`;
  const inbound = { type: 'webhook' };
  const { body: box } = await grace.call('POST', `${at}/mailboxes`, {
    address: 'erased@shop.example',
    name: 'E',
    inbound,
  });
  const lines = [
    ...['From: Sappho <sappho@lesbos.example>', 'To: erased@shop.example', 'Subject: My lyre', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'See the photo', '--b'],
    ...[
      'Content-Type: text/plain; name="lyre.txt"',
      'Content-Disposition: attachment; filename="lyre.txt"',
      '',
      'broken',
    ],
    ...['--b--', ''],
  ];
  const posted = await fetch(`${mesh.url}/v3/mail/inbound/${box._id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${box.secret}`, 'content-type': 'message/rfc822' },
    body: lines.join('\r\n'),
  });
  expect(posted.status).toBe(200);
  const mails = async () => (await grace.call('GET', `${at}/mailboxes/${box._id}/inbound`)).body.mails;
  // The first mail starts the parser.
  await eventually(async () => expect(await mails()).toMatchObject([{ state: 'routed', has_raw: true }]), {
    timeoutMs: 60_000,
  });
  const [{ request_id }] = await mails();
  const { body: messages } = await grace.call('GET', `${at}/requests/${request_id}/messages`);
  const { metadata } = messages.find(({ type }: { type: string }) => type === 'file');
  const file = metadata.src.slice(metadata.src.indexOf('/v3') + '/v3'.length);
  expect((await grace.call('GET', file)).body).toBe('broken');

  const { body: leads } = await grace.call('GET', `${at}/leads?lead_id=email:sappho@lesbos.example`);
  const { body: erasure } = await grace.call('POST', `${at}/leads/${leads.leads[0]._id}/erasures`, {});
  await eventually(
    async () => {
      const { body } = await grace.call('GET', `${at}/erasures/${erasure._id}`);
      expect(body.status).toBe('done');
    },
    { timeoutMs: 60_000 },
  );
  expect((await grace.call('GET', file)).status).toBe(404);
  expect(await mails()).toEqual([]);
}, 120_000);

it('mails a visitor of the widget what they have not read, and brings their answer back into the chat', async () => {
  const { token } = await newUser(mesh.url, 'Grace');
  const grace = new Customer(mesh.url, token);
  const { body: project } = await grace.call('POST', '/projects', { name: 'Chat' });
  const at = `/${project._id}`;
  expect((await grace.call('PUT', `/projects${at}`, { 'settings.mail_transcripts': 'unread' })).status).toBe(200);
  const mailbox = { address: 'chat@shop.example', name: 'Chat', inbound: { type: 'smtp' } };
  expect((await grace.call('POST', `${at}/mailboxes`, { ...mailbox, outbound: { type: 'installation' } })).status).toBe(
    200,
  );
  const visitor = await newVisitor(mesh.url, project._id, 'Linus');
  const requestId = newRequestId(project._id);
  const chat = `${at}/requests/${requestId}/messages`;
  const asked = { text: 'Do you ship to Oslo?', email: 'linus@customer.example' };
  expect((await new Customer(mesh.url, visitor.token).call('POST', chat, asked)).status).toBe(200);
  expect((await grace.call('POST', chat, { text: 'Yes, in two days.' })).status).toBe(200);

  const folder = join(mesh.dataFolder, 'mail');
  const transcript = await eventually(async () => {
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const found = mails.filter((one) => one.includes('Yes, in two days.'));
    expect(found).toHaveLength(1);
    return found[0] ?? '';
  });
  expect(transcript).toMatch(/^To: linus@customer\.example$/m);
  const TO = /^Reply-To: <?(chat\+[^>\s]+)/m.exec(transcript)?.[1] ?? '';
  await mailWith({ TO, FROM: 'linus@customer.example' }, 'send', 'Then I order.');
  await eventually(async () => {
    const { body: messages } = await grace.call('GET', chat);
    expect(messages.map(({ text }: { text: string }) => text)).toContain('Then I order.');
  });
}, 120_000);
