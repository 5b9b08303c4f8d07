import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

/** A mail ready for delivery: `text` and `html` are alternatives that say the same. */
interface OutgoingMail {
  /** Becomes the Message-ID; stays the same across retries. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The mail port. `deliver` rejects when the mail was not accepted; it may be retried. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** `MAIL_DELIVERY=off`: drops every mail. */
export const noMail: MailTransport = { deliver: async () => {}, close: () => {} };

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** @param url `SMTP_URL`: smtp://user:password@host:port, or smtps:// */
export function smtpTransport(url: string, from: string): MailTransport {
  const smtp = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    async deliver(mail) {
      await smtp.sendMail(messageOf(mail, from));
    },
    close: () => smtp.close(),
  };
}

/** Embedded mode: one `.eml` file per mail, readable by the owner of the process only, since it may hold a code. */
export function folderTransport(folder: string, from: string, onFile: (file: string) => void): MailTransport {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(mail) {
      const { message } = await compose.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.id}.eml`);
      // Write and rename: readers see complete files only, and a retry replaces the same file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await chmod(`${file}.part`, 0o600);
      await rename(`${file}.part`, file);
      onFile(file);
    },
    close: () => compose.close(),
  };
}

function messageOf({ id, to, ...content }: OutgoingMail, from: string) {
  // Passed as an object, so that a comma in the address cannot add a recipient.
  return { messageId: `<${id}@parley>`, from, to: { name: '', address: to }, ...content };
}
