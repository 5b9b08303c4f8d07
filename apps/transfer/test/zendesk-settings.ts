import { timeAt } from './random.ts';

const at = { created_at: timeAt(0), updated_at: timeAt(0) };
const when = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const then = (field: string, value: unknown) => ({ field, value });

/** What a Zendesk does by itself, by the file of its export: some of it has a counterpart, in whole or in part, and some has none. */
export const zendeskSettings: Readonly<Record<string, readonly object[]>> = {
  macros: [
    {
      ...{ id: 700, title: 'Close', restriction: { type: 'User', id: 1 }, ...at },
      actions: [
        then('comment_value', ['channel:all', 'Checked, {{ticket.requester.name}} {{dc.sign}}']),
        then('comment_mode_is_public', 'false'),
        then('current_tags', 'vip gold'),
        then('group_id', '600'),
        then('assignee_id', 'current_user'),
        then('status', 'solved'),
        then('custom_fields_1', 'x'),
      ],
    },
    { id: 701, title: 'Follow', actions: [then('follower', 'current_user')] },
  ],
  triggers: [
    {
      ...{ id: 710, title: 'Notify of urgent words', description: 'Words', active: true, ...at },
      conditions: {
        all: [
          when('update_type', 'is', 'Create'),
          when('comment_includes_word', 'is', 'urgent'),
          when('group_id', 'is', '600'),
        ],
        any: [],
      },
      actions: [
        then('priority', 'urgent'),
        then('notification_group', ['600', 'Urgent: {{ticket.title}}', 'Ticket {{ticket.id}}']),
        then('notification_user', ['requester_id', 'Received', '<p>Thank you, {{ticket.requester.name}}</p>']),
        then('notification_webhook', ['9', 'x']),
      ],
    },
    {
      ...{ id: 711, title: 'Any of two', ...at },
      conditions: { all: [], any: [when('priority', 'is', 'high'), when('current_tags', 'includes', 'vip gold')] },
      actions: [then('current_tags', 'hot')],
    },
    {
      ...{ id: 712, title: 'After solving', ...at },
      conditions: { all: [when('status', 'value', 'solved'), when('brand_id', 'is', '3')], any: [] },
      actions: [then('remove_tags', 'hot')],
    },
    {
      ...{ id: 713, title: 'Only a webhook', ...at },
      conditions: { all: [when('status', 'changed', null)], any: [] },
      actions: [then('notification_webhook', ['9', 'x'])],
    },
  ],
  automations: [
    {
      ...{ id: 720, title: 'Remind', ...at },
      conditions: {
        all: [when('status', 'less_than', 'solved'), when('requester_updated_at', 'greater_than_business_hours', '24')],
        any: [],
      },
      actions: [then('comment_value', 'Are you still there?'), then('current_tags', 'reminded')],
    },
    {
      ...{ id: 721, title: 'Pending for days', ...at },
      conditions: { all: [when('PENDING', 'greater_than', '96')], any: [] },
      actions: [then('status', 'solved')],
    },
  ],
  views: [
    {
      ...{ id: 730, title: 'Mine and urgent', restriction: { type: 'Group', id: 600, ids: [600] }, ...at },
      conditions: {
        all: [when('assignee_id', 'is', 'current_user'), when('priority', 'is', 'urgent'), when('brand_id', 'is', '3')],
        any: [when('status', 'is', 'new'), when('status', 'is', 'open')],
      },
      execution: { sort_by: 'updated', sort_order: 'desc' },
    },
    {
      ...{ id: 731, title: 'Own', restriction: { type: 'User', id: 1 }, ...at },
      conditions: { all: [when('status', 'less_than', 'solved'), when('current_tags', 'includes', 'vip')], any: [] },
    },
    {
      ...{ id: 732, title: 'By brand', ...at },
      conditions: { all: [when('brand_id', 'is', '3')], any: [] },
      execution: { sort_by: 'created' },
    },
  ],
  sla_policies: [
    {
      ...{ id: 740, title: 'Urgent', description: 'Promises', position: 1, ...at },
      filter: { all: [when('group_id', 'is', '600'), when('type', 'is', 'incident')], any: [] },
      policy_metrics: [
        { priority: 'urgent', metric: 'first_reply_time', target: 15, business_hours: false },
        {
          priority: 'urgent',
          metric: 'total_resolution_time',
          target: 240,
          target_in_seconds: 14_400,
          business_hours: true,
        },
        { priority: 'high', metric: 'first_reply_time', target: 60, business_hours: false },
        { priority: 'high', metric: 'agent_work_time', target: 60, business_hours: false },
      ],
    },
    {
      id: 741,
      title: 'Work alone',
      filter: {},
      policy_metrics: [{ priority: 'high', metric: 'agent_work_time', target: 60 }],
    },
  ],
  group_memberships: [
    { id: 750, user_id: 2, group_id: 600 },
    { id: 751, user_id: 99, group_id: 600 },
  ],
  satisfaction_ratings: [
    { id: 760, ticket_id: 2, score: 'good', comment: 'First', ...at },
    { id: 761, ticket_id: 2, score: 'bad', comment: 'Then this', created_at: timeAt(9), updated_at: timeAt(9) },
    { id: 762, ticket_id: 3, score: 'offered', ...at },
  ],
};

export interface ServedFile {
  path: string;
  bytes: Buffer;
  fault?: 'missing' | 'cut' | 'program' | 'elsewhere';
}

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')]);

/** Attachments of the first messages, two of them of one. */
export const servedFiles: readonly ServedFile[] = [
  { path: '/attachments/token/a1/?name=a+picture.png', bytes: png },
  { path: '/attachments/token/a2/notes.txt', bytes: Buffer.from('notes') },
  { path: '/attachments/token/a3/missing.png', bytes: png, fault: 'missing' },
  { path: '/attachments/token/a4/cut.png', bytes: png, fault: 'cut' },
  { path: '/attachments/token/a5/setup.exe', bytes: Buffer.from('MZ'), fault: 'program' },
  { path: '/attachments/token/a6/elsewhere.png', bytes: png, fault: 'elsewhere' },
];

export const nameOfFile = ({ path }: ServedFile): string =>
  decodeURIComponent(path.split(/[/=]/).at(-1) ?? '').replaceAll('+', ' ');

/** Of which the message with this number has these, as the two exports name their members. */
export function filesOfMessage(
  nth: number,
  origin: string,
): { url: string; name: string; type: string; size: number }[] {
  const own = servedFiles.filter((_, place) => (place < 2 ? 0 : place - 1) === nth);
  return own.map((one) => ({
    url: `${one.fault === 'elsewhere' ? 'https://cdn.example' : origin}${one.path}`,
    name: nameOfFile(one),
    type: one.path.includes('.png') ? 'image/png' : 'application/octet-stream',
    size: one.bytes.length + (one.fault === 'cut' ? 1 : 0),
  }));
}
