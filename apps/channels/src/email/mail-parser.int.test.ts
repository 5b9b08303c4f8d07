import { createMailParser } from './mail-parser.ts';
import { mailThread } from './mail-thread.ts';
import { UnreadableMail } from './worker-thread.ts';

const mail = (text: string) => [Buffer.from(`From: vera@customer.example\r\nSubject: x\r\n\r\n${text}`)];

it('parses mails in a thread of its own, also after one that took too long', async () => {
  const hasty = mailThread({ timeoutMs: 1, servers: [] });
  await expect(createMailParser(hasty).parse(mail('x'.repeat(900_000)))).rejects.toThrow(UnreadableMail);
  await hasty.stop();

  const thread = mailThread({ timeoutMs: 60_000, servers: [] });
  const parser = createMailParser(thread);
  const parsed = await Promise.all(['one', 'two', 'three'].map((text) => parser.parse(mail(text))));
  expect(parsed.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  await thread.stop();
  expect((await parser.parse(mail('again'))).text).toBe('again');
  await thread.stop();
});

it('ends a job whose mail cannot be read to its end, or whose parts cannot be taken, with that error, and does the next', async () => {
  const thread = mailThread({ timeoutMs: 60_000, servers: [] });
  const parser = createMailParser(thread);
  async function* broken() {
    yield* mail('one');
    throw new Error('the database is gone');
  }
  await expect(parser.parse(broken())).rejects.toThrow('the database is gone');

  const parts = `--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n${'x'.repeat(200_000)}\r\n--b--`;
  const mixed = () => [Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`)];
  const { attachments } = await parser.parse(mixed());
  const wanted = new Map(attachments.map(({ place, size }) => [place, size]));
  const refuse = () => Promise.reject(new Error('media is gone'));
  await expect(parser.attachments(mixed(), wanted, refuse)).rejects.toThrow('media is gone');

  const taken: string[] = [];
  await parser.attachments(mixed(), wanted, async ({ bytes, isLast }) => {
    taken.push(`${bytes.length} ${isLast}`);
  });
  expect(taken).toEqual(['65536 false', '65536 false', '65536 false', '3392 true']);
  await thread.stop();
});

it('takes a piece of a mail with its buffer, and copies one whose buffer holds more', async () => {
  const thread = mailThread({ timeoutMs: 60_000, servers: [] });
  const whole = Buffer.alloc(100_000, 'a');
  const part = whole.subarray(0, 50_000);
  const head = Buffer.from('Subject: x\r\n\r\n');

  expect((await createMailParser(thread).parse([head, part])).fullText).toHaveLength(50_000);
  expect(part).toHaveLength(50_000);
  expect((await createMailParser(thread).parse([head, whole])).fullText).toHaveLength(100_000);
  expect(whole).toHaveLength(0);
  await thread.stop();
});
