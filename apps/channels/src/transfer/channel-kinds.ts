import { archiveKinds } from '@parley/contracts/archive';
import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';
import type { Members, StoredRecord, TransferKind } from '@parley/service-kit/transfer';

import { newSecret } from '../mailbox/secret.ts';
import { shortIdOf } from '../thread/reply-token.ts';

const mailboxKind = (keys: Secrets): TransferKind => ({
  kind: 'mailbox',
  schema: archiveKinds.mailbox.schema,
  table: 'mailbox',
  columns: {
    ...{ _id: 'id', address: 'address', name: 'name', aliases: 'aliases', department: 'department' },
    ...{ inbound: 'inbound', enabled: 'enabled', on_dmarc_fail: 'on_dmarc_fail', spam_score: 'spam_score' },
    ...{ createdBy: 'created_by', createdAt: 'created_at', updatedAt: 'updated_at', __v: 'version' },
  },
  computed: {
    outgoing: `t.outgoing #- '{outbound,password}' #- '{dkim}'`,
    imap: `(select json_strip_nulls(json_build_object('host', a.host, 'port', a.port, 'secure', a.secure, 'username', a.username,
        'folder', a.folder, 'after', a.after, 'createdAt', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        '_uidValidity', a.uid_validity, '_lastUid', a.last_uid, '_settledUid', a.settled_uid))
      from imap_account a where a.id_project = t.id_project and a.id = t.id)`,
    oauth: `(select json_build_object('provider', o.provider, 'token_url', o.token_url, 'client_id', o.client_id)
      from mail_oauth o where o.id_project = t.id_project and o.id = t.id)`,
  },
  // Read here and there, the same mail would be answered twice.
  extra: ({ outgoing }) => ({ outgoing, enabled: false }),
  secrets: {
    stored: { secret: 't.secret' },
    open: ({ secret }, id) => (secret === undefined ? {} : { secret: keys.open(secret, id) }),
    columns: ({ secret }, { _id, inbound }) => {
      const known = secret ?? (inbound === 'webhook' ? newSecret() : undefined);
      return { secret: known === undefined ? undefined : keys.seal(known, String(_id)) };
    },
  },
  async store(db, projectId, records) {
    await insertRows(
      db,
      'imap_account',
      listed(records, 'imap').map((one) => accountOf(projectId, one)),
    );
    await insertRows(
      db,
      'mail_oauth',
      listed(records, 'oauth').map(({ _id, of }) => ({ id_project: projectId, id: _id, ...of })),
    );
  },
});

function listed(records: readonly StoredRecord[], member: string): { _id: unknown; of: Members }[] {
  return records.flatMap(({ record }) => {
    const { _id, [member]: of } = record;
    return of === undefined ? [] : [{ _id, of: of as Members }];
  });
}

/** What its password was is not known here. */
function accountOf(projectId: string, { _id, of }: { _id: unknown; of: Members }): Members {
  const { host, port, secure, username, folder, after, createdAt, _uidValidity, _lastUid, _settledUid } = of;
  return {
    ...{ id_project: projectId, id: _id, host, port, secure, username, folder, after, created_at: createdAt },
    ...{ uid_validity: _uidValidity, last_uid: _lastUid, settled_uid: _settledUid },
  };
}

const mailKind: TransferKind = {
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
};

const threadKind: TransferKind = {
  kind: 'thread',
  schema: archiveKinds.thread.schema,
  table: 'thread',
  key: ['request_id'],
  columns: {
    ...{ request_id: 'request_id', mailbox: 'id_mailbox', requester: 'requester', lead: 'lead_id', parties: 'parties' },
    createdAt: 'created_at',
  },
  computed: { cc: `coalesce(t.cc, '{}')` },
  extra: ({ request_id, cc }) => ({ short_id: shortIdOf(String(request_id)), cc }),
};

const outgoingKind: TransferKind = {
  kind: 'outgoing_mail',
  schema: archiveKinds.outgoing_mail.schema,
  table: 'outgoing_mail',
  columns: {
    ...{ _id: 'id', mailbox: 'id_mailbox', request_id: 'request_id', request: 'id_request', kind: 'kind' },
    ...{ author: 'author', recipient: 'recipient', cc: 'cc', message_id: 'message_id', state: 'state' },
    ...{ attempts: 'attempts', error: 'error', errorText: 'error_text', createdAt: 'created_at' },
    ...{ endedAt: 'ended_at', _giveUpAt: 'give_up_at' },
  },
  computed: {
    messages: `coalesce((select json_agg(json_build_object('message', m.id, 'seq', m.seq) order by m.seq) from outgoing_message m
      where m.id_project = t.id_project and m.id_mail = t.id), '[]')`,
  },
  // One that waits would be sent twice.
  where: `t.id_project = $1 and t.state not in ('waiting', 'sending')`,
  extra: ({ _giveUpAt }) => ({ due_at: _giveUpAt }),
  async store(db, projectId, records) {
    const rows = records.flatMap(({ record: { _id, messages } }) =>
      (messages as { message: string; seq: number }[]).map(({ message, seq }) => ({
        ...{ id_project: projectId, id: message, id_mail: _id, seq },
      })),
    );
    await insertRows(db, 'outgoing_message', rows);
  },
};

const suppressionKind: TransferKind = {
  kind: 'suppression',
  schema: archiveKinds.suppression.schema,
  table: 'mail_suppression',
  key: ['address'],
  columns: { address: 'address', why: 'why', createdAt: 'created_at' },
};

/** What this service holds of a project. Source: contract 90 section 2. */
export function channelKinds(keys: Secrets): TransferKind[] {
  return [mailboxKind(keys), mailKind, threadKind, outgoingKind, suppressionKind];
}

async function insertRows(db: Database, table: string, rows: readonly Members[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)
    on conflict do nothing`;
  await db.query(text, [JSON.stringify(rows)]);
}
