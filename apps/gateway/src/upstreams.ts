import type { Agent } from 'node:http';
import { connect } from 'node:net';

import type { ServiceName } from '@parley/contracts';

import { Bulkhead } from './bulkhead.ts';
import { type Config, type UpstreamName, upstreamNames, urlOf } from './config.ts';
import { UpstreamAgent } from './upstream-agent.ts';

/** A service behind the gateway. */
export interface Upstream {
  readonly name: UpstreamName;
  readonly url: string;
  readonly agent: Agent;
  /** Around the calls that are under way to it. */
  readonly bulkhead: Bulkhead;
}

export type Upstreams = ReadonlyMap<ServiceName, Upstream>;

/** The services of this installation; connections to each are kept and shared. */
export function openUpstreams(config: Config): Upstreams {
  const upstreams = upstreamNames.flatMap((name) => {
    const url = urlOf(config, name);
    return url === undefined
      ? []
      : [{ name, url, agent: agentOf(config), bulkhead: new Bulkhead(name, config.UPSTREAM_CALLS) } satisfies Upstream];
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

const probeTimeoutMs = 1_000;

/** Resolves when the service accepts a connection. */
export function probe({ url }: Upstream): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    });
    socket.setTimeout(probeTimeoutMs, () => socket.destroy(new Error('no answer in time')));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

export function closeUpstreams(upstreams: Upstreams): void {
  for (const { agent } of upstreams.values()) agent.destroy();
}
