/** Rows as JSON: columns that a release does not have are simply not there. `$1` is the account. */

export const tables = `select c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace order by 1`;

/** Tables that become records, wholly or in part. */
export const taken: ReadonlySet<string> = new Set([
  ...[
    'accounts',
    'account_users',
    'users',
    'teams',
    'team_members',
    'inboxes',
    'channel_email',
    'contacts',
    'contact_inboxes',
  ],
  ...['notes', 'conversations', 'messages', 'attachments', 'csat_survey_responses', 'labels', 'canned_responses'],
  ...['active_storage_attachments', 'active_storage_blobs'],
  ...['custom_attribute_definitions', 'macros', 'automation_rules', 'sla_policies', 'custom_filters', 'agent_bots'],
  ...['webhooks', 'working_hours', 'inbox_members', 'mentions', 'conversation_participants', 'reporting_events'],
]);

export const accounts =
  'select to_jsonb(a) as row from accounts a where $1::text is null or a.id::text = $1 order by a.id';

export const people = `select to_jsonb(u) || jsonb_build_object('role', a.role, 'custom_role_id', to_jsonb(a)->'custom_role_id',
    'availability', to_jsonb(a)->'availability') as row
  from account_users a join users u on u.id = a.user_id where a.account_id = $1 order by u.id`;

export const teams = `select to_jsonb(t) || jsonb_build_object('members',
    coalesce((select jsonb_agg(m.user_id order by m.user_id) from team_members m where m.team_id = t.id), '[]')) as row
  from teams t where t.account_id = $1 order by t.id`;

export const labels = 'select to_jsonb(l) as row from labels l where l.account_id = $1 order by l.id';
export const canned = 'select to_jsonb(c) as row from canned_responses c where c.account_id = $1 order by c.id';

export const properties = `select to_jsonb(d) as row from custom_attribute_definitions d
  where d.account_id = $1 order by d.id`;

export const macros = 'select to_jsonb(m) as row from macros m where m.account_id = $1 order by m.id';
export const automationRules =
  'select to_jsonb(r) as row from automation_rules r where r.account_id = $1 order by r.id';

export const policies = 'select to_jsonb(p) as row from sla_policies p where p.account_id = $1 order by p.id';
export const filters = 'select to_jsonb(f) as row from custom_filters f where f.account_id = $1 order by f.id';
export const agentBots = 'select to_jsonb(b) as row from agent_bots b where b.account_id = $1 order by b.id';
export const webhooks = 'select to_jsonb(w) as row from webhooks w where w.account_id = $1 order by w.id';

/** With their hours, and the people who answer there. */
export function inboxes(known: ReadonlySet<string>): string {
  const hours = known.has('working_hours')
    ? '(select jsonb_agg(to_jsonb(h) order by h.day_of_week) from working_hours h where h.inbox_id = i.id)'
    : 'null';
  const members = known.has('inbox_members')
    ? `coalesce((select jsonb_agg(m.user_id order by m.user_id) from inbox_members m where m.inbox_id = i.id), '[]')`
    : `'[]'::jsonb`;
  return `select to_jsonb(i) || jsonb_build_object('working_hours', ${hours}, 'members', ${members}) as row
    from inboxes i where i.account_id = $1 order by i.id`;
}

export const mailboxes = `select to_jsonb(i) || jsonb_build_object('email', e.email) as row
  from inboxes i join channel_email e on e.id = i.channel_id
  where i.account_id = $1 and i.channel_type = 'Channel::Email' order by i.id`;

export function contacts(known: ReadonlySet<string>): string {
  const notes = known.has('notes')
    ? `(select string_agg(n.content, E'\\n\\n' order by n.id) from notes n where n.contact_id = c.id)`
    : 'null';
  return `select to_jsonb(c) || jsonb_build_object('note', ${notes}, 'web_id', ${webId}) as row
    from contacts c where c.account_id = $1 order by c.id`;
}

/** By which the widget of Chatwoot knows a visitor. */
const webId = `(select x.source_id from contact_inboxes x join inboxes i on i.id = x.inbox_id
  where x.contact_id = c.id and i.channel_type = 'Channel::WebWidget' order by x.id limit 1)`;

export function conversations(known: ReadonlySet<string>): string {
  const rating = known.has('csat_survey_responses')
    ? `(select to_jsonb(s) from csat_survey_responses s where s.conversation_id = v.id order by s.id desc limit 1)`
    : 'null';
  const resolved = known.has('reporting_events')
    ? `(select max(e.created_at) from reporting_events e where e.conversation_id = v.id and e.name = 'conversation_resolved')`
    : 'null';
  const followers = known.has('conversation_participants')
    ? '(select jsonb_agg(p.user_id order by p.user_id) from conversation_participants p where p.conversation_id = v.id)'
    : 'null';
  const mentioned = known.has('mentions')
    ? `(select jsonb_agg(jsonb_build_object('by', n.user_id, 'at', n.mentioned_at) order by n.id)
        from mentions n where n.conversation_id = v.id)`
    : 'null';
  return `select to_jsonb(v) || jsonb_build_object('inbox', i.name, 'followers', ${followers}, 'mentioned', ${mentioned}, 'channel_type', i.channel_type,
      'contact_created_at', c.created_at, 'csat', ${rating}, 'resolved_at', ${resolved}) as row
    from conversations v left join inboxes i on i.id = v.inbox_id left join contacts c on c.id = v.contact_id
    where v.account_id = $1 order by v.id`;
}

const blobs = `active_storage_attachments a join active_storage_blobs b on b.id = a.blob_id
  where a.record_type = 'Attachment' and a.name = 'file' and a.record_id = f.id`;

function blobName(known: ReadonlySet<string>): string {
  return hasBlobs(known) ? `(select b.filename from ${blobs} limit 1)` : 'null';
}

export function hasBlobs(known: ReadonlySet<string>): boolean {
  return ['attachments', 'active_storage_attachments', 'active_storage_blobs'].every((table) => known.has(table));
}

/** Those whose bytes are stored. */
export const attachments = `select jsonb_build_object('id', f.id, 'created_at', m.created_at, 'key', b.key, 'name', b.filename,
    'size', b.byte_size, 'checksum', b.checksum) as row
  from attachments f join messages m on m.id = f.message_id
  join active_storage_attachments a on a.record_type = 'Attachment' and a.name = 'file' and a.record_id = f.id
  join active_storage_blobs b on b.id = a.blob_id
  where m.account_id = $1 order by f.id`;

/** Those of a conversation that is gone have no `uuid`. */
export function messages(known: ReadonlySet<string>): string {
  const files = known.has('attachments')
    ? `(select jsonb_agg(jsonb_build_object('id', f.id, 'type', f.file_type, 'url', f.external_url, 'name', ${blobName(known)})
        order by f.id) from attachments f where f.message_id = m.id)`
    : 'null';
  return `select to_jsonb(m) || jsonb_build_object('uuid', v.uuid, 'channel_type', i.channel_type, 'files', ${files}) as row
    from messages m left join conversations v on v.id = m.conversation_id left join inboxes i on i.id = v.inbox_id
    where m.account_id = $1 order by m.id`;
}
