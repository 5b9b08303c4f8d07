/** What differs between the services of the mesh; everything else is the same for all of them. */
export interface ServicePlan {
  name: string;
  /** It has a database of its own. */
  stores: boolean;
  /** It calls addresses that come from outside. */
  callsOut?: boolean;
  replicas: { min: number; max: number };
  /** What it was measured to take under load: docs/operations/install.md, Capacity. */
  requests: { cpu: string; memory: string };
  memoryLimit: string;
  /** The metric that calls for one more replica; all scale by processor time as well. */
  signal: { metric: string; target: string };
  /** Connections to PostgreSQL that one replica may hold. */
  connections: number;
  /** Variables that come from Secrets: variable → Secret and key. */
  secrets: Record<string, SecretKey>;
  /** Variables of this service alone. */
  env?: Record<string, string>;
  /** Where it keeps what need not outlive a replica. */
  scratch?: string;
  /** Servers besides those that all use. */
  servers?: readonly ('objects' | 'mail')[];
}

interface SecretKey {
  secret: string;
  key: string;
  /** The service does without it. */
  optional?: boolean;
}

const key = (name: string): SecretKey => ({ secret: 'parley-keys', key: name });
const engine = (name: string): SecretKey => ({ secret: 'parley-engine', key: name, optional: true });
const actor = { ACTOR_KEY: key('ACTOR_KEY') };
const keys = { ...actor, DATA_KEY: key('DATA_KEY') };
/** The whole pool, two that never wait for it, two for heartbeat and readiness, one for the relay's LISTEN, one for migrations. */
const pool = 16;
const inFlight = { metric: 'parley_calls_in_flight', target: '20' };
const lag = { metric: 'parley_consumer_lag_busy_seconds', target: '5' };

const gateway: ServicePlan = {
  name: 'gateway',
  stores: false,
  replicas: { min: 2, max: 8 },
  requests: { cpu: '250m', memory: '320Mi' },
  memoryLimit: '768Mi',
  // It waits for others in most of its calls.
  signal: { ...inFlight, target: '40' },
  connections: 0,
  secrets: actor,
  // Longer than most callers pause on a connection that they keep.
  env: { DRAIN_LINGER: '10s' },
};

/** In the order in which the all-in-one starts them. */
export const services: readonly ServicePlan[] = [
  {
    name: 'workspace',
    stores: true,
    callsOut: true,
    replicas: { min: 2, max: 6 },
    requests: { cpu: '250m', memory: '320Mi' },
    memoryLimit: '768Mi',
    signal: inFlight,
    connections: pool,
    secrets: {
      ...keys,
      TOKEN_SIGNING_KEYS: key('TOKEN_SIGNING_KEYS'),
      MESSAGING_JWT_SECRET: engine('MESSAGING_JWT_SECRET'),
      VAPID_PRIVATE_KEY: { secret: 'parley-push', key: 'VAPID_PRIVATE_KEY', optional: true },
      SMTP_URL: { secret: 'parley-mail', key: 'SMTP_URL', optional: true },
    },
    scratch: '1Gi',
    servers: ['mail'],
  },
  {
    name: 'conversations',
    stores: true,
    callsOut: true,
    replicas: { min: 3, max: 12 },
    requests: { cpu: '500m', memory: '448Mi' },
    memoryLimit: '1Gi',
    signal: inFlight,
    connections: pool + 2,
    secrets: { ...keys, ENGINE_SECRETS: engine('ENGINE_SECRETS') },
  },
  {
    name: 'contacts',
    stores: true,
    replicas: { min: 2, max: 4 },
    requests: { cpu: '150m', memory: '256Mi' },
    memoryLimit: '768Mi',
    signal: inFlight,
    connections: pool + 8,
    secrets: keys,
    env: { SLOW_SEARCH_POOL: '2' },
  },
  {
    name: 'bots',
    stores: true,
    callsOut: true,
    replicas: { min: 2, max: 8 },
    requests: { cpu: '250m', memory: '256Mi' },
    memoryLimit: '768Mi',
    signal: lag,
    connections: pool,
    secrets: keys,
  },
  {
    name: 'media',
    stores: true,
    replicas: { min: 2, max: 6 },
    requests: { cpu: '250m', memory: '448Mi' },
    memoryLimit: '1536Mi',
    signal: { metric: 'parley_upload_bytes', target: '200Mi' },
    connections: pool,
    secrets: {
      ...keys,
      S3_ACCESS_KEY: { secret: 'parley-objects', key: 'S3_ACCESS_KEY' },
      S3_SECRET_KEY: { secret: 'parley-objects', key: 'S3_SECRET_KEY' },
    },
    // Uploads wait here until they are judged: 2 GiB at most, and room for images that are rendered again.
    scratch: '4Gi',
    servers: ['objects'],
  },
  {
    name: 'analytics',
    stores: true,
    replicas: { min: 2, max: 4 },
    requests: { cpu: '250m', memory: '320Mi' },
    memoryLimit: '768Mi',
    signal: lag,
    connections: pool + 6,
    secrets: keys,
  },
  {
    name: 'realtime',
    stores: false,
    replicas: { min: 2, max: 8 },
    requests: { cpu: '250m', memory: '256Mi' },
    memoryLimit: '1Gi',
    signal: { metric: 'parley_sockets', target: '2000' },
    connections: 0,
    secrets: { ...keys, MESSAGING_JWT_SECRET: engine('MESSAGING_JWT_SECRET') },
  },
  {
    name: 'webhooks',
    stores: true,
    callsOut: true,
    replicas: { min: 2, max: 8 },
    requests: { cpu: '150m', memory: '256Mi' },
    memoryLimit: '768Mi',
    signal: lag,
    connections: pool,
    secrets: keys,
  },
  {
    name: 'channels',
    stores: true,
    callsOut: true,
    replicas: { min: 2, max: 4 },
    requests: { cpu: '150m', memory: '448Mi' },
    // A parser may take 192 MiB, besides the mails that are arriving.
    memoryLimit: '1Gi',
    // Large mails go through many small buffers. With less room for what is young, and fewer heaps of threads, their garbage stays small;
    // what is freed of them goes back to the system at once.
    env: { NODE_OPTIONS: '--max-semi-space-size=1', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' },
    signal: inFlight,
    connections: pool,
    secrets: { ...keys, SMTP_URL: { secret: 'parley-mail', key: 'SMTP_URL', optional: true } },
    servers: ['mail'],
  },
];

export const everyone: readonly ServicePlan[] = [gateway, ...services];
export const storing: readonly ServicePlan[] = services.filter(({ stores }) => stores);

/** Of a release: those of the services, and of the program that moves projects. */
export const imageNames: readonly string[] = [...everyone.map(({ name }) => name), 'transfer'];

/** The ports that the image sets; see deploy/Dockerfile. */
export const ports = { http: 3000, grpc: 4000, ops: 9000 } as const;
