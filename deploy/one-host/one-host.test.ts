import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { readEnvironment } from '@parley/service-kit/config';
import { parse } from 'yaml';

import { everyone } from '../k8s/mesh.ts';
import { faultsOf } from '../keys/keys.ts';
import { type ConfiguredService, common, schemas } from '../schemas.ts';
import { composeText } from './render.ts';

interface Service {
  image: string;
  environment?: Record<string, string>;
  restart: string;
  logging: { options: Record<string, string> };
  mem_limit: string;
  ports?: string[];
}

const here = fileURLToPath(new URL('.', import.meta.url));
const text = await readFile(join(here, 'compose.yaml'), 'utf8');
const { services } = parse(text) as { services: Record<string, Service> };
let folder: string;
let values: Record<string, string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-one-host-'));
  for (const file of ['setup', 'compose.yaml']) await cp(join(here, file), join(folder, file));
  const images = everyone.map(({ name }, nth) => ({ name: `registry.example/parley/${name}`, digest: digestOf(nth) }));
  await writeFile(join(folder, 'images.json'), JSON.stringify(images, null, 2));
  await setup('chat.example.com', 'ops@example.com', folder);
  values = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const setup = (...args: string[]) => promisify(execFile)(join(folder, 'setup'), args);
const digestOf = (nth: number) => `sha256:${String(nth).padStart(64, '0')}`;

/** As compose reads what stands in braces after a dollar: `NAME:-default` and `NAME:?reason`. */
function filled(value: string): string {
  const [, before = '', name = '', sign, or = '', after = ''] = /^(.*?)\$\{(\w+):([-?])(.*)\}(.*?)$/s.exec(value) ?? [];
  if (name === '') return value;
  const known = values[name];
  if (!known && sign === '?') throw new Error(`${name} is missing`);
  return filled(before + (known || filled(or)) + after);
}

it('is what the table of the mesh makes: run `node deploy/one-host/render.ts`', () => {
  expect(text).toBe(composeText());
});

it('has every service, and what they need, each with an end of its memory and of its logs', () => {
  expect(Object.keys(services)).toEqual([
    ...everyone.map(({ name }) => name),
    ...['caddy', 'postgres', 'nats', 'redis', 'backup', 'transfer'],
  ]);
  for (const [name, service] of Object.entries(services)) {
    expect(service).toMatchObject({
      ...(name === 'transfer' ? { restart: 'no', profiles: ['transfer'] } : { restart: 'unless-stopped' }),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    });
  }
});

it('lets nothing in but by the proxy, whom alone the gateway believes', () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports);
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  const { networks } = services.caddy as unknown as { networks: { mesh: { ipv4_address: string } } };
  expect(services.gateway?.environment?.TRUSTED_PROXIES).toBe(networks.mesh.ipv4_address);
});

describe('what `setup` writes', () => {
  it('are keys that services accept, for the eyes of their owner', async () => {
    expect(faultsOf(values)).toEqual([]);
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
  });

  it('is never written over', async () => {
    await expect(setup('chat.example.com', 'ops@example.com')).rejects.toThrow('never written over');
  });

  it.each(everyone.map(({ name }, nth) => [name, nth] as const))(
    'makes %s start in production, by its digest',
    (name, nth) => {
      const { image, environment = {} } = services[name] ?? ({} as Service);
      expect(filled(image)).toBe(`registry.example/parley/${name}@${digestOf(nth)}`);
      const env = {
        NODE_ENV: 'production',
        ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)])),
      };
      const own = schemas[name as ConfiguredService];
      const read = () =>
        readEnvironment({ process: name, env, schemas: name === 'gateway' ? { own } : ({ common, own } as never) });
      expect(read).not.toThrow();
    },
  );
});
