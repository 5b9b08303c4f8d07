import type { checkMailbox, createMailbox, MailboxView, ParamsOf } from '@parley/sdk';

type NewMailbox = ParamsOf<typeof createMailbox>;

/** Where the mail of an address is held. */
export const providers = ['google', 'microsoft', 'fastmail', 'ionos', 'server', 'forwarding'] as const;
export type Provider = (typeof providers)[number];

interface Server {
  host: string;
  port: number;
  secure: 'tls' | 'starttls';
}

/** Servers of providers, and where access tokens come from. */
interface Preset {
  imap: Server;
  smtp: Server;
  oauth?: { provider: 'google' | 'microsoft'; token_url: string };
}

const presets: Partial<Record<Provider, Preset>> = {
  google: {
    imap: { host: 'imap.gmail.com', port: 993, secure: 'tls' },
    smtp: { host: 'smtp.gmail.com', port: 465, secure: 'tls' },
    oauth: { provider: 'google', token_url: 'https://oauth2.googleapis.com/token' },
  },
  microsoft: {
    imap: { host: 'outlook.office365.com', port: 993, secure: 'tls' },
    smtp: { host: 'smtp.office365.com', port: 587, secure: 'starttls' },
    oauth: { provider: 'microsoft', token_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token' },
  },
  fastmail: {
    imap: { host: 'imap.fastmail.com', port: 993, secure: 'tls' },
    smtp: { host: 'smtp.fastmail.com', port: 465, secure: 'tls' },
  },
  ionos: {
    imap: { host: 'imap.ionos.com', port: 993, secure: 'tls' },
    smtp: { host: 'smtp.ionos.com', port: 465, secure: 'tls' },
  },
};

export const outgoingWays = ['own', 'installation', 'none'] as const;

/** What the steps of the wizard hold. */
export interface MailboxDraft {
  provider: Provider;
  address: string;
  name: string;
  /** How forwarded mail arrives. */
  incoming: 'smtp' | 'webhook';
  signIn: 'password' | 'oauth';
  username: string;
  password: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  tokenUrl: string;
  imap: Server;
  outgoing: (typeof outgoingWays)[number];
  smtp: Omit<Server, 'secure'> & { secure: Server['secure'] | 'none' };
}

export const emptyDraft: MailboxDraft = {
  ...{ provider: 'google', address: '', name: '', incoming: 'webhook', signIn: 'password', username: '', password: '' },
  ...{ clientId: '', clientSecret: '', refreshToken: '', tokenUrl: '', outgoing: 'own' },
  ...withPreset('google'),
};

/** The servers of a provider; of others, the usual ports. */
export function withPreset(
  provider: Provider,
): Pick<MailboxDraft, 'provider' | 'imap' | 'smtp' | 'tokenUrl' | 'signIn'> {
  const preset = presets[provider];
  return {
    ...{ provider, signIn: 'password', tokenUrl: preset?.oauth?.token_url ?? '' },
    imap: preset?.imap ?? { host: '', port: 993, secure: 'tls' },
    smtp: preset?.smtp ?? { host: '', port: 465, secure: 'tls' },
  };
}

export const isPreset = (provider: Provider): boolean => provider in presets;

/** Providers whose sign-in by OAuth is known, and servers of one's own. */
export const mayUseOauth = (provider: Provider): boolean =>
  provider === 'server' || presets[provider]?.oauth !== undefined;

type Servers = Pick<NewMailbox, 'inbound' | 'outbound' | 'oauth'>;

/** As the API takes it. */
export function serversOf(draft: MailboxDraft): Servers {
  const { provider, incoming, outgoing, imap, smtp, tokenUrl, clientId, clientSecret, refreshToken } = draft;
  const isRead = provider !== 'forwarding';
  const username = draft.username.trim() || draft.address.trim();
  const isByToken = draft.signIn === 'oauth' && mayUseOauth(provider);
  const secret = isByToken ? { oauth: true } : draft.password === '' ? {} : { password: draft.password };
  const account = { username, ...secret };
  // A server that trusts its network asks for no sign-in.
  const isOpen = draft.username.trim() === '' && Object.keys(secret).length === 0 && !isRead;
  const needsOauth = isByToken && (isRead || outgoing === 'own');
  return {
    inbound: isRead ? { type: 'imap', ...imap, ...account } : { type: incoming },
    outbound: outgoing === 'own' ? { type: 'smtp', ...smtp, ...(!isOpen && account) } : { type: outgoing },
    ...(needsOauth && {
      oauth: {
        ...{ provider: presets[provider]?.oauth?.provider ?? 'custom', token_url: tokenUrl, client_id: clientId },
        ...(clientSecret && { client_secret: clientSecret }),
        ...(refreshToken && { refresh_token: refreshToken }),
      },
    }),
  };
}

export function newMailboxOf(draft: MailboxDraft): NewMailbox {
  return { address: draft.address.trim(), name: draft.name.trim(), ...serversOf(draft) };
}

/** Tries what needs a server. */
export function checkOf(draft: MailboxDraft): ParamsOf<typeof checkMailbox> {
  return { address: draft.address.trim(), ...serversOf(draft) };
}

/** To change the servers of a mailbox. Secrets are never read back: left empty, they stay as they are for the same server and user. */
export function draftOf({ address, name, inbound, outbound, oauth }: MailboxView): MailboxDraft {
  const isRead = inbound?.type === 'imap';
  const {
    host = '',
    port = 993,
    secure = 'tls',
    username = outbound?.username ?? '',
  } = isRead ? inbound : (outbound ?? {});
  const own = outbound?.type === 'smtp' ? outbound : undefined;
  return {
    ...{ ...emptyDraft, ...withPreset(isRead ? 'server' : 'forwarding'), address, name, username },
    incoming: inbound?.type === 'smtp' ? 'smtp' : 'webhook',
    signIn: (isRead ? inbound : own)?.oauth ? 'oauth' : 'password',
    ...(oauth && { tokenUrl: oauth.token_url, clientId: oauth.client_id }),
    ...(isRead && { imap: { host, port, secure: secure === 'none' ? 'tls' : secure } }),
    outgoing: own ? 'own' : outbound?.type === 'installation' ? 'installation' : 'none',
    ...(own && { smtp: { host: own.host ?? '', port: own.port ?? 465, secure: own.secure ?? 'tls' } }),
  };
}

/** On which step a member of the API's answer stands. */
export function stepOf(param: string): number {
  if (/^(?:inbound|oauth)/.test(param)) return 1;
  return param.startsWith('outbound') ? 2 : 0;
}
