import type { ImapFlow } from 'imapflow';

import type { Context } from '../context.ts';
import { accessTokenOf } from '../oauth/access-token.ts';
import type { OauthAccount } from '../oauth/oauth.repository.ts';
import type { Reached } from '../server/mail-servers.ts';
import { ServerError, serverErrorOf } from '../server/server-error.ts';
import type { ImapSettings } from './imap-account.ts';

export type ImapContext = Pick<Context, 'servers' | 'secrets' | 'clock' | 'outbound' | 'oauth' | 'config'>;

const connectMs = 10_000;
const socketMs = 90_000;
/** Of one command; a mail may take longer. */
const commandMs = 60_000;

/**
 * Connects to the server of an account and signs in.
 * @param id of the mailbox, for which the password is sealed
 * @param over ends the connection, also before it stands
 * @throws ServerError
 */
export async function connectImap(
  context: ImapContext,
  settings: ImapSettings & { id: string },
  oauth: OauthAccount | undefined,
  over?: AbortSignal,
): Promise<ImapFlow> {
  const isByToken = settings.password === null;
  const attempt = async (isFresh: boolean) =>
    open(context, { settings, auth: await credentials(context, settings, oauth, isFresh), over });
  try {
    return await attempt(false);
  } catch (error) {
    const fault = serverErrorOf(error);
    // A token may end before its time: a new one is tried before the sign-in counts as refused.
    if (!isByToken || fault.fault !== 'auth_failed') throw fault;
    return await attempt(true).catch((again: unknown) => {
      throw serverErrorOf(again);
    });
  }
}

async function credentials(
  context: ImapContext,
  { id, username, password }: ImapSettings & { id: string },
  oauth: OauthAccount | undefined,
  isFresh: boolean,
) {
  if (password !== null) return { user: username, pass: context.secrets.open(password, id) };
  return { user: username, accessToken: await accessTokenOf(context, oauth, { isFresh }) };
}

interface Auth {
  user: string;
  pass?: string;
  accessToken?: string;
}

interface Attempt {
  settings: ImapSettings;
  auth: Auth;
  over: AbortSignal | undefined;
}

/** Tries the addresses of the server one after the other. */
async function open(context: ImapContext, attempt: Attempt): Promise<ImapFlow> {
  const { host, port } = attempt.settings;
  const { addresses, tls } = await context.servers.reach(host, port);
  let fault: unknown;
  for (const address of addresses) {
    try {
      return await openAt(context, address, attempt, tls);
    } catch (error) {
      fault = error;
      if (!unreachable.has(serverErrorOf(error).fault)) break;
    }
  }
  throw fault;
}

const unreachable: ReadonlySet<string> = new Set(['connection_refused', 'timeout']);

async function openAt(
  { config }: ImapContext,
  address: string,
  { settings: { port, secure }, auth, over }: Attempt,
  tls: Reached['tls'],
): Promise<ImapFlow> {
  // Loaded where a mailbox is read by IMAP alone.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    ...{ host: address, port, auth, tls, servername: tls.servername, logger: false, disableAutoIdle: true },
    ...(secure === 'tls' ? { secure: true } : { secure: false, doSTARTTLS: true }),
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: socketMs },
    maxLiteralSize: config.MAIL_MAX_BYTES + 65_536,
    clientInfo: { name: 'Parley' },
  });
  // A failure also ends the command in progress.
  client.on('error', () => undefined);
  const end = () => client.close();
  over?.addEventListener('abort', end, { once: true });
  client.on('close', () => over?.removeEventListener('abort', end));
  try {
    over?.throwIfAborted();
    await within(client, client.connect());
    return client;
  } catch (error) {
    end();
    throw error;
  }
}

/** Opens the folder. @throws ServerError */
export async function openFolder(client: ImapFlow, folder: string): Promise<{ uidValidity: string; uidNext: number }> {
  try {
    const { uidValidity, uidNext } = await within(client, client.mailboxOpen(folder));
    return { uidValidity: String(uidValidity), uidNext };
  } catch (error) {
    // The server has answered, and it was no.
    const isRefused = error instanceof Error && 'responseStatus' in error && error.responseStatus === 'NO';
    throw isRefused ? new ServerError('folder_missing', { cause: error }) : serverErrorOf(error);
  }
}

/** The outcome of a command; a server that does not answer ends the connection. @throws ServerError */
export async function within<Outcome>(client: ImapFlow, command: Promise<Outcome>, ms = commandMs): Promise<Outcome> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ServerError('timeout')), ms);
  try {
    return await Promise.race([command, late.promise]);
  } catch (error) {
    if (error instanceof ServerError) {
      command.catch(() => undefined);
      client.close();
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Says goodbye, or ends the connection if the server does not answer. */
export async function leave(client: ImapFlow): Promise<void> {
  await within(client, client.logout(), 2_000).catch(() => undefined);
  client.close();
}
