import { createHash } from 'node:crypto';

import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** How often something may happen. The window starts with the first hit of a key and is fixed until it ends. */
export interface LimitRule {
  /** Hits allowed in a window, before the factors. */
  points: number;
  /** Length of the window. */
  seconds: number;
  /** `identity`: a row of contract 10 section 11, which `AUTH_LIMIT_FACTOR` multiplies besides `RATE_LIMIT_FACTOR`. */
  factor?: 'identity';
}

/** Where a key stands after a hit. */
export interface LimitState {
  allowed: boolean;
  /** Points of the rule with its factors applied. */
  limit: number;
  /** Hits left in this window. */
  remaining: number;
  /** Until the window ends, rounded up: what `RateLimit-Reset` and `Retry-After` carry. */
  resetSeconds: number;
}

/** Not `ok`: the shared store is unreachable and every process counts for itself. */
interface LimitsHealth {
  store: 'memory' | 'redis';
  ok: boolean;
  detail?: string;
}

/**
 * Counters shared by all replicas of all services (Redis), or of one process (memory). Exact: a hit counts and judges
 * in one atomic step. While Redis is unreachable, hits are counted in memory, and `health` says so. Nothing here ever throws.
 * Source: contract 00 section 8, 10 section 11.
 */
export interface Limits {
  /**
   * Counts one hit. @returns whether it is within the rule, and what is left
   * @param name of the limit: `sign_in`; a name always goes with one length of window
   * @param key who is counted: an address, a principal; kept as a hash, so it may be personal
   * @param hits how many it counts as; default 1
   */
  hit(name: string, key: string, rule: LimitRule, hits?: number): Promise<LimitState>;
  /** Where the key stands, without counting; `allowed`: whether a hit would be. */
  peek(name: string, key: string, rule: LimitRule): Promise<LimitState>;
  /** Resets the count of the key, as after a success that follows failures. */
  clear(name: string, key: string): Promise<void>;
  health(): LimitsHealth;
  close(): Promise<void>;
}

export interface LimitsOptions {
  /** `REDIS_URL`; absent: memory. */
  redisUrl?: string;
  /** `RATE_LIMIT_FACTOR`: multiplies every limit; default 1. */
  factor?: number;
  /** `AUTH_LIMIT_FACTOR`: multiplies those of contract 10 section 11 besides; default 1. */
  identityFactor?: number;
  /** Called when the store becomes unreachable and when it is back; default: nothing. */
  onStoreChange?: (health: LimitsHealth) => void;
}

// A hit waits at most this long for Redis: beyond it a local count is better than a slow answer.
const redisTimeoutMs = 500;

/** Opens the counters. Waits for Redis two seconds at most: without it, hits are counted in memory until it is there. */
export async function openLimits(options: LimitsOptions = {}): Promise<Limits> {
  const { redisUrl, onStoreChange = () => {} } = options;
  const store = redisUrl === undefined ? memoryStore() : await redisStore(redisUrl, onStoreChange);

  return {
    async hit(name, key, rule, hits = 1) {
      const limit = scaled(rule, options);
      const { consumed, resetMs } = await store.count(name, stored(key), rule.seconds, hits);
      return stateOf(consumed <= limit, limit, consumed, resetMs);
    },
    async peek(name, key, rule) {
      const limit = scaled(rule, options);
      const { consumed, resetMs } = await store.read(name, stored(key), rule.seconds);
      return stateOf(consumed < limit, limit, consumed, resetMs);
    },
    clear: (name, key) => store.remove(name, stored(key)),
    health: store.health,
    close: store.close,
  };
}

interface Count {
  consumed: number;
  resetMs: number;
}

interface CountStore {
  count(name: string, key: string, seconds: number, hits: number): Promise<Count>;
  read(name: string, key: string, seconds: number): Promise<Count>;
  remove(name: string, key: string): Promise<void>;
  health(): LimitsHealth;
  close(): Promise<void>;
}

function memoryStore(): CountStore {
  const counters = countersOf((options) => new RateLimiterMemory(options));
  return { ...counters, health: () => ({ store: 'memory', ok: true }), close: async () => {} };
}

async function redisStore(url: string, onStoreChange: (health: LimitsHealth) => void): Promise<CountStore> {
  // Loaded only when needed: a process that counts for itself does not.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    disconnectTimeout: 200,
    commandTimeout: redisTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let ready = false;
  const health = (): LimitsHealth =>
    ready
      ? { store: 'redis', ok: true }
      : { store: 'redis', ok: false, detail: 'unavailable: counting in each process' };
  const setReady = (next: boolean): void => {
    if (ready === next) return;
    ready = next;
    onStoreChange(health());
  };
  redis.on('ready', () => setReady(true));
  const onClose = () => setReady(false);
  redis.on('close', onClose);
  // Without a listener ioredis prints to the console; `close` follows each error.
  redis.on('error', () => {});
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
    setTimeout(resolve, 2_000).unref();
  });

  const shared = countersOf((options) => new RateLimiterRedis({ ...options, storeClient: redis }));
  const local = countersOf((options) => new RateLimiterMemory(options));
  const orLocal = async <T>(ask: (counters: Counters) => Promise<T>): Promise<T> => {
    if (!ready) return ask(local);
    try {
      return await ask(shared);
    } catch {
      // A Redis that hangs must cost one slow hit, not every hit: until a new connection is ready, all count locally.
      if (ready) redis.disconnect(true);
      return ask(local);
    }
  };

  return {
    count: (name, key, seconds, hits) => orLocal((counters) => counters.count(name, key, seconds, hits)),
    read: (name, key, seconds) => orLocal((counters) => counters.read(name, key, seconds)),
    remove: (name, key) => orLocal((counters) => counters.remove(name, key)),
    health,
    close: async () => {
      // Its end is no outage.
      redis.off('close', onClose);
      redis.disconnect();
    },
  };
}

type Counters = Pick<CountStore, 'count' | 'read' | 'remove'>;

/** The library counts; whether a count is within the rule is judged here, so a rule may change without losing counts. */
function countersOf(
  make: (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract,
): Counters {
  // Names come from code, so there are only as many limiters as limits.
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (name: string, seconds: number): RateLimiterAbstract => {
    const known = limiters.get(name);
    if (known?.duration === seconds) return known;
    const made = make({ keyPrefix: `limit:${name}`, points: Number.MAX_SAFE_INTEGER, duration: seconds });
    limiters.set(name, made);
    return made;
  };

  return {
    async count(name, key, seconds, hits) {
      const { consumedPoints, msBeforeNext } = await limiterOf(name, seconds).consume(key, hits);
      return { consumed: consumedPoints, resetMs: msBeforeNext };
    },
    async read(name, key, seconds) {
      const state = await limiterOf(name, seconds).get(key);
      return { consumed: state?.consumedPoints ?? 0, resetMs: state?.msBeforeNext ?? seconds * 1000 };
    },
    async remove(name, key) {
      await (limiters.get(name) ?? limiterOf(name, 1)).delete(key);
    },
  };
}

function scaled(rule: LimitRule, { factor = 1, identityFactor = 1 }: LimitsOptions): number {
  return Math.max(1, Math.round(rule.points * factor * (rule.factor === 'identity' ? identityFactor : 1)));
}

function stateOf(allowed: boolean, limit: number, consumed: number, resetMs: number): LimitState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - consumed),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  };
}

/** Addresses and ids stay readable for operators; anything else, an e-mail address above all, becomes a hash. */
function stored(key: string): string {
  return /^[\w:.|/-]{1,150}$/.test(key) ? key : createHash('sha256').update(key).digest('base64url');
}
