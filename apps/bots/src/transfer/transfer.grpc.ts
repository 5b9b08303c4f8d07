import { archiveKinds } from '@parley/contracts/archive';
import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';
import { type Members, serveTransfer, type TransferKind } from '@parley/service-kit/transfer';

import { viewOf } from '../bot/bot.view.ts';
import { newSecret } from '../bot/secret.ts';
import type { Context } from '../context.ts';

const stored = {
  _id: 'id',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  __v: 'version',
} as const;

const botKind = (keys: Secrets): TransferKind => ({
  kind: 'bot',
  schema: archiveKinds.bot.schema,
  table: 'bot',
  columns: {
    ...{ ...stored, root_id: 'root_id', name: 'name', type: 'type', slug: 'slug', language: 'language' },
    ...{ description: 'description', title: 'title', short_description: 'short_description' },
    ...{ mainCategory: 'main_category', url: 'url', webhook_url: 'webhook_url', webhook_enabled: 'webhook_enabled' },
    ...{ attributes: 'attributes', tags: 'tags', subtype: 'subtype', agents_available: 'agents_available' },
    ...{ public: 'is_public', trashedAt: 'trashed_at', modified: 'modified', published_version: 'published_version' },
    ...{ published_id: 'published_id', release_note: 'release_note', publishedBy: 'published_by' },
    ...{ publishedAt: 'published_at', avatar: 'avatar' },
  },
  computed: {
    _photos: `(select json_agg(json_build_object('id', a.id_file, 'url', a.url) order by a.id_file)
      from bot_avatar a where a.id_project = t.id_project and a.id_bot = t.id and a.url is not null)`,
  },
  secrets: {
    stored: { secret: 't.secret' },
    open: ({ secret }, id) => (secret === undefined ? {} : { secret: keys.open(secret, id) }),
    // A published version has none. Without it, a bot with a server of its own gets a new one, which that server must be given.
    columns: ({ secret = newSecret() }, { _id, root_id }) => ({
      secret: root_id === undefined ? keys.seal(secret, String(_id)) : undefined,
    }),
  },
  async store(db, projectId, records) {
    const ids = records.map(({ record }) => record._id);
    await db.query('insert into bot_project (id, id_project) select unnest($2::text[]), $1', [projectId, ids]);
    const photos = records.flatMap(({ record: { _id, _photos = [] } }) =>
      (_photos as Members[]).map(({ id, url }) => ({ id_project: projectId, id_bot: _id, id_file: id, url })),
    );
    await insertRows(db, 'bot_avatar', ['id_project', 'id_bot', 'id_file', 'url'], photos);
  },
});

const intentKind: TransferKind = {
  kind: 'intent',
  schema: archiveKinds.intent.schema,
  table: 'intent',
  columns: {
    ...{ ...stored, id_faq_kb: 'id_bot', intent_id: 'intent_id', intent_display_name: 'name', question: 'question' },
    ...{ answer: 'answer', actions: 'actions', form: 'form', reply: 'reply', attributes: 'attributes' },
    ...{ enabled: 'enabled', webhook_enabled: 'webhook_enabled', topic: 'topic' },
  },
};

const parametersKind: TransferKind = {
  kind: 'parameters',
  schema: archiveKinds.parameters.schema,
  table: 'conversation',
  columns: { _id: 'id', request_id: 'request_id', parameters: 'parameters', _answeredSeq: 'answered_seq' },
  computed: {
    _sessions: `(select json_agg(json_build_object('bot', s.id_bot, 'state', s.state) order by s.id_bot)
      from session s where s.id_project = t.id_project and s.request = t.id)`,
  },
  where: 't.id_project = $1 and t.deleted_at is null',
  async store(db, projectId, records) {
    const sessions = records.flatMap(({ record: { _id, _sessions = [] } }) =>
      (_sessions as Members[]).map(({ bot, state }) => ({ id_project: projectId, request: _id, id_bot: bot, state })),
    );
    await insertRows(db, 'session', ['id_project', 'request', 'id_bot', 'state'], sessions);
  },
};

async function insertRows(db: Database, table: string, columns: readonly string[], rows: readonly Members[]) {
  if (rows.length === 0) return;
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
  await db.query(text, [JSON.stringify(rows)]);
}

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: ({ secrets }) => [parametersKind, intentKind, botKind(secrets)],

  async *copies({ bots }, projectId) {
    const all = await bots.all(projectId);
    yield all.map((bot) => ({
      ...{ kind: 'bot', id: bot.id, version: bot.version },
      recordJson: JSON.stringify(viewOf(bot)),
    }));
  },
});
