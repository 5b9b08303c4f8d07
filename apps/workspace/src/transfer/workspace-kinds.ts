import { archiveKinds } from '@parley/contracts/archive';
import type { Database } from '@parley/service-kit/database';
import type { Secrets as SecretKeys } from '@parley/service-kit/security';
import type { Members, StoredRecord, TransferKind } from '@parley/service-kit/transfer';

import { ProjectStatus } from '../project/project.ts';
import { hashToStore } from './load-users.ts';

const stored = {
  _id: 'id',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  __v: 'version',
} as const;

const mailPassword = '{email,config,pass}';

/** What this service holds of a project, in the order of archives. Source: contract 90 section 2. */
export function workspaceKinds(keys: SecretKeys): TransferKind[] {
  return [
    projectKind(keys),
    userKind,
    {
      kind: 'role',
      schema: archiveKinds.role.schema,
      table: 'roles',
      columns: { ...stored, name: 'name', base: 'base', rights: 'rights', visibility: 'visibility' },
    },
    membershipKind,
    groupKind,
    {
      kind: 'department',
      schema: archiveKinds.department.schema,
      table: 'departments',
      columns: {
        ...stored,
        ...{ name: 'name', description: 'description', routing: 'routing', id_bot: 'id_bot', bot_only: 'bot_only' },
        ...{ id_group: 'id_group', groups: 'groups', online_msg: 'online_msg', offline_msg: 'offline_msg' },
        ...{ default: 'is_default', status: 'status', tags: 'tags' },
      },
    },
    {
      kind: 'holiday',
      schema: archiveKinds.holiday.schema,
      table: 'holidays',
      columns: {
        ...{ ...stored, name: 'name', from: 'from_day', to: 'to_day', yearly: 'yearly' },
        ...{ spans: 'spans', applies: 'applies' },
      },
    },
    {
      kind: 'tag',
      schema: archiveKinds.tag.schema,
      table: 'tags',
      columns: { ...stored, tag: 'tag', color: 'color', attributes: 'attributes' },
    },
    {
      kind: 'canned',
      schema: archiveKinds.canned.schema,
      table: 'canned_responses',
      columns: {
        ...stored,
        ...{ title: 'title', text: 'text', shared: 'shared', status: 'status', attributes: 'attributes' },
      },
    },
    labelsKind,
    {
      kind: 'ban',
      schema: archiveKinds.ban.schema,
      table: 'project_bans',
      columns: { _id: 'id', id: 'principal_id', ip: 'ip', createdBy: 'created_by', createdAt: 'created_at' },
    },
  ];
}

function projectKind(keys: SecretKeys): TransferKind {
  return {
    kind: 'project',
    schema: archiveKinds.project.schema,
    table: 'projects',
    key: ['id_project'],
    columns: {
      ...{ ...stored, _id: 'id_project', name: 'name', activeOperatingHours: 'active_operating_hours' },
      ...{ operatingHours: 'operating_hours', timeSlots: 'time_slots', widget: 'widget', attributes: 'attributes' },
      ...{ versions: 'versions', channels: 'channels', ipFilterEnabled: 'ip_filter_enabled', ipFilter: 'ip_filter' },
      ...{ ipFilterDenyEnabled: 'ip_filter_deny_enabled', ipFilterDeny: 'ip_filter_deny' },
    },
    computed: { settings: `t.settings #- '${mailPassword}'` },
    secrets: {
      stored: {
        mailPassword: `t.settings #>> '${mailPassword}'`,
        customerSecret: '(select s.sealed from project_secrets s where s.id_project = t.id_project)',
      },
      open: (sealed, _id, projectId) =>
        Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, text && keys.open(text, projectId)])),
      columns: ({ mailPassword: pass }, { settings }, projectId) => ({
        settings: pass === undefined ? settings : withMailPassword(settings as Members, keys.seal(pass, projectId)),
      }),
    },
    // Found by nothing until the import is activated.
    extra: () => ({ status: ProjectStatus.importing, roster_version: 1 }),
    async store(db, projectId, [first]) {
      const { customerSecret } = first?.secrets ?? {};
      if (customerSecret === undefined) return;
      await db.query('insert into project_secrets (id_project, sealed, created_at) values ($1, $2, $3)', [
        projectId,
        keys.seal(customerSecret, projectId),
        first?.record.createdAt,
      ]);
    },
  };
}

function withMailPassword(settings: Members, pass: string): Members {
  const { email = {} } = settings as { email?: { config?: object } };
  return { ...settings, email: { ...email, config: { ...email.config, pass } } };
}

const userKind: TransferKind = {
  kind: 'user',
  schema: archiveKinds.user.schema,
  table: 'users',
  isGlobal: true,
  columns: {
    ...{ _id: 'id', email: 'email', firstname: 'firstname', lastname: 'lastname', emailverified: 'email_verified' },
    ...{ status: 'status', phone: 'phone', description: 'description', public_email: 'public_email' },
    ...{ public_website: 'public_website', attributes: 'attributes', signedInAt: 'signed_in_at' },
    ...{ createdAt: 'created_at', updatedAt: 'updated_at', __v: 'version', _externalId: 'external_id' },
  },
  join: 'join memberships m on m.id_user = t.id',
  where: 'm.id_project = $1',
  secrets: {
    stored: { password: 't.password_hash' },
    open: (hashes) => hashes,
    columns: ({ password }, { email }) => ({
      email: String(email).toLowerCase(),
      password_hash: hashToStore(password),
    }),
  },
  extra: ({ _externalId }, projectId) => ({ provisioned_by: _externalId === undefined ? undefined : projectId }),
  async store(db, projectId, records) {
    const rows = records.map(({ record: { _id } }) => ({ id_project: projectId, id_user: _id }));
    if (rows.length > 0) await insertRows(db, 'imported_users', ['id_project', 'id_user'], rows);
  },
};

const membershipKind: TransferKind = {
  kind: 'membership',
  schema: archiveKinds.membership.schema,
  table: 'teammates',
  columns: {
    ...{ ...stored, id_user: 'id_user', uuid_user: 'uuid_user', role: 'role', role_id: 'role_id' },
    ...{ user_available: 'user_available', profileStatus: 'profile_status', max_served_chat: 'max_served_chat' },
    ...{ attributes: 'attributes', settings: 'settings', tags: 'tags', status: 'status', trashed: 'trashed' },
    ...{ last_login_at: 'last_login_at', firstname: 'firstname', lastname: 'lastname', email: 'email' },
  },
  async store(db, projectId, records) {
    const rows = records.flatMap(({ record: { _id, id_user } }) =>
      id_user === undefined ? [] : [{ id_user, id_project: projectId, id_teammate: _id }],
    );
    if (rows.length > 0) await insertRows(db, 'memberships', ['id_user', 'id_project', 'id_teammate'], rows);
  },
};

const groupKind: TransferKind = {
  kind: 'group',
  schema: archiveKinds.group.schema,
  table: 'groups',
  columns: { ...stored, name: 'name', enabled: 'enabled', trashed: 'trashed', attributes: 'attributes' },
  computed: {
    members: `coalesce((select json_agg(m.id_user order by m.id_user) from group_members m
      where m.id_project = t.id_project and m.id_group = t.id), '[]')`,
  },
  async store(db, projectId, records) {
    const rows = listed(records, 'members').map(({ record, one }) => ({
      ...{ id_project: projectId, id_group: record._id, id_user: one },
    }));
    if (rows.length > 0) await insertRows(db, 'group_members', ['id_project', 'id_group', 'id_user'], rows);
  },
};

const labelsKind: TransferKind = {
  kind: 'labels',
  schema: archiveKinds.labels.schema,
  table: 'label_sets',
  columns: { ...stored, attributes: 'attributes' },
  computed: {
    data: `coalesce((select json_agg(json_strip_nulls(json_build_object('_id', e.id, 'lang', e.lang, 'data', e.data,
      'category', e.category, 'default', e.is_default)) order by e.lang) from label_entries e where e.id_project = t.id_project), '[]')`,
  },
  async store(db, projectId, records) {
    const rows = listed(records, 'data').map(({ one }) => {
      const { _id, lang, data, category, default: isDefault } = one as Members;
      return { id_project: projectId, id: _id, lang, data, category, is_default: isDefault };
    });
    const columns = ['id_project', 'id', 'lang', 'data', 'category', 'is_default'];
    if (rows.length > 0) await insertRows(db, 'label_entries', columns, rows);
  },
};

function listed(records: readonly StoredRecord[], member: string): { record: Members; one: unknown }[] {
  return records.flatMap(({ record }) => (record[member] as unknown[]).map((one) => ({ record, one })));
}

async function insertRows(db: Database, table: string, columns: readonly string[], rows: readonly Members[]) {
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)
    on conflict do nothing`;
  await db.query(text, [JSON.stringify(rows)]);
}
