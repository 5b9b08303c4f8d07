import { CommonConfig } from '@parley/service-kit/config';

import { Config as analytics } from '../apps/analytics/src/config.ts';
import { Config as bots } from '../apps/bots/src/config.ts';
import { Config as channels } from '../apps/channels/src/config.ts';
import { Config as contacts } from '../apps/contacts/src/config.ts';
import { Config as conversations } from '../apps/conversations/src/config.ts';
import { Config as gateway } from '../apps/gateway/src/config.ts';
import { config as media } from '../apps/media/src/config.ts';
import { config as realtime } from '../apps/realtime/src/config.ts';
import { Config as webhooks } from '../apps/webhooks/src/config.ts';
import { config as workspace } from '../apps/workspace/src/config.ts';

/** What each service but the gateway reads. */
export const common = CommonConfig;

/** What each reads of its own; the gateway's is all that it reads. */
export const schemas = {
  gateway,
  workspace,
  conversations,
  contacts,
  bots,
  media,
  analytics,
  realtime,
  webhooks,
  channels,
};
export type ConfiguredService = keyof typeof schemas;
