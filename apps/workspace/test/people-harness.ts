import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Actor,
  factorApi,
  groupApi,
  invitationApi,
  keyApi,
  labelApi,
  oidcApi,
  projectApi,
  type Role,
  roleApi,
  sessionApi,
  signInApi,
  teammateApi,
  tokenApi,
  type UserView,
  userApi,
  visitorApi,
} from '@parley/contracts';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { client } from '@parley/service-kit/grpc';
import type { Logger } from '@parley/service-kit/observability';
import { anonymous, eventually, startTestService } from '@parley/testkit';

import { startWorkspace } from '../src/service.ts';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A person who has signed up; a type, so that it can be sent as the body of a sign-in. */
export type Person = { actor: Actor; email: string; password: string; user: UserView };

/**
 * The service with helpers for tests of people: sign-ups and the mails that were sent.
 * @param log default: that of the test file
 * @param databaseUrl of another replica
 */
export async function startPeopleHarness(
  env: Record<string, string | undefined> = {},
  log?: Logger,
  databaseUrl?: string,
) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-people-'));
  const start: typeof startWorkspace = Object.assign(
    (options: Parameters<typeof startWorkspace>[0]) => startWorkspace({ ...options, ...(log && { log }) }),
    { definition: startWorkspace.definition },
  );
  const service = await startTestService(start, {
    ...(databaseUrl && { databaseUrl }),
    api: {
      ...userApi,
      ...factorApi,
      ...oidcApi,
      ...signInApi,
      ...groupApi,
      ...roleApi,
      ...sessionApi,
      ...tokenApi,
      ...projectApi,
      ...teammateApi,
      ...invitationApi,
      ...labelApi,
      ...keyApi,
      ...visitorApi,
    },
    // A test signs in more often within a minute than a person in a day; tests of limits set the factor themselves.
    env: { PARLEY_DATA: folder, AUTH_LIMIT_FACTOR: '1000', ...env },
  });
  const open = service.as(anonymous);
  const actorKey = new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url'));
  const calling = { address: service.addresses.grpc, to: 'workspace', deadlineMs: 20_000, actorKey } as const;
  const identity = client(IdentityServiceService, { ...calling, from: 'gateway' });
  const allInOne = client(IdentityServiceService, { ...calling, from: 'all-in-one' });

  return {
    ...service,
    open,
    /** The internal calls of the gateway. */
    identity,
    /** Those of the process that starts everything on a developer's machine. */
    allInOne,
    folder,
    get db() {
      return service.db;
    },

    async signUp(
      firstname: string,
      more: { password?: string; phone?: string; invitation?: string } = {},
    ): Promise<Person> {
      const email = `${firstname.toLowerCase()}@x.io`;
      const { password = `password of ${firstname}` } = more;
      const { status, body } = await open.signUp({ ...more, email, password, firstname, lastname: 'Byron' });
      if (status !== 200) throw new Error(`sign-up of ${firstname} answered ${status} ${body.code}`);
      const { user } = body;
      return { actor: { kind: 'user', id: user._id, name: firstname, email: user.email }, email, password, user };
    },

    /** Signs in; the actor is the one the gateway derives from the token. */
    async signIn({ email, password, user }: Person): Promise<{ actor: Actor; token: string; jti: string }> {
      const { status, body } = await open.signIn({ email, password });
      if (status !== 200) throw new Error(`sign-in of ${email} answered ${status} ${body.code}`);
      const jti = String(claimsOf(body.token).jti);
      return { actor: { kind: 'user', id: user._id, jti }, token: body.token, jti };
    },

    /** The `jti` of each live token of this person. */
    async liveTokens(userId: string): Promise<string[]> {
      const rows = await service.db.query<{ jti: string }>(
        'SELECT jti FROM tokens WHERE principal_id = $1 AND revoked_at IS NULL ORDER BY created_at, id',
        [userId],
      );
      return rows.map(({ jti }) => jti);
    },

    /** A project of this person, with the person as its owner. */
    async project({ actor }: Person): Promise<{ projectId: string; owner: Actor }> {
      const { status, body } = await service.as(actor).createProject({ name: 'Engines' });
      if (status !== 200) throw new Error(`creating a project answered ${status} ${body.code}`);
      return { projectId: body._id, owner: inProject(actor, body._id, 'owner') };
    },

    /** Every mail to this address, oldest first, once the queue is empty. */
    async mailsTo(address: string): Promise<ReceivedMail[]> {
      await eventually(async () => (await onTheirWay()) === 0);
      return (await readMails(join(folder, 'mail'))).filter(({ to }) => to === address);
    },

    /** What the last mail to this address links to, without the dashboard's address. */
    async mailedPath(address: string): Promise<string[]> {
      const mails = await this.mailsTo(address);
      const path = /^https:\/\/dashboard\.example\/#\/(.*)$/m.exec(mails.at(-1)?.text ?? '')?.[1];
      if (!path) throw new Error(`no mail with a link to ${address}`);
      return path.split('/');
    },

    async hashes(): Promise<number> {
      const text = await (await fetch(`${service.addresses.ops}/metrics`)).text();
      return Number(/^parley_password_hashes_total\S* (\d+)/m.exec(text)?.[1] ?? 0);
    },

    async stop(): Promise<void> {
      identity.close();
      allInOne.close();
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };

  async function onTheirWay(): Promise<number> {
    const [row] = await service.db.query<{ count: number }>(
      'SELECT count(*) AS count FROM task WHERE done_at IS NULL AND parked_at IS NULL',
    );
    return row?.count ?? 0;
  }
}

export type PeopleHarness = Awaited<ReturnType<typeof startPeopleHarness>>;

/** A person as the actor that the gateway forwards on a path of a project. */
export function inProject(actor: Actor, projectId: string, role: Role): Actor {
  return { ...actor, projectId, role };
}

/** The unverified claims of a token. */
export function claimsOf(token: string): Record<string, unknown> {
  const payload = token.replace(/^JWT /, '').split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
}

async function readMails(folder: string): Promise<ReceivedMail[]> {
  const files = await readdir(folder).catch(() => []);
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map(parseMail);
}

/** A mail of two alternatives: plain text, then HTML. */
export function parseMail(source: string): ReceivedMail {
  const { header, body } = splitMail(source);
  const [, boundary = ''] = /boundary="([^"]*)"/.exec(header('Content-Type')) ?? [];
  const [text, html] = body
    .split(`--${boundary}`)
    .slice(1, 3)
    .map((part) => splitMail(part.trimStart()))
    .map((part) => decode(part.body.trimEnd(), part.header('Content-Transfer-Encoding')));
  if (text === undefined || html === undefined) throw new Error('the mail has no two alternatives');
  return { to: header('To'), subject: decodeWords(header('Subject')), text, html };
}

function splitMail(source: string) {
  const end = source.indexOf('\n\n');
  const head = source.slice(0, end).replace(/\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return { header, body: source.slice(end + 2) };
}

/** Words of a header that are not ASCII. */
function decodeWords(value: string): string {
  return value
    .replace(/\?= =\?UTF-8\?Q\?/gi, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => decode(word.replaceAll('_', ' '), 'quoted-printable'));
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
