import { timeAt } from './random.ts';

/** Of which year the schema is: each adds columns and tables. */
export type Release = 2024 | 2025 | 2026;

type Rows = readonly Record<string, unknown>[];

const at = { created_at: timeAt(0), updated_at: timeAt(0) };
const own = { account_id: 1, ...at };
const when = (
  attribute_key: string,
  filter_operator: string,
  values: unknown,
  query_operator: string | null = null,
) => ({
  ...{ attribute_key, filter_operator, values, query_operator },
});

/** What an account has set up, by table. */
export function chatwootSettings(release: Release): Readonly<Record<string, Rows>> {
  const days = [0, 1, 2, 3, 4, 5, 6];
  const hours = { open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 30 };
  return {
    working_hours: [51, 52].flatMap((inbox) =>
      days.map((day) => ({
        ...{ id: inbox * 10 + day, inbox_id: inbox, account_id: 1, day_of_week: day },
        ...{ closed_all_day: day === 0, open_all_day: day === 6, ...(day > 0 && day < 6 && hours) },
      })),
    ),
    inbox_members: [
      { inbox_id: 51, user_id: 12 },
      { inbox_id: 52, user_id: 11 },
      { inbox_id: 52, user_id: 99 },
    ],
    ...(release >= 2025 && {
      sla_policies: [
        {
          ...{ id: 95, name: 'Gold', description: 'Promises', ...own, first_response_time_threshold: 3_600 },
          ...{
            next_response_time_threshold: null,
            resolution_time_threshold: 86_400,
            only_during_business_hours: true,
          },
        },
        { id: 96, name: 'Nothing', ...own, only_during_business_hours: false },
      ],
    }),
    agent_bots: [
      { id: 91, name: 'Guide', description: 'Answers', outgoing_url: 'https://bot.example/hook', ...own },
      { id: 92, name: 'Of all accounts', outgoing_url: 'https://bot.example/all', ...own, account_id: null },
    ],
    webhooks: [
      {
        ...{ id: 97, inbox_id: null, url: 'https://hook.example/in', ...own },
        subscriptions: ['conversation_created', 'message_created', 'conversation_typing_on'],
      },
      { id: 98, inbox_id: 51, url: 'https://hook.example/one', subscriptions: ['message_created'], ...own },
    ],
    custom_filters: [
      {
        ...{ id: 81, name: 'Mine', filter_type: 0, user_id: 11, ...own },
        query: {
          payload: [
            when('status', 'equal_to', ['open'], 'and'),
            when('team_id', 'equal_to', [{ id: 21, name: 'support' }], 'and'),
            when('browser_language', 'equal_to', ['en']),
          ],
        },
      },
      {
        ...{ id: 82, name: 'One or the other', filter_type: 0, user_id: 11, ...own },
        query: { payload: [when('priority', 'equal_to', ['high'], 'or'), when('labels', 'equal_to', ['vip'])] },
      },
      {
        ...{ id: 83, name: 'At Acme', filter_type: 1, user_id: 11, ...own },
        query: { payload: [when('company_name', 'contains', 'Acme', 'and'), when('email', 'is_present', [])] },
      },
      {
        ...{ id: 84, name: 'Unknown', filter_type: 1, user_id: 11, ...own },
        query: { payload: [when('last_activity_at', 'days_before', [3], 'and'), when('city', 'equal_to', ['Rome'])] },
      },
    ],
    conversation_participants: [
      { id: 1, account_id: 1, conversation_id: 2, user_id: 12 },
      { id: 2, account_id: 1, conversation_id: 2, user_id: 99 },
    ],
    mentions: [
      { id: 1, account_id: 1, conversation_id: 2, user_id: 12, mentioned_at: timeAt(1, 1) },
      { id: 2, account_id: 1, conversation_id: 2, user_id: 12, mentioned_at: timeAt(1, 2) },
    ],
  };
}

const times = 'created_at timestamp, updated_at timestamp';

export function settingsDdl(release: Release): string[] {
  return [
    `create table working_hours (id bigint, inbox_id bigint, account_id bigint, day_of_week int, closed_all_day boolean, open_all_day boolean,
      open_hour int, open_minutes int, close_hour int, close_minutes int)`,
    'create table inbox_members (inbox_id bigint, user_id bigint)',
    `create table agent_bots (id bigint, account_id bigint, name text, description text, outgoing_url text, ${times}
      ${release >= 2026 ? ', secret text' : ''})`,
    `create table webhooks (id bigint, account_id bigint, inbox_id bigint, url text, subscriptions jsonb, ${times})`,
    `create table custom_filters (id bigint, account_id bigint, user_id bigint, name text, filter_type int, query jsonb, ${times})`,
    'create table conversation_participants (id bigint, account_id bigint, conversation_id bigint, user_id bigint)',
    'create table mentions (id bigint, account_id bigint, conversation_id bigint, user_id bigint, mentioned_at timestamp)',
    ...(release >= 2025
      ? [
          `create table sla_policies (id bigint, account_id bigint, name text, description text, first_response_time_threshold float,
            next_response_time_threshold float, resolution_time_threshold float, only_during_business_hours boolean, ${times})`,
        ]
      : []),
  ];
}
