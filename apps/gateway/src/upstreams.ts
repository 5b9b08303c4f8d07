import type { Agent } from 'node:http';

import type { ServiceName } from '@parley/contracts';
import type { CallListener, LocalServers } from '@parley/service-kit/http';

import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { type Config, type UpstreamName, upstreamNames, urlOf } from './config.ts';
import { Dispatch } from './dispatch.ts';
import { UpstreamAgent } from './upstream-agent.ts';

/** A service behind the gateway. */
export interface Upstream {
  readonly name: UpstreamName;
  readonly url: string;
  readonly agent: Agent;
  /** Listener that takes calls without a connection; undefined unless the service runs in this process. */
  local(): CallListener | undefined;
  /** Bounds the calls in flight to it. */
  readonly limiter: ConcurrencyLimiter;
  /** Decides which call starts next. */
  readonly dispatch: Dispatch;
}

export type Upstreams = ReadonlyMap<ServiceName, Upstream>;

/** The services of this installation; connections to each are kept alive and shared. */
export function openUpstreams(config: Config, localServers: LocalServers = new Map()): Upstreams {
  const upstreams = upstreamNames.flatMap((name): Upstream[] => {
    const url = urlOf(config, name);
    if (url === undefined) return [];
    const limiter = new ConcurrencyLimiter(name, config.UPSTREAM_CALLS);
    const dispatch = new Dispatch(config.UPSTREAM_CALLS_AT_ONCE);
    return [{ name, url, agent: agentOf(config), local: () => localServers.get(url), limiter, dispatch }];
  });
  return new Map(upstreams.map((upstream) => [upstream.name, upstream]));
}

function agentOf(config: Config): Agent {
  return new UpstreamAgent({
    // The most recently used first: the others age and close.
    scheduling: 'lifo',
    maxFreeSockets: 256,
    connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT,
    silenceMs: config.UPSTREAM_TIMEOUT,
  });
}

export function closeUpstreams(upstreams: Upstreams): void {
  for (const { agent } of upstreams.values()) agent.destroy();
}
