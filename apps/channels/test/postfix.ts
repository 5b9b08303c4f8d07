import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findProgram, freePort, startServer } from '@parley/testkit';

import { localhost } from './localhost.fixture.ts';

/** What its suites need; see `describeWithProgram`. It only runs as root. */
export const postfixProgram = 'postfix';
export const postfixIsHere = process.getuid?.() === 0 ? findProgram(postfixProgram) : undefined;

interface Options {
  /** Addresses with a mailbox of their own; others of their domains are refused. */
  addresses: readonly string[];
  /** Ports of servers on this machine that take the mail of other domains. */
  routes: Readonly<Record<string, number>>;
}

/** A real mail server on a port of its own: delivers to folders, passes on, tries again and sends back. */
export class Postfix {
  readonly host = 'localhost';
  readonly port: number;
  /** File with the certificate that it shows. */
  readonly ca: string;
  readonly #folder: string;
  #server: { stop(): Promise<void> } | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    this.ca = join(folder, 'conf', 'cert.pem');
  }

  /** @throws when there is no `postfix`; see `describeWithProgram` */
  static async start({ addresses, routes }: Options): Promise<Postfix> {
    const folder = await mkdtemp(join(tmpdir(), 'pf-'));
    const postfix = new Postfix(folder, await freePort());
    // Its processes run as users of their own.
    await chmod(folder, 0o755);
    for (const name of ['conf', 'queue', 'data', 'mail']) await mkdir(join(folder, name));
    await chmod(join(folder, 'mail'), 0o777);
    await run('chown', 'postfix', join(folder, 'data'));
    await writeFile(join(folder, 'conf', 'key.pem'), localhost.key, { mode: 0o600 });
    await writeFile(postfix.ca, localhost.cert);
    await writeFile(join(folder, 'conf', 'main.cf'), settings(folder, addresses, routes));
    await writeFile(join(folder, 'conf', 'master.cf'), services(postfix.port));
    // Makes the folders of its queues.
    await run(postfixProgram, '-c', join(folder, 'conf'), 'check');
    const programs = await run('postconf', '-d', '-h', 'daemon_directory');
    // Not `postfix start-fg`, which is a shell that does not pass on a signal.
    const master = join(programs.trim(), 'master');
    postfix.#server = await startServer(master, ['-d', '-c', join(folder, 'conf')], () => greeted(postfix.port));
    return postfix;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What it has yet to deliver, and why that has not succeeded so far. */
  queue(): Promise<string> {
    return run('postqueue', '-c', join(this.#folder, 'conf'), '-p');
  }

  /** Mails that were delivered to an address, each as its file holds it. */
  async mailsOf(address: string): Promise<string[]> {
    const folder = join(this.#folder, 'mail', address, 'new');
    const names = await readdir(folder).catch(() => []);
    return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
  }
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(findProgram(program) ?? program, args);
  return stdout;
}

function settings(folder: string, addresses: readonly string[], routes: Options['routes']): string {
  const domains = [...new Set(addresses.map((address) => address.split('@')[1]))];
  const table = (entries: readonly [string, string][]) =>
    `inline:{ ${entries.map(([key, value]) => `{ ${key} = ${value} }`).join(', ')} }`;
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.customer.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
# Nothing is looked up outside this machine.
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtp_tls_security_level = may
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/conf/cert.pem
smtpd_tls_key_file = ${folder}/conf/key.pem
smtpd_peername_lookup = no
virtual_mailbox_domains = ${domains.join(', ')}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = ${table(addresses.map((address) => [address, `${address}/`]))}
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
transport_maps = ${table(Object.entries(routes).map(([domain, port]) => [domain, `smtp:[127.0.0.1]:${port}`]))}
default_transport = error:5.1.2 no such domain here
# A deferred mail is tried again within seconds.
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
transport_retry_time = 1s
`;
}

/** The programs of a usual `master.cf`, as far as mail of this machine needs them. */
function services(port: number): string {
  const open = [`127.0.0.1:${port}`, 'pickup', 'cleanup', 'qmgr', 'flush', 'showq'];
  const line = (name: string, type: string, wakeup: string, max: string, command: string) =>
    `${name} ${type} ${open.includes(name) ? 'n' : '-'} ${name === 'virtual' ? 'n' : '-'} n ${wakeup} ${max} ${command}`;
  const plain = (name: string, command = name) => line(name, 'unix', '-', '-', command);
  return [
    line(`127.0.0.1:${port}`, 'inet', '-', '-', 'smtpd'),
    line('pickup', 'unix', '60', '1', 'pickup'),
    line('cleanup', 'unix', '-', '0', 'cleanup'),
    line('qmgr', 'unix', '1', '1', 'qmgr'),
    line('tlsmgr', 'unix', '1000?', '1', 'tlsmgr'),
    plain('rewrite', 'trivial-rewrite'),
    plain('showq'),
    ...['bounce', 'defer', 'trace'].map((name) => line(name, 'unix', '-', '0', 'bounce')),
    line('verify', 'unix', '-', '1', 'verify'),
    line('flush', 'unix', '1000?', '0', 'flush'),
    line('proxymap', 'unix', '-', '-', 'proxymap'),
    ...['smtp', 'relay'].map((name) => plain(name, 'smtp')),
    ...['error', 'retry'].map((name) => plain(name, 'error')),
    ...['discard', 'virtual'].map((name) => plain(name)),
    line('anvil', 'unix', '-', '1', 'anvil'),
    line('scache', 'unix', '-', '1', 'scache'),
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');
}

function greeted(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy(new Error('postfix does not answer')));
    socket.once('error', reject);
    socket.once('data', (greeting) => {
      socket.destroy();
      if (greeting.toString().startsWith('220')) resolve();
      else reject(new Error(`postfix answers ${greeting.toString()}`));
    });
  });
}
