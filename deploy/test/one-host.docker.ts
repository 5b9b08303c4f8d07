import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@parley/testkit';
import { stringify } from 'yaml';

import { repository } from '../../apps/all-in-one/test/commands.ts';
import { openShop } from '../../apps/all-in-one/test/shop.ts';

const minute = 60_000;
const port = '3001';
/** In the place of the proxy, whose certificate needs the internet. */
const override = {
  services: { gateway: { ports: [`127.0.0.1:${port}:3000`], environment: { REQUIRE_TLS: 'false' } } },
};
let folder: string;

/** Its own project: the volumes of another one stay as they are. */
async function run(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: 'parley-one-host' };
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  return stdout.trim();
}
const compose = (...args: string[]) => run('docker', 'compose', ...args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-one-host-'));
  await cp(join(repository, 'deploy', 'one-host'), folder, { recursive: true });
  await writeFile(join(folder, 'compose.override.yaml'), stringify(override));
  // The images that the suite of compose builds; from its cache, when that has run.
  await promisify(execFile)('docker', ['compose', 'build', '--quiet'], { cwd: repository, maxBuffer: 2 ** 26 });
  await run('./setup', 'chat.example.com', 'ops@example.com');
}, 20 * minute);
afterAll(async () => {
  await compose('down', '--volumes');
  await rm(folder, { recursive: true, force: true });
}, 2 * minute);

it('is a configuration that Docker accepts', async () => {
  expect(await compose('config', '--quiet')).toBe('');
});

it(
  'starts in production, saves what it can restore, and erases again who was erased since, once',
  async () => {
    await compose('up', '--detach', '--wait', 'gateway', 'backup');
    const shop = await openShop(`http://localhost:${port}`);
    await shop.say('before');
    const before = await shop.settled();
    const saved = await compose('exec', '-T', 'backup', 'bash', '/backup.sh', 'now');
    expect(saved).toMatch(/^\/backups\/\S+ is saved, and can be restored\.$/m);
    await compose('exec', '-T', 'backup', 'bash', '/backup.sh', 'check');
    const lead = before.leads.leads[0]._id;
    const { body: erasure } = await shop.owner.call('POST', `/${shop.id}/leads/${lead}/erasures`, {});
    await eventually(
      async () => {
        const { body } = await shop.owner.call('GET', `/${shop.id}/erasures/${erasure._id}`);
        expect(body.status).toBe('done');
      },
      { timeoutMs: minute, everyMs: 700 },
    );

    const [, name = ''] = /^\/backups\/(\S+) is saved/m.exec(saved) ?? [];
    await compose('down');
    await run('docker', 'volume', 'rm', 'parley-one-host_postgres', 'parley-one-host_nats');
    const volumes = ['--volume', 'parley-one-host_postgres:/data', '--volume', 'parley-one-host_files:/restored'];
    const restored = await compose('run', '--rm', '--no-deps', ...volumes, 'backup', 'restore', name);
    const [, since = ''] = /\.\/erase-again (\S+)/.exec(restored) ?? [];
    await compose('up', '--detach', '--wait', 'gateway', 'backup');
    await shop.isAs(before);
    const lines = (counts: string) => [
      counts,
      'No erasure is under way: every service has erased and counted what is left, which is nothing.',
    ];
    expect((await run('./erase-again', since)).split('\n')).toEqual(
      lines('1 erasures begun again, 0 projects and accounts deleted again; 0 were known, 0 are of what is not there.'),
    );
    const { body: left } = await shop.owner.call('GET', `${shop.request}/messages`);
    expect(JSON.stringify(left)).not.toContain('before');
    expect((await run('./erase-again', since)).split('\n')).toEqual(
      // The one of before the restore, and the one that was begun again.
      lines('0 erasures begun again, 0 projects and accounts deleted again; 2 were known, 0 are of what is not there.'),
    );
  },
  15 * minute,
);
