import { simpleParser } from 'mailparser';

import { OutgoingHarness } from '../../test/outgoing-harness.ts';

const harness = new OutgoingHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
  harness.reports.length = 0;
  harness.mediaIsDown = false;
});

const at = (name: string) => `https://parley.example/v3/files?path=uploads/${name}`;

function share(name: string, type: string, bytes: number): Buffer {
  const content = Buffer.alloc(bytes, name);
  harness.sharedFiles.set(at(name), { name, type, content });
  return content;
}

const withFile = (name: string, type = 'file') => ({ text: '', type, metadata: { src: at(name), name, type: '' } });

async function sentMail() {
  const [mail] = harness.smtp.mails;
  if (!mail) throw new Error('no mail was sent');
  return { raw: mail.text, ...(await simpleParser(mail.text)) };
}

it('sends files of messages inside the mail, and images where they stand in the text', async () => {
  const { people, requestId } = await harness.thread();
  const invoice = share('invoice.pdf', 'application/pdf', 70_000);
  const photo = share('photo.png', 'image/png', 3_000);
  await harness.say(people.projectId, requestId, { text: 'See *both*:' });
  await harness.say(people.projectId, requestId, withFile('invoice.pdf'));
  await harness.say(people.projectId, requestId, withFile('photo.png', 'image'));
  await harness.pass();

  expect(harness.smtp.mails).toHaveLength(1);
  const { attachments, text, raw } = await sentMail();
  expect(
    attachments.map(({ filename, contentType, contentDisposition }) => [filename, contentType, contentDisposition]),
  ).toEqual(
    expect.arrayContaining([
      ['invoice.pdf', 'application/pdf', 'attachment'],
      ['photo.png', 'image/png', 'inline'],
    ]),
  );
  const bytesOf = (name: string) => attachments.find(({ filename }) => filename === name)?.content;
  expect(bytesOf('invoice.pdf')?.equals(invoice)).toBe(true);
  expect(bytesOf('photo.png')?.equals(photo)).toBe(true);
  const { contentId = '' } = attachments.find(({ filename }) => filename === 'photo.png') ?? {};
  expect(raw.replace(/=\n/g, '').replaceAll('=3D', '=')).toContain(`<img src="cid:${contentId.slice(1, -1)}"`);
  expect(text).toContain('[invoice.pdf]');
});

it('sends what has no room in 15 MB as a link, and counts all files of a mail together', async () => {
  const { people, requestId } = await harness.thread();
  share('first.zip', 'application/zip', 9_000_000);
  share('second.zip', 'application/zip', 9_000_000);
  share('third.txt', 'text/plain', 1_000);
  for (const name of ['first.zip', 'second.zip', 'third.txt'])
    await harness.say(people.projectId, requestId, withFile(name));
  await harness.pass();

  const { attachments, text } = await sentMail();
  expect(attachments.map(({ filename }) => filename)).toEqual(['first.zip', 'third.txt']);
  expect(text).toContain('second.zip: https://files.example/signed/second.zip');
});

it('leaves an address that is no file of the project as it is', async () => {
  const { people, requestId } = await harness.thread();
  await harness.say(people.projectId, requestId, withFile('of-another.pdf'));
  await harness.pass();
  const { attachments, text } = await sentMail();
  expect(attachments).toEqual([]);
  expect(text).toContain(`of-another.pdf: ${at('of-another.pdf')}`);
});

it('waits while media is down, and sends the mail with its file then', async () => {
  const { people, requestId } = await harness.thread();
  share('late.pdf', 'application/pdf', 1_000);
  harness.mediaIsDown = true;
  await harness.say(people.projectId, requestId, withFile('late.pdf'));
  await harness.pass();
  expect(harness.smtp.mails).toEqual([]);
  harness.mediaIsDown = false;
  await harness.pass(60_001);
  expect((await sentMail()).attachments.map(({ filename }) => filename)).toEqual(['late.pdf']);
});
