import type { Identities } from '@parley/identity';
import type { EventBus } from '@parley/service-kit/bus';
import type { Logger } from '@parley/service-kit/observability';

import type { ConversationsClient } from './clients/conversations.client.ts';
import type { Config } from './config.ts';
import type { Presence } from './presence/presence.ts';
import type { Sockets } from './socket/sockets.ts';

/** Everything a socket's action may use. */
export interface Context {
  config: Config;
  log: Logger;
  bus: EventBus;
  identities: Identities;
  conversations: ConversationsClient;
  presence: Presence;
  sockets: Sockets;
  metrics: { frames: { inc(): void } };
}
