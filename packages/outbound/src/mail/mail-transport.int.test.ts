import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSmtpServer } from '@parley/testkit/smtp';

import { folderTransport, type MailTransport, smtpTransport } from './mail-transport.ts';

const mail = {
  ...{ id: 'a1', messageId: '<a1@parley>', from: 'Parley <no-reply@acme.io>' },
  to: { name: '', address: 'ada@x.io' },
  subject: 'Grüße, a subject',
  text: 'Hello Ada,\n\n.dot\nline\n',
  html: '<p>Hello Ada,',
};

it('delivers a mail to the SMTP server, with the same Message-ID on a retry', async () => {
  const server = await startSmtpServer();
  const transport = smtpTransport(server.url);
  try {
    await transport.deliver(mail);
    await transport.deliver(mail);
  } finally {
    transport.close();
    await server.stop();
  }

  expect(server.received).toHaveLength(2);
  for (const received of server.received) {
    expect(received).toMatch(/^Message-ID: <a1@parley>$/m);
    expect(received).toMatch(/^To: ada@x\.io$/m);
    expect(received).toMatch(/^Content-Type: multipart\/alternative;/m);
    // Clients show the last alternative that they understand.
    expect(received).toMatch(/\.dot\nline[\s\S]*Content-Type: text\/html[\s\S]*<p>Hello Ada,/);
  }
});

it('rejects when no SMTP server answers, so that the mail is retried', async () => {
  const server = await startSmtpServer();
  await server.stop();
  const transport = smtpTransport(server.url);

  await expect(transport.deliver(mail)).rejects.toMatchObject({ code: expect.any(String) });
  transport.close();
});

describe('the folder of embedded mode', () => {
  let folder: string;
  const files: string[] = [];
  let transport: MailTransport;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    transport = folderTransport(join(folder, 'mail'), (file) => files.push(file));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('gets one file per mail, however often it is delivered, readable by its owner only', async () => {
    await transport.deliver(mail);
    await transport.deliver(mail);

    expect(await readdir(join(folder, 'mail'))).toEqual(['a1.eml']);
    const file = join(folder, 'mail', 'a1.eml');
    expect(files).toEqual([file, file]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^To: ada@x\.io$/m);
  });
});
