import { archiveKinds } from '@parley/contracts/archive';
import type { Secrets } from '@parley/service-kit/security';
import { serveTransfer, type TransferKind } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { keyOf } from '../event/event-names.ts';
import { newSecret } from '../subscription/secret.ts';
import { hostOf, sameAs } from '../subscription/subscription.ts';

const subscriptionKind = (keys: Secrets): TransferKind => ({
  kind: 'subscription',
  schema: archiveKinds.subscription.schema,
  table: 'subscription',
  columns: {
    ...{ _id: 'id', event: 'event', target: 'target', send_token: 'send_token', status: 'status' },
    ...{ disabled_reason: 'disabled_reason', createdBy: 'created_by', createdAt: 'created_at' },
    ...{ updatedAt: 'updated_at', __v: 'version' },
  },
  extra(record) {
    const { event, target } = record as { event: string; target: string };
    return { event_key: keyOf(event), host: hostOf(target), same_as: sameAs({ event, target }) };
  },
  secrets: {
    stored: { secret: 't.secret' },
    open: ({ secret }, id) => (secret === undefined ? {} : { secret: keys.open(secret, id) }),
    // Without one, the receiver has to be given the new one.
    columns: ({ secret = newSecret() }, { _id }) => ({ secret: keys.seal(secret, String(_id)) }),
  },
  async store(db, projectId, records) {
    const ids = records.map(({ record }) => record._id);
    await db.query('insert into lane (id_project, id_subscription) select $1, unnest($2::text[])', [projectId, ids]);
  },
});

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({ kinds: ({ secrets }) => [subscriptionKind(secrets)] });
