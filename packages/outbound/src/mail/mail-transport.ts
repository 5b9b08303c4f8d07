import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport, type SendMailOptions } from 'nodemailer';

/** A mail as nodemailer takes it. Recipients are given as objects, so that a comma in an address adds none. */
export interface OutgoingMail extends SendMailOptions {
  /** Names its file; stays the same across retries. */
  id: string;
}

/** The mail port. `deliver` rejects when the mail was not accepted; it may be retried. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in. Rejects when that does not succeed. */
  verify(): Promise<void>;
  close(): void;
}

/** A server that takes mail for delivery. */
export interface MailServer {
  host: string;
  port: number;
  /** Addresses of `host` that were checked: it is not looked up again. */
  addresses?: readonly string[];
  /** `tls` from the first byte, `starttls` before any mail, `none` unencrypted. */
  secure: 'tls' | 'starttls' | 'none';
  username?: string | undefined;
  password?: string | undefined;
  /** In the place of a password (XOAUTH2). */
  accessToken?: string | undefined;
  /** Certificates to trust in the place of the system's, in PEM. */
  ca?: string | undefined;
}

/** `MAIL_DELIVERY=off`: drops every mail. */
export const noMail: MailTransport = { deliver: async () => {}, verify: async () => {}, close: () => {} };

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const noAccess = { disableFileAccess: true, disableUrlAccess: true };

/** @param server `SMTP_URL`, smtp://user:password@host:port or smtps://, or a server that a project has named */
export function smtpTransport(server: string | MailServer): MailTransport {
  const place = typeof server === 'string' ? { url: server } : placeOf(server);
  const smtp = createTransport({ ...place, ...timeouts, ...noAccess });
  return {
    async deliver({ id: _id, ...mail }) {
      await smtp.sendMail(mail);
    },
    async verify() {
      await smtp.verify();
    },
    close: () => smtp.close(),
  };
}

function placeOf({ host, port, addresses, secure, username, password, accessToken, ca }: MailServer) {
  const secret = accessToken === undefined ? { pass: password ?? '' } : { type: 'OAuth2' as const, accessToken };
  return {
    ...{ host: addresses?.[0] ?? host, port, secure: secure === 'tls' },
    ...{ requireTLS: secure === 'starttls', ignoreTLS: secure === 'none' },
    tls: { servername: host, ...(ca && { ca }) },
    ...(username && { auth: { user: username, ...secret } }),
  };
}

/** Embedded mode: one `.eml` file per mail, readable by the owner of the process only, since it may hold a code. */
export function folderTransport(folder: string, onFile: (file: string) => void): MailTransport {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...noAccess });
  return {
    async deliver({ id, ...mail }) {
      const { message } = await compose.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      // Write and rename: readers see complete files only, and a retry replaces the same file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await chmod(`${file}.part`, 0o600);
      await rename(`${file}.part`, file);
      onFile(file);
    },
    verify: async () => {},
    close: () => compose.close(),
  };
}
