import type { InputOf, MailboxView, mailboxApi } from '@parley/contracts';

/** How answers of a mailbox leave. A password is sealed. */
type OutboundServer =
  | { type: 'none' }
  | { type: 'installation' }
  | {
      type: 'smtp';
      host: string;
      port: number;
      secure: 'tls' | 'starttls' | 'none';
      username?: string;
      password?: string;
      /** Signs in by an access token. */
      oauth?: true;
    };

/** The key with which mails of a mailbox are signed; the key is sealed. */
export interface DkimKey {
  selector: string;
  privateKey: string;
  /** As the DNS record has it. */
  publicKey: string;
}

/** What a mailbox sends, and how. */
export interface Outgoing {
  outbound: OutboundServer;
  senderName: 'mailbox' | 'agent';
  signature: string;
  autoReply: { enabled: boolean; text: string; oncePer: 'request' | 'day' };
  subjectNumber: boolean;
  plusAddressing: boolean;
  acceptAutomatic: boolean;
  dkim: DkimKey | null;
}

/** As far as it was set. */
export type OutgoingSettings = Partial<Outgoing>;

const defaults: Outgoing = {
  outbound: { type: 'none' },
  senderName: 'mailbox',
  signature: '',
  autoReply: { enabled: false, text: '', oncePer: 'request' },
  subjectNumber: true,
  plusAddressing: true,
  acceptAutomatic: false,
  dkim: null,
};

export function outgoingOf({ outgoing }: { outgoing: OutgoingSettings | null }): Outgoing {
  return { ...defaults, ...outgoing };
}

type Input = Omit<InputOf<typeof mailboxApi.updateMailbox>, 'id_project' | 'mailbox_id'>;

/** Sets the given members and keeps the others. @param seal for a password */
export function changeOutgoing(
  current: OutgoingSettings | null,
  { outbound, sender_name, signature, auto_reply, subject_number, plus_addressing, accept_automatic }: Input,
  seal: (password: string) => string,
): OutgoingSettings | null {
  const changes: { [Name in keyof Outgoing]?: Outgoing[Name] | undefined } = {
    outbound: outbound && changedServer(current?.outbound, outbound, seal),
    senderName: sender_name,
    signature,
    autoReply: auto_reply && {
      ...{ enabled: auto_reply.enabled, text: auto_reply.text, oncePer: auto_reply.once_per ?? 'request' },
    },
    subjectNumber: subject_number,
    plusAddressing: plus_addressing,
    acceptAutomatic: accept_automatic,
  };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return Object.keys(given).length === 0 ? current : { ...current, ...given };
}

function changedServer(
  current: OutboundServer | undefined,
  outbound: NonNullable<Input['outbound']>,
  seal: (password: string) => string,
): OutboundServer {
  if (outbound.type !== 'smtp') return { type: outbound.type };
  const { type, host, port, secure, username, password, oauth } = outbound;
  const server = { type, host, port, secure, ...(username && { username }) };
  if (oauth) return { ...server, oauth };
  // A password is for the server that it was given for.
  const isSame = current?.type === 'smtp' && current.host === host && current.username === username;
  const sealed = password === undefined ? (isSame ? current.password : undefined) : seal(password);
  return { ...server, ...(sealed && { password: sealed }) };
}

/** For admins. */
export function outgoingView(settings: OutgoingSettings | null): Partial<MailboxView> {
  const outgoing = outgoingOf({ outgoing: settings });
  const { outbound, autoReply } = outgoing;
  const shown = outbound.type === 'smtp' ? withoutPassword(outbound) : outbound;
  return {
    outbound: shown,
    sender_name: outgoing.senderName,
    auto_reply: { enabled: autoReply.enabled, text: autoReply.text, once_per: autoReply.oncePer },
    subject_number: outgoing.subjectNumber,
    plus_addressing: outgoing.plusAddressing,
    accept_automatic: outgoing.acceptAutomatic,
  };
}

function withoutPassword({ password, ...server }: OutboundServer & { type: 'smtp' }) {
  return { ...server, ...(password !== undefined && { password_set: true as const }) };
}
