import { execFile, execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { freePort, startServer } from '@parley/testkit';

import { storingNames } from '../src/mesh.ts';

const run = promisify(execFile);

/** Programs of a server by their version, "15.18" or "2.9.10": what is installed, and what is in the folders of `SERVER_VERSIONS`. */
export async function versionsOf(program: string): Promise<ReadonlyMap<string, string>> {
  const { PATH = '', SERVER_VERSIONS = '' } = process.env;
  const path = PATH.split(delimiter).flatMap((folder) => [folder, folder.replace(/\/bin$/, '/sbin')]);
  const debian = (await readdir('/usr/lib/postgresql').catch(() => [])).map(
    (major) => `/usr/lib/postgresql/${major}/bin`,
  );
  const found = new Map<string, string>();
  for (const folder of new Set([...path, ...debian, ...SERVER_VERSIONS.split(delimiter)])) {
    const file = join(folder, program);
    const text = await run(file, ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    );
    const [version] = /\d+\.\d+(?:\.\d+)?/.exec(text) ?? [];
    if (version && !found.has(version)) found.set(version, file);
  }
  return found;
}

/** A PostgreSQL of a version, its data in a temporary folder. As root it runs under the account of Debian's packages. */
export async function startPostgres(
  postgres: string,
): Promise<{ variables: Record<string, string>; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  if (asOther.length > 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
    await chown(folder, uid ?? 0, gid ?? 0);
  }
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  const initdb = join(postgres, '..', 'initdb');
  const [first = '', ...rest] = [...asOther, initdb, '--pgdata', data, '--username', 'parley', '--encoding', 'UTF8'];
  await run(first, [...rest, '--auth', 'trust', '--locale', 'C', '--no-sync'], { cwd: '/' });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'fsync=off',
  ];
  const [program = '', ...args] = [...asOther, postgres, '-D', data, ...settings.flatMap((each) => ['-c', each])];
  const url = (database: string) => `postgres://parley@127.0.0.1:${port}/${database}`;
  const log = createLogger({ service: 'test', level: 'silent' });
  const server = await startServer(program, args, async () => {
    const db = await connectDatabase({ url: url('postgres'), service: 'test', log, poolSize: 1 });
    await db.query('select').finally(() => db.close());
  });
  return {
    variables: Object.fromEntries(
      storingNames.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, url(`parley_${name}`)]),
    ),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
