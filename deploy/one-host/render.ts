// Writes compose.yaml of deploy/one-host:  node deploy/one-host/render.ts   (docs/guides/production-on-one-host.md)
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

import { everyone, ports, type ServicePlan, services, storing } from '../k8s/mesh.ts';

/** The proxy alone is believed when it says whose call it brings. */
const net = { subnet: '172.30.77.0/24', proxy: '172.30.77.2' };
const required = (name: string) => `\${${name}:?run ./setup first}`;
const optional = (name: string, otherwise: string) => `\${${name}:-${otherwise}}`;
const often = { interval: '5s', timeout: '5s', retries: 30 };
/** Docker keeps logs for ever by itself. */
const logging = { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } };
const locked = { cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
const always = { restart: 'unless-stopped', logging };
const healthy = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { condition: 'service_healthy' }]));

const addresses = Object.fromEntries(
  services.flatMap(({ name }) => [
    [`${name.toUpperCase()}_URL`, `http://${name}:${ports.http}`],
    [`${name.toUpperCase()}_GRPC`, `${name}:${ports.grpc}`],
  ]),
);
const shared = {
  ...addresses,
  NATS_URL: 'nats://nats:4222',
  REDIS_URL: 'redis://redis:6379',
  PUBLIC_URL: `https://${required('DOMAIN')}`,
  DASHBOARD_URL: `https://${required('DOMAIN')}/console`,
  REQUIRE_TLS: 'true',
  TRUSTED_PROXIES: net.proxy,
  MAIL_FROM: required('MAIL_FROM'),
};
/** Where a service keeps what must survive it. */
const kept: Record<string, { volume: string; env?: Record<string, string> }> = {
  workspace: { volume: 'workspace' },
  media: { volume: 'files', env: { MEDIA_DIR: '/data/media' } },
};
/** Settings of one service that an operator may make in .env. */
const chosen: Record<string, readonly string[]> = { channels: ['MAIL_DOMAINS'] };

function imageOf(name: string): string {
  return optional(`IMAGE_${name.toUpperCase()}`, `parley/${name}:${optional('PARLEY_VERSION', 'latest')}`);
}

function serviceOf(plan: ServicePlan): object {
  const { name, stores, secrets, env } = plan;
  const own = kept[name];
  const mail = plan.servers?.includes('mail')
    ? { SMTP_URL: optional('SMTP_URL', ''), MAIL_DELIVERY: optional('MAIL_DELIVERY', 'on') }
    : {};
  // Bytes are in a folder here, and no engine is spoken to.
  const wanted = Object.keys(secrets).filter((key) => !/^S3_|^SMTP_URL$|^ENGINE|^MESSAGING/.test(key));
  const database = {
    [`DATABASE_URL_${name.toUpperCase()}`]: `postgres://parley:${required('POSTGRES_PASSWORD')}@postgres:5432/parley_${name}`,
  };
  return {
    image: imageOf(name),
    environment: {
      ...shared,
      ...(stores && database),
      ...Object.fromEntries(wanted.map((key) => [key, required(key)])),
      ...env,
      ...own?.env,
      ...mail,
      ...Object.fromEntries((chosen[name] ?? []).map((key) => [key, optional(key, '')])),
    },
    ...always,
    ...locked,
    read_only: true,
    tmpfs: ['/tmp'],
    ...(own && { volumes: [`${own.volume}:/data`] }),
    mem_limit: plan.memoryLimit.replace(/i$/, '').toLowerCase(),
    stop_grace_period: '60s',
    networks: { mesh: {} },
    depends_on:
      name === 'gateway' ? healthy(...services.map((service) => service.name)) : healthy('postgres', 'nats', 'redis'),
  };
}

const folder = '/transfer';
/** Moves projects in and out (docs/guides/migrating.md); started by a command only. */
const transfer = {
  profiles: ['transfer'],
  image: imageOf('transfer'),
  entrypoint: ['node', '/parley/main.ts'],
  environment: { ...addresses, ACTOR_KEY: required('ACTOR_KEY') },
  restart: 'no',
  logging,
  ...locked,
  read_only: true,
  tmpfs: ['/tmp'],
  working_dir: folder,
  volumes: [`${optional('TRANSFER_DIR', './transfer')}:${folder}`],
  mem_limit: '768m',
  stop_grace_period: '60s',
  networks: { mesh: {} },
  healthcheck: { disable: true },
};

const servers = {
  caddy: {
    image: optional('CADDY_IMAGE', 'caddy:2'),
    environment: { DOMAIN: required('DOMAIN'), ADMIN_EMAIL: required('ADMIN_EMAIL') },
    ...always,
    ports: ['80:80', '443:443', '443:443/udp'],
    volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'certificates:/data'],
    mem_limit: '256m',
    networks: { mesh: { ipv4_address: net.proxy } },
    depends_on: healthy('gateway'),
  },
  postgres: {
    image: optional('POSTGRES_IMAGE', 'postgres:17'),
    command: ['postgres', '-c', 'max_connections=300', '-c', 'shared_buffers=512MB'],
    environment: { POSTGRES_USER: 'parley', POSTGRES_PASSWORD: required('POSTGRES_PASSWORD') },
    ...always,
    shm_size: '256m',
    mem_limit: '3g',
    stop_grace_period: '60s',
    volumes: ['postgres:/var/lib/postgresql/data', 'sockets:/var/run/postgresql'],
    networks: { mesh: {} },
    healthcheck: { test: ['CMD-SHELL', 'pg_isready --username parley'], ...often },
  },
  nats: {
    image: optional('NATS_IMAGE', 'nats:2.10-alpine'),
    command: ['--jetstream', '--store_dir', '/data', '--http_port', '8222'],
    ...always,
    mem_limit: '512m',
    volumes: ['nats:/data'],
    networks: { mesh: {} },
    healthcheck: { test: ['CMD-SHELL', 'wget -qO- http://127.0.0.1:8222/healthz'], ...often },
  },
  redis: {
    image: optional('REDIS_IMAGE', 'redis:7'),
    command: ['redis-server', '--protected-mode', 'no', '--save', '', '--appendonly', 'no', '--maxmemory', '200mb'],
    ...always,
    mem_limit: '256m',
    networks: { mesh: {} },
    healthcheck: { test: ['CMD', 'redis-cli', 'ping'], ...often },
  },
  backup: {
    image: optional('POSTGRES_IMAGE', 'postgres:17'),
    // As root: the files belong to the account of media.
    user: 'root',
    entrypoint: ['bash', '/backup.sh'],
    environment: {
      BACKUP_HOUR: optional('BACKUP_HOUR', '2'),
      BACKUP_DAYS: optional('BACKUP_DAYS', '14'),
      DATABASES: storing.map(({ name }) => `parley_${name}`).join(' '),
    },
    ...always,
    mem_limit: '1g',
    volumes: [
      './backup.sh:/backup.sh:ro',
      `${optional('BACKUP_DIR', './backups')}:/backups`,
      'files:/files:ro',
      'sockets:/var/run/postgresql',
    ],
    network_mode: 'none',
    // Unhealthy: the last back-up is older than 26 hours, or could not be restored.
    healthcheck: {
      test: ['CMD', 'bash', '/backup.sh', 'check'],
      interval: '60s',
      timeout: '10s',
      retries: 1,
      start_period: '10s',
    },
    depends_on: healthy('postgres'),
  },
};

export function composeText(): string {
  const compose = {
    name: 'parley',
    services: { ...Object.fromEntries(everyone.map((plan) => [plan.name, serviceOf(plan)])), ...servers, transfer },
    networks: { mesh: { ipam: { config: [{ subnet: net.subnet }] } } },
    volumes: Object.fromEntries(
      ['postgres', 'sockets', 'nats', 'workspace', 'files', 'certificates'].map((name) => [name, {}]),
    ),
  };
  return `# Written by deploy/one-host/render.ts; change that, not this.\n${stringify(compose, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

if (import.meta.main) await writeFile(fileURLToPath(new URL('compose.yaml', import.meta.url)), composeText());
