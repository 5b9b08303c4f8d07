import { botIdentity, createIdentities, workspaceIdentity } from '@parley/identity';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { defineService, type ServiceResources } from '@parley/service-kit/service';

import { conversationsClient } from './clients/conversations.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { type Config, config } from './config.ts';
import type { Context } from './context.ts';
import { Presence } from './presence/presence.ts';
import { openSockets } from './socket/accept.ts';
import { Sockets } from './socket/sockets.ts';

/** Verifying a password hash takes time. */
const identityDeadlineMs = 3_000;

export const startRealtime = defineService({
  name: 'realtime',
  config,
  context: buildContext,
  upgrades: openSockets,
});

function buildContext({ config: own, log, bus, client, metrics }: ServiceResources<Config>): Context {
  const closed = metrics.counter('parley_sockets_closed_total', 'Sockets closed by the service', ['reason']);
  metrics.alias('parley_sockets_closed', closed);
  const frames = metrics.counter('parley_socket_frames_total', 'Frames of topics that were sent');
  metrics.alias('parley_socket_frames', frames);
  const sockets = new Sockets(own, (reason) => closed.inc({ reason }));
  const open = metrics.gauge('parley_sockets', 'Open sockets');
  metrics.beforeRead(() => open.set(sockets.size));
  const identities = createIdentities({
    source: {
      ...workspaceIdentity(client(IdentityServiceService, 'workspace', identityDeadlineMs)),
      ...botIdentity(client(BotsServiceService, 'bots')),
    },
    publicUrl: own.PUBLIC_URL,
    cacheMs: own.AUTH_CACHE_MS,
    customTokenMaxAgeSeconds: own.CUSTOM_TOKEN_MAX_AGE / 1_000,
    messaging: true,
    messagingSecret: own.MESSAGING_JWT_SECRET,
  });
  const presence = new Presence(workspaceClient(client(DirectoryServiceService, 'workspace')), log);
  return {
    ...{ config: own, log, bus, identities, sockets, presence },
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations'), own.FEED_SILENCE),
    metrics: { frames },
  };
}
