import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { chatwootSettings, type Release, settingsDdl } from './chatwoot-settings.ts';
import { type ExportFacts, messageCounts, type Size } from './exports.ts';
import { timeAt } from './random.ts';

const password = '$2b$04$Plu6TyAfsoIlFFFwyDcCvuOPpyJd2GMNgDdQrJ05m4U01sdHgFaxm';

const firstFile = 8_001;
const keyOf = (id: number) => `key${id}`.padEnd(28, '0');
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')]);

interface ChatwootFile {
  id: number;
  name: string;
  bytes: Buffer;
  fault?: 'missing' | 'cut' | 'program';
}

/** Files that Chatwoot keeps itself, the first two of one message. */
export const chatwootFiles: readonly ChatwootFile[] = [
  { id: firstFile, name: 'a picture.png', bytes: png },
  { id: firstFile + 1, name: 'notes.txt', bytes: Buffer.from('notes') },
  { id: firstFile + 2, name: 'missing.png', bytes: png, fault: 'missing' },
  { id: firstFile + 3, name: 'cut.png', bytes: png, fault: 'cut' },
  { id: firstFile + 4, name: 'setup.exe', bytes: Buffer.from('MZ'), fault: 'program' },
];

/** As the disk of a Rails application has them. */
export async function writeBlobs(folder: string): Promise<void> {
  for (const { id, bytes, fault } of chatwootFiles) {
    if (fault === 'missing') continue;
    const key = keyOf(id);
    await mkdir(join(folder, key.slice(0, 2), key.slice(2, 4)), { recursive: true });
    await writeFile(join(folder, key.slice(0, 2), key.slice(2, 4), key), bytes);
  }
}

export interface ChatwootData {
  statements: string[];
  release: Release;
  /** Rows by table. */
  rows: ReadonlyMap<string, readonly Record<string, unknown>[]>;
  facts: ExportFacts;
}

/** Tables and rows of a Chatwoot, as far as converting reads them, with the faults of real ones. */
export function chatwootSql(release: Release, { requests }: Size): ChatwootData {
  const counts = messageCounts(requests);
  const leads = Math.max(2, Math.ceil(requests / 5));
  const rows = new Map<string, Record<string, unknown>[]>();
  const add = (table: string, ...own: Record<string, unknown>[]) =>
    rows.set(table, [...(rows.get(table) ?? []), ...own]);
  const at = { created_at: timeAt(0), updated_at: timeAt(0) };
  add('accounts', { id: 1, name: 'Old shop', auto_resolve_duration: 3, ...at }, { id: 2, name: 'Another', ...at });
  add(
    'users',
    {
      id: 11,
      email: 'ada@old.example',
      name: 'Ada Lovelace',
      encrypted_password: password,
      confirmed_at: timeAt(0),
      ...at,
    },
    { id: 12, email: 'linus@old.example', name: 'Linus', encrypted_password: 'x', ...at },
  );
  add(
    'account_users',
    { account_id: 1, user_id: 11, role: 1 },
    { account_id: 1, user_id: 12, role: 0 },
    { account_id: 2, user_id: 12, role: 1 },
  );
  add('teams', { id: 21, account_id: 1, name: 'support', allow_auto_assign: false, ...at });
  add('team_members', { team_id: 21, user_id: 12 }, { team_id: 21, user_id: 99 });
  add('labels', { id: 31, account_id: 1, title: 'vip', color: '#ff0000', description: 'Gold', ...at });
  add(
    'custom_attribute_definitions',
    {
      id: 35,
      account_id: 1,
      attribute_key: 'plan',
      attribute_display_name: 'Plan',
      attribute_display_type: 6,
      attribute_model: 1,
      ...at,
    },
    {
      id: 36,
      account_id: 1,
      attribute_key: 'order',
      attribute_display_name: 'Order',
      attribute_display_type: 0,
      attribute_model: 0,
      ...at,
    },
  );
  const macro = { account_id: 1, created_by_id: 11, ...at };
  add(
    'macros',
    {
      ...{ ...macro, id: 61, name: 'Refund', visibility: 1 },
      actions: [
        { action_name: 'send_message', action_params: ['On its way'] },
        { action_name: 'add_label', action_params: ['vip'] },
        { action_name: 'assign_team', action_params: [21] },
        { action_name: 'mute_conversation', action_params: [] },
      ],
    },
    {
      ...macro,
      id: 62,
      name: 'Mute',
      visibility: 0,
      actions: [{ action_name: 'mute_conversation', action_params: [] }],
    },
  );
  add('automation_rules', {
    ...{
      id: 71,
      account_id: 1,
      name: 'Urgent',
      description: 'Words',
      event_name: 'message_created',
      active: true,
      ...at,
    },
    conditions: [
      { attribute_key: 'content', filter_operator: 'contains', values: ['urgent'], query_operator: 'and' },
      { attribute_key: 'team_id', filter_operator: 'equal_to', values: [21], query_operator: null },
    ],
    actions: [
      { action_name: 'change_priority', action_params: ['urgent'] },
      { action_name: 'add_sla', action_params: [95] },
    ],
  });
  for (const [table, own] of Object.entries(chatwootSettings(release))) add(table, ...own);
  add('canned_responses', { id: 41, account_id: 1, short_code: 'thanks', content: 'Thank you', ...at });
  add(
    'inboxes',
    {
      ...{ id: 51, account_id: 1, name: 'Site', channel_type: 'Channel::WebWidget', channel_id: 1, ...at },
      ...{ timezone: 'Europe/Rome', working_hours_enabled: true },
    },
    {
      ...{ id: 52, account_id: 1, name: 'Mail', channel_type: 'Channel::Email', channel_id: 7, ...at },
      ...{ timezone: 'UTC', working_hours_enabled: false },
    },
  );
  add('channel_email', { id: 7, account_id: 1, email: 'Help@old.example', imap_password: 'a secret' });
  for (let nth = 0; nth < leads; nth++) {
    // One who has left no address, as most visitors do.
    const email = nth === 1 ? null : `v${nth}@example.com`;
    const identifier = nth === 0 ? 'own-7' : null;
    add('contacts', {
      id: 100 + nth,
      account_id: 1,
      name: `Visitor ${nth}`,
      email,
      identifier,
      blocked: nth === 1,
      ...at,
    });
    add('contact_inboxes', { id: 100 + nth, contact_id: 100 + nth, inbox_id: 51, source_id: `web-${nth}` });
  }
  add('notes', { id: 1, contact_id: 100, content: 'Calls at night' });
  for (const [nth, count] of counts.entries()) {
    const isMail = nth % 2 === 0;
    const id = nth + 1;
    const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    add('conversations', {
      ...{
        id,
        uuid,
        account_id: 1,
        inbox_id: isMail ? 52 : 51,
        contact_id: 100 + (nth % leads),
        display_id: id + 1_000,
      },
      ...{
        status: nth % 4,
        assignee_id: nth % 3 === 0 ? null : 11,
        team_id: 21,
        priority: nth % 4,
        cached_label_list: 'vip, new',
      },
      ...{ created_at: timeAt(nth), updated_at: timeAt(nth, 50), last_activity_at: timeAt(nth, 40) },
      snoozed_until: nth % 4 === 3 ? '2099-01-01T00:00:00Z' : null,
    });
    if (nth === 1) add('csat_survey_responses', { id: 1, conversation_id: id, rating: 4, feedback_message: 'Fine' });
    for (let place = 0; place < count; place++) {
      const isIn = place % 2 === 0;
      const messageId = `m${nth}.${place}@example.com`;
      const email = {
        message_id: messageId,
        from: [`v${nth % leads}@example.com`],
        to: ['help@old.example'],
        cc: ['boss@example.com'],
        subject: 'Order',
      };
      // As a text in some rows: that is how its library stores a column of type json.
      const about = isMail ? { email, ...(place > 0 && { in_reply_to: `m${nth}.${place - 1}@example.com` }) } : {};
      add('messages', {
        ...{ id: nth * 10 + place + 1, account_id: 1, conversation_id: id, inbox_id: isMail ? 52 : 51 },
        ...{ content: `Text ${place}`, message_type: isIn ? 0 : 1 },
        // A bot of the account, and one of the whole installation.
        ...(nth < 7 && nth > 4 && !isIn ? { sender_type: 'AgentBot' } : { sender_type: isIn ? 'Contact' : 'User' }),
        ...{
          sender_id: isIn ? 100 + (nth % leads) : ({ 5: 91, 6: 92 }[nth] ?? 11),
          private: place === 3,
          status: 0,
          content_type: isMail && isIn ? 8 : 0,
        },
        ...{ source_id: isMail ? messageId : null, ...sentAt(nth, place) },
        content_attributes: nth % 4 === 0 ? JSON.stringify(about) : about,
      });
    }
  }
  for (const { id, fault, bytes, name } of chatwootFiles) {
    const place = id - firstFile;
    // Two of them at one message.
    add('attachments', { id, message_id: place < 2 ? 1 : place * 10 + 1, file_type: 0, external_url: null });
    add('active_storage_attachments', { id, name: 'file', record_type: 'Attachment', record_id: id, blob_id: id });
    const checksum = createHash('md5').update(bytes).digest('base64');
    const size = fault === 'cut' ? bytes.length + 1 : bytes.length;
    add('active_storage_blobs', { id, key: keyOf(id), filename: name, byte_size: size, checksum });
  }
  add('attachments', { id: 8_100, message_id: 11, file_type: 0, external_url: 'https://channel.example/story.png' });
  const lost = { account_id: 1, message_type: 0, created_at: timeAt(1), content: 'Lost' };
  add('messages', { id: 90_001, conversation_id: 90_001, ...lost });
  add('conversations', {
    id: 90_002,
    uuid: '00000000-0000-4000-8000-000000090002',
    account_id: 1,
    contact_id: 90_003,
    display_id: 90_002,
    created_at: timeAt(1),
  });
  const facts = {
    requests,
    messages: counts.reduce((sum, count) => sum + count, 0),
    leads,
    refused: { orphan: 2, file_missing: 1, hash_mismatch: 1, schema: 1 },
  };
  return {
    release,
    rows,
    statements: [...ddl(release), ...[...rows].map(([table, own]) => insertOf(table, own))],
    facts,
  };
}

/** Some follow each other within a second, and the API has whole seconds. */
function sentAt(nth: number, place: number) {
  const at = nth % 5 === 4 ? timeAt(nth).replace('.000Z', `.${String(place).padStart(3, '0')}Z`) : timeAt(nth, place);
  return { created_at: at, updated_at: at };
}

function insertOf(table: string, rows: readonly object[]): string {
  const json = JSON.stringify(rows).replaceAll("'", "''");
  return `insert into ${table} select * from json_populate_recordset(null::${table}, '${json}')`;
}

const times = 'created_at timestamp, updated_at timestamp';

function ddl(release: Release): string[] {
  const later = (since: Release, columns: string) => (release >= since ? columns : '');
  return [
    `create table accounts (id bigint primary key, name text, auto_resolve_duration int, status int, ${times} ${later(2025, ', custom_attributes jsonb, settings jsonb')})`,
    `create table users (id bigint primary key, email text, name text, encrypted_password text, confirmed_at timestamp, ${times})`,
    `create table account_users (account_id bigint, user_id bigint, role int, availability int default 0 ${later(2025, ', custom_role_id bigint')})`,
    `create table teams (id bigint primary key, account_id bigint, name text, description text, allow_auto_assign boolean, ${times})`,
    'create table team_members (team_id bigint, user_id bigint)',
    `create table labels (id bigint primary key, account_id bigint, title text, color text, description text, ${times})`,
    `create table custom_attribute_definitions (id bigint, account_id bigint, attribute_key text, attribute_display_name text,
      attribute_display_type int, attribute_model int, ${times})`,
    `create table macros (id bigint, account_id bigint, created_by_id bigint, name text, visibility int, actions jsonb, ${times})`,
    `create table automation_rules (id bigint, account_id bigint, name text, description text, event_name text, active boolean,
      conditions jsonb, actions jsonb, ${times})`,
    `create table canned_responses (id bigint primary key, account_id bigint, short_code text, content text, ${times})`,
    `create table inboxes (id bigint primary key, account_id bigint, name text, channel_type text, channel_id bigint, timezone text,
      working_hours_enabled boolean, ${times})`,
    ...settingsDdl(release),
    'create table channel_email (id bigint primary key, account_id bigint, email text, imap_password text)',
    `create table contacts (id bigint primary key, account_id bigint, name text, last_name text, email text, phone_number text, identifier text,
      additional_attributes jsonb, custom_attributes jsonb, ${times} ${later(2025, ', blocked boolean')})`,
    'create table contact_inboxes (id bigint primary key, contact_id bigint, inbox_id bigint, source_id text)',
    'create table notes (id bigint primary key, contact_id bigint, content text)',
    `create table conversations (id bigint primary key, uuid uuid, account_id bigint, inbox_id bigint, contact_id bigint, display_id int, status int,
      assignee_id bigint, team_id bigint, priority int, cached_label_list text, additional_attributes jsonb, custom_attributes jsonb,
      snoozed_until timestamp, last_activity_at timestamp, first_reply_created_at timestamp, ${times})`,
    `create table messages (id bigint primary key, account_id bigint, conversation_id bigint, inbox_id bigint, content text, message_type int,
      sender_type text, sender_id bigint, private boolean, status int, content_type int, source_id text, content_attributes json, ${times}
      ${later(2026, ', processed_message_content text')})`,
    'create table active_storage_attachments (id bigint, name text, record_type text, record_id bigint, blob_id bigint)',
    'create table active_storage_blobs (id bigint, key text, filename text, byte_size bigint, checksum text)',
    'create table attachments (id bigint primary key, message_id bigint, file_type int, external_url text)',
    'create table csat_survey_responses (id bigint primary key, conversation_id bigint, rating int, feedback_message text)',
    ...(release >= 2025
      ? ['create table reporting_events (id bigint, name text, conversation_id bigint, created_at timestamp)']
      : []),
    ...(release >= 2026 ? ['create table captain_documents (id bigint)'] : []),
  ];
}
