import { createMailParser } from './mail-parser.ts';
import { UnreadableMail } from './worker-thread.ts';

const mail = (text: string) => Buffer.from(`From: vera@customer.example\r\nSubject: x\r\n\r\n${text}`);

it('parses mails in a thread of its own, also after one that took too long', async () => {
  const hasty = createMailParser({ timeoutMs: 1 });
  await expect(hasty.parse(mail('x'.repeat(900_000)))).rejects.toThrow(UnreadableMail);
  await hasty.stop();

  const parser = createMailParser({ timeoutMs: 60_000 });
  const parsed = await Promise.all(['one', 'two', 'three'].map((text) => parser.parse(mail(text))));
  expect(parsed.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  await parser.stop();
  expect((await parser.parse(mail('again'))).text).toBe('again');
  await parser.stop();
});
