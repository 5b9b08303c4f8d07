// Generated from packages/contracts by `npm run generate`. Do not edit.

import { sendForm, type UploadSource } from '../core/form.ts';
import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ImapInboundInput, InboundView, MailOauthInput, MailOauthView, MailboxStateView, MailboxView, RequestMailView, ServerFaultView, SuppressionView } from './types.ts';

export type ReceiveMailParams = { mailbox_id: string } & UploadSource & {
  /** The raw mail. */
  email: string;
};

export type ListMailSuppressionsParams = { id_project?: string };

export type DeleteMailSuppressionParams = { id_project?: string; address: string };

export type CreateMailboxParams = { id_project?: string } & {
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** Name of the mailbox. */
  name: string;
  /** Further addresses that lead to it, at most 20. */
  aliases?: string[] | null;
  /** Id of the department of new requests; without it the default one. */
  department?: string | null;
  /** How mail comes in. */
  inbound: ImapInboundInput | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "smtp";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "webhook";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "none";
  };
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthInput | null;
  /** Whether mail is taken. */
  enabled?: boolean | null;
  /** `reject`, the default, or `mark`: what becomes of a mail that the domain of its sender disowns. */
  on_dmarc_fail?: "reject" | "mark" | null;
  /** Score from which on a mail is rejected as spam; without it, only what a filter has flagged. */
  spam_score?: number | null;
  /** How answers leave: by a server of the project, by that of the installation, or not at all. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp";
    /** Name or address of the mail server. */
    host: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string | null;
    /** Password to sign in with; never shown again. */
    password?: string | null;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: boolean | null;
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "installation";
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "none";
  } | null;
  /** Name of the sender: that of the mailbox, or the agent’s before it. */
  sender_name?: "mailbox" | "agent" | null;
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string | null;
  /** Automatic answer to the first mail of a request. */
  auto_reply?: {
    /** Whether it is sent. */
    enabled: boolean;
    /** Its text. */
    text: string;
    /** How often one address gets it: for each new request, or once a day; never twice in an hour. */
    once_per?: "request" | "day" | null;
  } | null;
  /** Whether the number of the request stands in the subject. */
  subject_number?: boolean | null;
  /** Whether answers may come to `local+token@domain`. */
  plus_addressing?: boolean | null;
  /** Whether automatic mail opens requests. */
  accept_automatic?: boolean | null;
};

export type ListMailboxesParams = { id_project?: string };

export type DeleteMailboxParams = { id_project?: string; mailbox_id: string };

export type GetMailboxParams = { id_project?: string; mailbox_id: string };

export type UpdateMailboxParams = { id_project?: string; mailbox_id: string } & {
  /** Name of the mailbox. */
  name?: string | null;
  /** Further addresses that lead to it, at most 20. */
  aliases?: string[] | null;
  /** Id of the department of new requests; without it the default one. */
  department?: string | null;
  /** How mail comes in. */
  inbound?: ImapInboundInput | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "smtp";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "webhook";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "none";
  } | null;
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthInput | null;
  /** Whether mail is taken. */
  enabled?: boolean | null;
  /** `reject`, the default, or `mark`: what becomes of a mail that the domain of its sender disowns. */
  on_dmarc_fail?: "reject" | "mark" | null;
  /** Score from which on a mail is rejected as spam; without it, only what a filter has flagged. */
  spam_score?: number | null;
  /** How answers leave: by a server of the project, by that of the installation, or not at all. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp";
    /** Name or address of the mail server. */
    host: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string | null;
    /** Password to sign in with; never shown again. */
    password?: string | null;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: boolean | null;
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "installation";
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "none";
  } | null;
  /** Name of the sender: that of the mailbox, or the agent’s before it. */
  sender_name?: "mailbox" | "agent" | null;
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string | null;
  /** Automatic answer to the first mail of a request. */
  auto_reply?: {
    /** Whether it is sent. */
    enabled: boolean;
    /** Its text. */
    text: string;
    /** How often one address gets it: for each new request, or once a day; never twice in an hour. */
    once_per?: "request" | "day" | null;
  } | null;
  /** Whether the number of the request stands in the subject. */
  subject_number?: boolean | null;
  /** Whether answers may come to `local+token@domain`. */
  plus_addressing?: boolean | null;
  /** Whether automatic mail opens requests. */
  accept_automatic?: boolean | null;
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address?: string | null;
};

export type CheckStoredMailboxParams = { id_project?: string; mailbox_id: string } & {
  /** Address that gets a test mail. */
  to?: string | null;
};

export type StartMailConversationParams = { id_project?: string; mailbox_id: string } & {
  /** Address that gets the mail. */
  to: string;
  /** Addresses that get copies, at most 20. */
  cc?: string[] | null;
  /** Subject of the mail. */
  subject: string;
  /** Text, as sent. */
  text: string;
  /** Id of the department; without it that of the mailbox. */
  departmentid?: string | null;
};

export type MakeDkimKeyParams = { id_project?: string; mailbox_id: string };

export type GetMailboxDnsParams = { id_project?: string; mailbox_id: string };

export type ListInboundMailsParams = { id_project?: string; mailbox_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  /** Whether its mail comes in. */
  state?: "stored" | "routed" | "ignored" | "rejected" | "failed" | null;
  /** Start of the time range, inclusive. */
  from?: string | null;
  /** Address that gets the mail. */
  to?: string | null;
};

export type GetInboundMailParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type GetInboundRawParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type RetryInboundMailParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type RouteInboundMailParams = { id_project?: string; mailbox_id: string; inbound_id: string };

export type RotateMailboxSecretParams = { id_project?: string; mailbox_id: string };

export type CheckMailboxParams = { id_project?: string } & {
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** The server that is read. */
  inbound?: ImapInboundInput | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "smtp";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "webhook";
  } | {
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "none";
  } | null;
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthInput | null;
  /** The mail server that is tried. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp";
    /** Name or address of the mail server. */
    host: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string | null;
    /** Password to sign in with; never shown again. */
    password?: string | null;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: boolean | null;
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "installation";
  } | {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "none";
  } | null;
  /** Address that gets a test mail. */
  to?: string | null;
};

export type GetRequestMailParams = { id_project?: string; request_id: string };

export type SetMailCopiesParams = { id_project?: string; request_id: string } & {
  /** Addresses that get copies, at most 20. */
  cc: string[];
};

export type GetMessageHtmlParams = { id_project?: string; request_id: string; message_id: string } & {
  images?: "0" | "1" | boolean;
};

export type RetryMessageMailParams = { id_project?: string; request_id: string; message_id: string };

/**
 * Take a raw mail from a provider. The body is the mail as it came (`message/rfc822`), or a form with the part `email`, as SendGrid, Postmark and Mailgun post it. `Authorization: Bearer` holds the secret of the mailbox, or Basic has it as password. Answered once the mail is stored; the same mail again is `known`.
 *
 * Public. Codes: `unauthorized`, `mail_missing`, `mailbox_disabled`.
 *
 * @example await receiveMail(parley, { mailbox_id, file });
 */
export const receiveMail: Operation<ReceiveMailParams, {
  /** `stored`, or `known` when it was stored before. */
  status: "stored" | "known";
}, CallCode | 'unauthorized' | 'mail_missing' | 'mailbox_disabled' | 'route_not_found' | 'content_type_wrong' | 'body_timeout' | 'version_mismatch'> =
  /* @__PURE__ */ operation('receiveMail', 'POST /v3/mail/inbound/:mailbox_id', { once: true, send: sendForm });

/**
 * Addresses to which nothing is sent, newest first. The newest 1,000.
 *
 * Minimum role: admin.
 *
 * @example await listMailSuppressions(parley);
 */
export const listMailSuppressions: Operation<ListMailSuppressionsParams, SuppressionView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listMailSuppressions', 'GET mail_suppressions');

/**
 * Send to an address again.
 *
 * Minimum role: admin. Codes: `suppression_not_found`.
 *
 * @example await deleteMailSuppression(parley, { address });
 */
export const deleteMailSuppression: Operation<DeleteMailSuppressionParams, SuppressionView, DeleteCode | 'suppression_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteMailSuppression', 'DELETE mail_suppressions/:address');

/**
 * Make a mailbox. Mail to its address and aliases becomes requests of the project. With `inbound.type` `webhook`, the answer holds, this once, the secret with which a provider posts mail.
 *
 * Minimum role: admin. Codes: `address_taken`, `address_invalid`, `limit_reached`, `url_not_allowed`, `outbound_not_allowed`. Limits: `address` ≤ 254 characters, `name` ≤ 100 characters, `aliases` ≤ 20 items, `department` ≤ 255 characters, `spam_score` ≤ 1000, `signature` ≤ 4000 characters.
 *
 * @example await createMailbox(parley, { address: 'help@shop.example', name: 'Shop', inbound: { type: 'smtp' } });
 */
export const createMailbox: Operation<CreateMailboxParams, {
  _id: string;
  id: string;
  id_project: string;
  /** Address at which mail arrives; of one mailbox in the whole installation, in any case. */
  address: string;
  /** Name of the mailbox. */
  name: string;
  /** Id of the department of new requests; without it the default one. */
  department?: string;
  /** Whether mail is taken. */
  enabled: boolean;
  /** Stands below every mail; bold, italic, code and links as in messages. */
  signature?: string;
  /** Whether its mail comes in. */
  state?: MailboxStateView;
  __v?: number;
  /** Further addresses that lead to it, at most 20. */
  aliases?: string[];
  /** How mail comes in. */
  inbound?: {
    /** Name or address of the server. */
    host?: string;
    /** Port; 993, or 143 with `starttls`, unless it says otherwise. */
    port?: number;
    /** Encryption: `tls` from the first byte, the default, or `starttls`. */
    secure?: "tls" | "starttls";
    /** Name to sign in with. */
    username?: string;
    /** Always true: there is a password. */
    password_set?: true;
    /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
    oauth?: true;
    /** Folder that is read; `INBOX` by default. */
    folder?: string;
    /** What becomes of a mail on the server once it is stored: `keep`, the default, `seen`, or `move:<folder>`. */
    after?: string;
    /** `smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all. */
    type: "imap" | "smtp" | "webhook" | "none";
    /** Where a provider posts mail, for `webhook`. */
    url?: string;
    /** Always true: there is a secret, which is never shown again. */
    secret_set?: true;
  };
  /** How access tokens are fetched, for servers that ask for OAuth (XOAUTH2). */
  oauth?: MailOauthView;
  /** `reject`, the default, or `mark`: what becomes of a mail that the domain of its sender disowns. */
  on_dmarc_fail?: "reject" | "mark";
  /** Score from which on a mail is rejected as spam; without it, only what a filter has flagged. */
  spam_score?: number;
  /** How answers leave: by a server of the project, by that of the installation, or not at all. */
  outbound?: {
    /** `smtp`: a server of the project. `installation`: that of the installation. `none`: nothing is sent. */
    type: "smtp" | "installation" | "none";
    /** Name or address of the mail server. */
    host?: string;
    /** Port: 25, 465, 587, or another that the installation allows. */
    port?: number;
    /** Encryption: `tls` from the first byte, `starttls` before any mail, `none` where the installation allows it. */
    secure?: "tls" | "starttls" | "none";
    /** Name to sign in with. */
    username?: string;
    /** Always true: there is a password. */
    password_set?: true;
    /** Sign in by the `oauth` of the mailbox. */
    oauth?: true;
  };
  /** Name of the sender: that of the mailbox, or the agent’s before it. */
  sender_name?: "mailbox" | "agent";
  /** Automatic answer to the first mail of a request. */
  auto_reply?: {
    /** Whether it is sent. */
    enabled: boolean;
    /** Its text. */
    text: string;
    /** How often one address gets it: for each new request, or once a day; never twice in an hour. */
    once_per?: "request" | "day";
  };
  /** Whether the number of the request stands in the subject. */
  subject_number?: boolean;
  /** Whether answers may come to `local+token@domain`. */
  plus_addressing?: boolean;
  /** Whether automatic mail opens requests. */
  accept_automatic?: boolean;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
  /** With which a provider posts mail; shown this once. */
  secret?: string;
}, ReadCode | BodyCode | WriteCode | 'address_taken' | 'address_invalid' | 'limit_reached' | 'url_not_allowed' | 'outbound_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createMailbox', 'POST mailboxes');

/**
 * Mailboxes of the project, oldest first. Agents see address, name, department, signature, state and whether a mailbox is enabled; admins see all.
 *
 * Minimum role: agent.
 *
 * @example await listMailboxes(parley);
 */
export const listMailboxes: Operation<ListMailboxesParams, MailboxView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listMailboxes', 'GET mailboxes');

/**
 * Remove a mailbox; its requests stay, and its raw mails go.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `version_mismatch`.
 *
 * @example await deleteMailbox(parley, { mailbox_id });
 */
export const deleteMailbox: Operation<DeleteMailboxParams, MailboxView, DeleteCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteMailbox', 'DELETE mailboxes/:mailbox_id');

/**
 * One mailbox.
 *
 * Minimum role: agent. Codes: `mailbox_not_found`.
 *
 * @example await getMailbox(parley, { mailbox_id });
 */
export const getMailbox: Operation<GetMailboxParams, MailboxView, ReadCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMailbox', 'GET mailboxes/:mailbox_id');

/**
 * Change a mailbox.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `address_taken`, `address_invalid`, `version_mismatch`, `url_not_allowed`, `outbound_not_allowed`. Limits: `name` ≤ 100 characters, `aliases` ≤ 20 items, `department` ≤ 255 characters, `spam_score` ≤ 1000, `signature` ≤ 4000 characters, `address` ≤ 254 characters.
 *
 * @example await updateMailbox(parley, { mailbox_id, enabled: false });
 */
export const updateMailbox: Operation<UpdateMailboxParams, MailboxView, UpdateCode | 'mailbox_not_found' | 'address_taken' | 'address_invalid' | 'url_not_allowed' | 'outbound_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateMailbox', 'PUT mailboxes/:mailbox_id');

/**
 * Try the mail servers of a mailbox.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `address_invalid`. Limits: `to` ≤ 254 characters.
 *
 * @example await checkStoredMailbox(parley, { mailbox_id });
 */
export const checkStoredMailbox: Operation<CheckStoredMailboxParams, {
  /** What came of reading. */
  inbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: ServerFaultView;
    /** Duration of the check in milliseconds. */
    ms: number;
  };
  /** What came of it. */
  outbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: {
      /** Word for programs. */
      code: "dns_failed" | "url_not_allowed" | "connection_refused" | "tls_failed" | "auth_failed" | "oauth_expired" | "timeout" | "quota" | "greylisted" | "blocked" | "rejected" | "bounced" | "suppressed" | "expired" | "mailbox_disabled" | "mailbox_removed" | "outbound_off" | "nothing_to_send" | "internal";
      /** Sentence for people. */
      text: string;
    };
    /** Duration of the check in milliseconds. */
    ms: number;
  };
}, UpdateCode | 'mailbox_not_found' | 'address_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('checkStoredMailbox', 'POST mailboxes/:mailbox_id/check');

/**
 * Write to a customer by mail, which opens a request.
 *
 * Minimum role: agent. Codes: `mailbox_not_found`, `address_invalid`, `mailbox_sends_nothing`, `capacity_reached`, `unknown_sender`, `sender_not_allowed`. Limits: `to` ≤ 254 characters, `cc` ≤ 20 items, `subject` ≤ 500 characters, `text` ≤ 65536 characters, `departmentid` ≤ 255 characters.
 *
 * @example await startMailConversation(parley, { mailbox_id, to: 'vera@customer.example', subject: 'Your order', text: 'It has left today.' });
 */
export const startMailConversation: Operation<StartMailConversationParams, {
  /** `request_id` of the request. */
  request_id: string;
  /** Id of the message. */
  message: string;
}, UpdateCode | 'mailbox_not_found' | 'address_invalid' | 'mailbox_sends_nothing' | 'capacity_reached' | 'unknown_sender' | 'sender_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('startMailConversation', 'POST mailboxes/:mailbox_id/conversations');

/**
 * Make the key with which mails of a mailbox are signed, and answer its DNS record. An earlier key ends at once. Publish the record before mails are sent.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await makeDkimKey(parley, { mailbox_id });
 */
export const makeDkimKey: Operation<MakeDkimKeyParams, {
  /** Selector of the key. */
  selector: string;
  /** Name of the record. */
  name: string;
  /** Its type. */
  type: "TXT";
  /** Its value. */
  value: string;
}, DeleteCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('makeDkimKey', 'POST mailboxes/:mailbox_id/dkim');

/**
 * Which DNS records of the domain of a mailbox are right.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await getMailboxDns(parley, { mailbox_id });
 */
export const getMailboxDns: Operation<GetMailboxDnsParams, {
  /** What was looked up. */
  records: {
    /** What the record is for. */
    check: "spf" | "dkim" | "dmarc" | "mx";
    /** Whether it is right. */
    ok: boolean;
    /** Name that was looked up. */
    name: string;
    /** Type of the record. */
    type: "TXT" | "MX";
    /** Value that should stand there, where it is known. */
    wanted?: string;
    /** Values that stand there. */
    found: string[];
  }[];
}, ReadCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMailboxDns', 'GET mailboxes/:mailbox_id/dns');

/**
 * Mails that came in, newest first.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await listInboundMails(parley, { mailbox_id });
 */
export const listInboundMails: Operation<ListInboundMailsParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** The mails of the page. */
  mails: InboundView[];
}, ReadCode | 'mailbox_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listInboundMails', 'GET mailboxes/:mailbox_id/inbound');

/**
 * One mail that came in.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`.
 *
 * @example await getInboundMail(parley, { mailbox_id, inbound_id });
 */
export const getInboundMail: Operation<GetInboundMailParams, InboundView, ReadCode | 'mailbox_not_found' | 'inbound_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getInboundMail', 'GET mailboxes/:mailbox_id/inbound/:inbound_id');

/**
 * The bytes of a mail as it came.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`.
 *
 * @example await getInboundRaw(parley, { mailbox_id, inbound_id });
 */
export const getInboundRaw: Operation<GetInboundRawParams, ReadableStream<Uint8Array>, ReadCode | 'mailbox_not_found' | 'inbound_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getInboundRaw', 'GET mailboxes/:mailbox_id/inbound/:inbound_id/raw', { answer: 'stream' });

/**
 * Work again on a mail that has failed.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`, `not_retryable`.
 *
 * @example await retryInboundMail(parley, { mailbox_id, inbound_id });
 */
export const retryInboundMail: Operation<RetryInboundMailParams, InboundView, DeleteCode | 'mailbox_not_found' | 'inbound_not_found' | 'not_retryable' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('retryInboundMail', 'POST mailboxes/:mailbox_id/inbound/:inbound_id/retry');

/**
 * Accept a mail that was rejected, as spam for example.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`, `inbound_not_found`, `not_retryable`.
 *
 * @example await routeInboundMail(parley, { mailbox_id, inbound_id });
 */
export const routeInboundMail: Operation<RouteInboundMailParams, InboundView, DeleteCode | 'mailbox_not_found' | 'inbound_not_found' | 'not_retryable' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('routeInboundMail', 'POST mailboxes/:mailbox_id/inbound/:inbound_id/route');

/**
 * Give the webhook of a mailbox a new secret; the old one ends at once.
 *
 * Minimum role: admin. Codes: `mailbox_not_found`.
 *
 * @example await rotateMailboxSecret(parley, { mailbox_id });
 */
export const rotateMailboxSecret: Operation<RotateMailboxSecretParams, {
  _id: string;
  id: string;
  /** With which a provider posts mail; shown this once. */
  secret: string;
}, DeleteCode | 'mailbox_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rotateMailboxSecret', 'POST mailboxes/:mailbox_id/secret/rotate');

/**
 * Try the mail servers of a mailbox before it is made. Connects and signs in within 20 seconds, and opens the folder; with `to` it also sends a test mail. Nothing is read and nothing is stored.
 *
 * Minimum role: admin. Codes: `address_invalid`, `url_not_allowed`, `outbound_not_allowed`. Limits: `address` ≤ 254 characters, `to` ≤ 254 characters.
 *
 * @example await checkMailbox(parley, { address: 'help@shop.example', outbound: { type: 'smtp', host: 'mail.shop.example', port: 465, secure: 'tls' } });
 */
export const checkMailbox: Operation<CheckMailboxParams, {
  /** The server that is read. */
  inbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: ServerFaultView;
    /** Duration of the check in milliseconds. */
    ms: number;
  };
  /** The mail server that is tried. */
  outbound?: {
    /** Whether the server can be used. */
    ok: boolean;
    /** Why it cannot. */
    error?: {
      /** Word for programs. */
      code: "dns_failed" | "url_not_allowed" | "connection_refused" | "tls_failed" | "auth_failed" | "oauth_expired" | "timeout" | "quota" | "greylisted" | "blocked" | "rejected" | "bounced" | "suppressed" | "expired" | "mailbox_disabled" | "mailbox_removed" | "outbound_off" | "nothing_to_send" | "internal";
      /** Sentence for people. */
      text: string;
    };
    /** Duration of the check in milliseconds. */
    ms: number;
  };
}, ReadCode | BodyCode | WriteCode | 'address_invalid' | 'url_not_allowed' | 'outbound_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('checkMailbox', 'POST mailboxes/check');

/**
 * Mails of a request both ways, with their states.
 *
 * Minimum role: agent. Codes: `request_not_found`, `mail_not_found`.
 *
 * @example await getRequestMail(parley, { request_id });
 */
export const getRequestMail: Operation<GetRequestMailParams, {
  /** Id of the mailbox. */
  mailbox: string;
  /** Address of the requester. */
  to: string;
  /** Addresses that get copies. */
  cc: string[];
  /** The newest 200, oldest first. */
  mails: RequestMailView[];
}, ReadCode | 'request_not_found' | 'mail_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequestMail', 'GET requests/:request_id/mail');

/**
 * Set who gets copies of the answers to a request.
 *
 * Minimum role: agent. Codes: `request_not_found`, `mail_not_found`, `address_invalid`. Limits: `cc` ≤ 20 items.
 *
 * @example await setMailCopies(parley, { request_id, cc: ['vera@customer.example'] });
 */
export const setMailCopies: Operation<SetMailCopiesParams, {
  /** Addresses that get copies, at most 20. */
  cc: string[];
}, UpdateCode | 'request_not_found' | 'mail_not_found' | 'address_invalid' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setMailCopies', 'PUT requests/:request_id/mail/cc');

/**
 * The HTML of a mail, made safe. Without scripts, forms and what loads from elsewhere; with `images=true`, images of other servers are loaded, which tells them that the mail is read. Show it in a sandboxed frame. It is kept as long as the raw mail.
 *
 * Minimum role: agent. Codes: `request_not_found`, `html_not_found`.
 *
 * @example await getMessageHtml(parley, { request_id, message_id });
 */
export const getMessageHtml: Operation<GetMessageHtmlParams, ReadableStream<Uint8Array>, ReadCode | 'request_not_found' | 'html_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessageHtml', 'GET requests/:request_id/messages/:message_id/html', { answer: 'stream' });

/**
 * Send the mail of a message again that was not delivered.
 *
 * Minimum role: agent. Codes: `request_not_found`, `mail_not_found`, `not_retryable`.
 *
 * @example await retryMessageMail(parley, { request_id, message_id });
 */
export const retryMessageMail: Operation<RetryMessageMailParams, RequestMailView, DeleteCode | 'request_not_found' | 'mail_not_found' | 'not_retryable' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('retryMessageMail', 'POST requests/:request_id/messages/:message_id/mail/retry');
