import { serveTransfer } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { channelKinds } from './channel-kinds.ts';

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: ({ secrets }) => channelKinds(secrets),
  // Until now no mail has come: addresses that another project has stay there.
  activate: ({ mailboxes }, projectId) => mailboxes.claimFree(projectId),
});
