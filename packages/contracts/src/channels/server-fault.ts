import { z } from 'zod';

/** What is wrong with a mail server, for people. Source: contract 26 section 8. */
export const serverFaults = {
  dns_failed: 'The name of the server is not known.',
  connection_refused: 'The server takes no connection, or has ended it.',
  tls_failed: 'The connection could not be encrypted, or its certificate is not valid for this name.',
  auth_failed: 'The server refuses the username or the password.',
  folder_missing: 'The folder does not exist on the server.',
  oauth_expired: 'The consent has ended: sign in at the provider again.',
  quota: 'The mailbox is full.',
  greylisted: 'The server asks to try again later.',
  blocked: 'The server, or this installation, does not allow the connection.',
  timeout: 'The server did not answer in time.',
} as const;
export type ServerFault = keyof typeof serverFaults;

const codes = Object.keys(serverFaults) as [ServerFault, ...ServerFault[]];

/** A code to branch on, and a sentence for people; never what a server has said. */
export const ServerFaultView = z.object({ code: z.enum(codes), text: z.string() });
export type ServerFaultView = z.output<typeof ServerFaultView>;

export const mailboxStates = ['ok', 'failing', 'off'] as const;

/** Whether the mail of a mailbox comes in, and whether it leaves. */
export const MailboxStateView = z.object({
  inbound: z.enum(mailboxStates),
  since: z.string().meta({ format: 'date-time' }).optional(),
  last_ok_at: z.string().meta({ format: 'date-time' }).optional(),
  error: ServerFaultView.optional(),
  /** Mails on the server that are still to be read. */
  behind: z.number().int().optional(),
  outbound: z.enum(mailboxStates).optional(),
  outbound_since: z.string().meta({ format: 'date-time' }).optional(),
  outbound_last_ok_at: z.string().meta({ format: 'date-time' }).optional(),
  outbound_error: ServerFaultView.optional(),
});
export type MailboxStateView = z.output<typeof MailboxStateView>;
