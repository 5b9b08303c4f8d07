import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { eventually, findProgram, freePort, startServer } from '@parley/testkit';
import { ImapFlow } from 'imapflow';

import { localhost } from './localhost.fixture.ts';

/** What its suites need; see `describeWithProgram` (Debian: dovecot-imapd). */
export const dovecotProgram = 'dovecot';

interface Options {
  /** Where it asks whether an access token is valid. */
  introspection?: string;
}

/** A real IMAP server on ports of its own, with users of its own. */
export class Dovecot {
  readonly host = 'localhost';
  readonly ports: { tls: number; starttls: number };
  /** File with the certificate that it shows. */
  readonly ca: string;
  readonly #folder: string;
  readonly #passwords = new Map<string, string>();
  #server: { stop(): Promise<void>; kill(): Promise<void> } | undefined;

  private constructor(folder: string, ports: Dovecot['ports']) {
    this.#folder = folder;
    this.ports = ports;
    this.ca = join(folder, 'cert.pem');
  }

  /** @throws when there is no `dovecot`; see `describeWithProgram` */
  static async start({ introspection }: Options = {}): Promise<Dovecot> {
    // Its sockets lie in there, and their paths are short.
    const folder = await mkdtemp(join(tmpdir(), 'dc-'));
    const dovecot = new Dovecot(folder, { tls: await freePort(), starttls: await freePort() });
    await writeFile(join(folder, 'key.pem'), localhost.key);
    await writeFile(join(folder, 'cert.pem'), localhost.cert);
    await mkdir(join(folder, 'users'));
    // Run by root, it reads them as users of its own.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'mail'));
    await chmod(join(folder, 'mail'), 0o777);
    await writeFile(join(folder, 'dovecot.conf'), settings(folder, dovecot.ports, introspection !== undefined));
    await writeFile(join(folder, 'oauth2.conf'), oauthSettings(introspection ?? 'http://127.0.0.1:1/'));
    await dovecot.begin();
    return dovecot;
  }

  /** Starts it again after `end`. */
  async begin(): Promise<void> {
    const program = findProgram(dovecotProgram) ?? dovecotProgram;
    const ready = () => greeted(this.ports.starttls);
    this.#server = await startServer(program, ['-F', '-c', join(this.#folder, 'dovecot.conf')], ready);
  }

  async end(): Promise<void> {
    // A process of an open session outlives the server by seconds, and goes on serving it.
    if (this.#server) await this.endSessions();
    await this.#server?.stop();
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Sets the password of a user, who need not exist yet. As providers do, a change ends the user's sessions. */
  async setPassword(user: string, password: string): Promise<void> {
    const isChange = this.#passwords.has(user);
    this.#passwords.set(user, password);
    // A file for each: one for all would be read again in the next second only.
    await writeFile(join(this.#folder, 'users', user), `${user}:{PLAIN}${password}\n`);
    if (!isChange) return;
    // A session is known to the server a moment after its sign-in.
    await eventually(async () => {
      await this.endSessions(user);
      expect(await this.#doveadm('who', user)).not.toContain(user);
    });
  }

  /** Cuts the connections of a user, or of all; the server goes on. */
  async endSessions(user = '*'): Promise<void> {
    // It fails when there are none.
    await this.#doveadm('kick', user).catch(() => undefined);
  }

  async #doveadm(...given: string[]): Promise<string> {
    const program = findProgram('doveadm') ?? 'doveadm';
    const { stdout } = await promisify(execFile)(program, ['-c', join(this.#folder, 'dovecot.conf'), ...given]);
    return stdout;
  }

  /** Stores a mail at its end of a folder. */
  async append(user: string, raw: string | Buffer, { folder = 'INBOX', at }: { folder?: string; at?: Date } = {}) {
    await this.as(user, (client) => client.append(folder, raw, [], at));
  }

  /** What a mail client of the user does. */
  async as<Result>(user: string, work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: this.ports.tls, secure: true, servername: this.host, logger: false },
      ...{ auth: { user, pass: this.#passwords.get(user) ?? '' }, tls: { ca: localhost.cert } },
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  /** The mails of the user get other UIDs. */
  async changeUidValidity(user: string): Promise<void> {
    await this.end();
    const folder = join(this.#folder, 'mail', user);
    for (const name of ['dovecot-uidlist', 'dovecot.index', 'dovecot.index.log', 'dovecot.index.cache'])
      await rm(join(folder, name), { force: true });
    await this.begin();
  }
}

function settings(folder: string, { tls, starttls }: Dovecot['ports'], hasOauth: boolean): string {
  const { username, uid, gid } = userInfo();
  const isRoot = uid === 0;
  // Without root, it runs as the user of the test throughout.
  const users = isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  const owner = isRoot ? 'uid=nobody gid=nogroup' : `uid=${uid} gid=${gid}`;
  return `
${users}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
# What has just hung up counts for a moment.
mail_max_userip_connections = 100
service imap-login {
  chroot =
  inet_listener imap {
    port = ${starttls}
  }
  inet_listener imaps {
    port = ${tls}
    ssl = yes
  }
}
service anvil {
  chroot =
  # No delay for all because one password was wrong.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = ${folder}/users/%u
}
${hasOauth ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2\n  args = ${folder}/oauth2.conf\n}` : ''}
userdb {
  driver = static
  args = ${owner} home=${folder}/mail/%u allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Done {
    auto = create
  }
}
`;
}

function oauthSettings(introspection: string): string {
  return `introspection_mode = post
introspection_url = ${introspection}
username_attribute = email
active_attribute = active
active_value = true
timeout_msecs = 5000
max_idle_time_msecs = 0
max_parallel_connections = 1
max_pipelined_requests = 1
`;
}

function greeted(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy(new Error('dovecot does not answer')));
    socket.once('error', reject);
    socket.once('data', (greeting) => {
      socket.destroy();
      if (greeting.toString().startsWith('* OK')) resolve();
      else reject(new Error(`dovecot answers ${greeting.toString()}`));
    });
  });
}
