import { archiveKinds } from '@parley/contracts/archive';
import type { Secrets } from '@parley/service-kit/security';
import { serveTransfer, type TransferKind } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { newSecret } from '../mailbox/secret.ts';

const kinds = (keys: Secrets): TransferKind[] => [
  {
    kind: 'mailbox',
    schema: archiveKinds.mailbox.schema,
    table: 'mailbox',
    columns: {
      ...{ _id: 'id', address: 'address', name: 'name', aliases: 'aliases', department: 'department' },
      ...{ inbound: 'inbound', enabled: 'enabled', createdBy: 'created_by', createdAt: 'created_at' },
      ...{ updatedAt: 'updated_at', __v: 'version' },
    },
    secrets: {
      stored: { secret: 't.secret' },
      open: ({ secret }, id) => (secret === undefined ? {} : { secret: keys.open(secret, id) }),
      columns: ({ secret }, { _id, inbound }) => {
        const known = secret ?? (inbound === 'webhook' ? newSecret() : undefined);
        return { secret: known === undefined ? undefined : keys.seal(known, String(_id)) };
      },
    },
  },
  {
    kind: 'mail',
    schema: archiveKinds.mail.schema,
    table: 'inbound_mail',
    columns: {
      ...{ _id: 'id', mailbox: 'id_mailbox', known_by: 'known_by', via: 'via', message_id: 'message_id', size: 'size' },
      ...{ sha256: 'sha256', state: 'state', why: 'why', from: 'from_address', subject: 'subject' },
      ...{ request_id: 'request_id', request: 'id_request', message: 'id_message', createdAt: 'created_at' },
      ...{ routedAt: 'routed_at' },
    },
    // One that is still to be worked on needs its bytes.
    where: `t.id_project = $1 and t.state <> 'stored'`,
  },
  {
    kind: 'thread',
    schema: archiveKinds.thread.schema,
    table: 'thread',
    key: ['request_id'],
    columns: {
      ...{ request_id: 'request_id', mailbox: 'id_mailbox', requester: 'requester', parties: 'parties' },
      createdAt: 'created_at',
    },
  },
];

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: ({ secrets }) => kinds(secrets),
  // Until now no mail has come: addresses that another project has stay there.
  activate: ({ mailboxes }, projectId) => mailboxes.claimFree(projectId),
});
