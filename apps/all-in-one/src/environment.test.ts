import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from './config.ts';
import { type Environment, environments } from './environment.ts';

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parley-environment-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

const names = ['workspace', 'media'];
const settingsOf = (env: Environment) =>
  environments(env, { config: readConfig(env), dataFolder, names, databaseUrl: () => 'postgresql://127.0.0.1:5433/x' });

it('gives the gateway the port and address that are asked for, and every other part free ports on loopback', async () => {
  const settings = await settingsOf({ PORT: '3010', PARLEY_HOST: '0.0.0.0' });
  const gateway = settings.of('gateway');
  expect(gateway).toMatchObject({ PORT: '3010', PARLEY_HOST: '0.0.0.0', OPS_HOST: '127.0.0.1' });
  expect(gateway.PUBLIC_URL).toBe('http://localhost:3010');

  const ports = names.flatMap((name) => {
    const { PARLEY_HOST, HTTP_PORT, GRPC_PORT, OPS_PORT } = settings.of(name);
    expect(PARLEY_HOST).toBe('127.0.0.1');
    return [HTTP_PORT, GRPC_PORT, OPS_PORT];
  });
  expect(new Set([...ports, gateway.OPS_PORT, '3010']).size).toBe(8);
});

it('lets no service call a port of the mesh, of its database or of a server that it is configured with', async () => {
  const env = { NATS_URL: 'nats://localhost:4222', S3_ENDPOINT: 'http://127.0.0.1:9000/', OUTBOUND_DENY_PORTS: '8080' };
  const settings = await settingsOf(env);
  const { HTTP_PORT, GRPC_PORT, OPS_PORT, OUTBOUND_DENY_PORTS = '' } = settings.of('media');
  const { PORT, OPS_PORT: gatewayOps } = settings.of('gateway');
  expect(OUTBOUND_DENY_PORTS.split(',')).toEqual(
    expect.arrayContaining([HTTP_PORT, GRPC_PORT, OPS_PORT, PORT, gatewayOps, '5433', '4222', '9000', '8080']),
  );
});

it('lets webhooks call the server of the demo shop beside what the operator allows, and no other service', async () => {
  const allowedOf = async (env: Environment, shopPort?: number) => {
    const surroundings = { config: readConfig(env), dataFolder, shopPort, names: ['webhooks', 'bots'] };
    const settings = await environments(env, { ...surroundings, databaseUrl: () => undefined });
    return ['webhooks', 'bots'].map((name) => settings.of(name).OUTBOUND_ALLOW);
  };
  expect(await allowedOf({}, 12_345)).toEqual(['127.0.0.1:12345', undefined]);
  expect(await allowedOf({ OUTBOUND_ALLOW: 'hooks.example' }, 12_345)).toEqual([
    'hooks.example,127.0.0.1:12345',
    'hooks.example',
  ]);
  expect(await allowedOf({})).toEqual([undefined, undefined]);
});

it('refuses a port that is none, by its name', () => {
  expect(() => readConfig({ PORT: 'tcp://10.0.0.1:3000' })).toThrow('PORT: must be a whole number');
});
