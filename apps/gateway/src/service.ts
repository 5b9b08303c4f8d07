import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';

import { addressOf, drain, handleCalls, listen } from '@parley/service-kit/http';
import { createHealth, createLogger, createMetrics, openTracing } from '@parley/service-kit/observability';
import { closeAll, type ServiceOptions, startOpsServer } from '@parley/service-kit/service';

import { createApp } from './app.ts';
import { countPresented } from './authenticate.ts';
import { type Config, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { createFront } from './front.ts';
import type { DemoNotice } from './home.ts';
import { forgetChanged } from './identity-changes.ts';
import { openContext } from './open-context.ts';
import { OpenSockets } from './open-sockets.ts';
import { createProxy } from './proxy.ts';
import { openSite } from './site.ts';

/** A running gateway. */
export interface RunningGateway {
  name: 'gateway';
  /** Without a trailing slash. */
  addresses: { http: string; ops: string };
  context: Context;
  /** Takes no new calls, lets running ones finish, closes everything. */
  stop(): Promise<void>;
}

/** The report is public, so it is cached for a second. Services that are not ready have time to say why. */
const reportTimes = { checkTimeoutMs: 2_000, cacheMs: 1_000 } as const;

export interface GatewayOptions extends ServiceOptions {
  /** The demo project, as soon as it is there, for the page at `/`. */
  demo?(): DemoNotice | undefined;
  /** Whether a call comes from this process itself: it needs no TLS, because it never leaves the machine, and counts against no limit. Default: no call does. */
  isOwnCall?(headers: IncomingHttpHeaders): boolean;
}

const noDemo = () => undefined;
const noCall = () => false;

/** Starts a gateway; any number of them can live in one process. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const config = readConfig(options.env);
  const log = options.log ?? createLogger({ service: 'gateway', level: levelOf(config) });
  const parts = new AsyncDisposableStack();
  try {
    const metrics = createMetrics('gateway');
    const health = createHealth(reportTimes);
    // First, so that probes are answered while the gateway starts.
    const opsHost = config.OPS_HOST ?? config.PARLEY_HOST;
    const ops = await startOpsServer({ host: opsHost, port: config.OPS_PORT, health, metrics, log });
    parts.defer(() => ops.stop());
    const tracing = await openTracing('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT);
    parts.defer(() => tracing.stop());

    const { bus, localServers, demo = noDemo, isOwnCall = noCall } = options;
    const context = await openContext({ config, log, metrics, health, tracing, bus, localServers, isOwnCall, parts });
    const server = await serve(context, parts, demo);
    health.state = 'ready';
    const addresses = { http: addressOf(server, config.PARLEY_HOST), ops: ops.address };
    log.info({ addresses }, 'ready');

    let stopped: Promise<void> | undefined;
    return {
      name: 'gateway',
      addresses,
      context,
      stop() {
        health.state = 'stopping';
        stopped ??= closeAll(parts, log);
        return stopped;
      },
    };
  } catch (error) {
    await closeAll(parts, log);
    throw error;
  }
}

async function serve(
  context: Context,
  parts: AsyncDisposableStack,
  demo: () => DemoNotice | undefined,
): Promise<Server> {
  const { config, identities, upstreams, health } = context;
  const sockets = new OpenSockets(config.SOCKET_STALL);
  const proxy = createProxy({
    upstreams,
    sockets,
    connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT,
    silenceMs: config.UPSTREAM_TIMEOUT,
    isDraining: () => health.state === 'stopping',
    onAnswer(req, call, status) {
      call.isAnswered = true;
      forgetChanged(identities, call, status, config.PUBLIC_URL, req.headers.authorization);
      if (call.endpoint?.authorization === 'forward') countPresented(context, call, req.headers.authorization, status);
    },
  });
  parts.defer(() => proxy.close());

  const front = createFront(context, proxy);
  const app = createApp(context, await openSite(config, demo), demo);
  const server = createServer(serverOptions);
  handleCalls(server, (req, res) => front.handle(req, res, () => void app(req, res)));
  server.on('upgrade', (req, socket, head) => {
    sockets.add(socket);
    front.upgrade(req, socket, head);
  });
  parts.defer(async () => {
    await Promise.all([
      drain(server, { drainMs: config.DRAIN_TIMEOUT, lingerMs: config.DRAIN_LINGER }),
      // A socket never ends on its own: its client reconnects to another gateway.
      sockets.drain(config.SOCKET_DRAIN),
    ]);
  });
  await listen(server, config.PORT, config.PARLEY_HOST);
  return server;
}

const serverOptions = {
  // Some HTTP libraries offer to upgrade every call to HTTP/2: ignore that, do not refuse it.
  shouldUpgradeCallback: (req: IncomingMessage) => req.headers.upgrade?.toLowerCase() === 'websocket',
  // Room for a token of 8 kB beside a browser's own headers.
  maxHeaderSize: 32_768,
  headersTimeout: 15_000,
  // A whole call from its first byte to its last; uploads over slow connections take long.
  requestTimeout: 600_000,
  // Longer than load balancers keep idle connections, so that they close first.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
} as const;

function levelOf({ LOG_LEVEL, NODE_ENV }: Config): string {
  return LOG_LEVEL ?? (NODE_ENV === 'test' ? 'error' : 'info');
}
