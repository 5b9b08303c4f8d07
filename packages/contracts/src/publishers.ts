import type { ServiceName } from './define-api.ts';

/** Who announces what happens to which nouns. Source: contract 50 section 2. */
const nouns = {
  workspace: [
    'user',
    'token',
    'api_token',
    'role',
    'project',
    'teammate',
    'group',
    'department',
    'tag',
    'canned',
    'labels',
    'holiday',
    'sign_in_connection',
    'sign_in_domain',
  ],
  conversations: ['request', 'message', 'event', 'policy', 'macro', 'rule', 'view', 'survey', 'hold'],
  contacts: ['lead', 'segment'],
  bots: ['bot', 'intent'],
  media: ['file', 'export'],
  channels: ['mailbox'],
} as const satisfies Partial<Record<ServiceName, readonly string[]>>;

const publishers = new Map<string, ServiceName>(
  Object.entries(nouns).flatMap(([service, own]) => own.map((noun) => [noun, service as keyof typeof nouns] as const)),
);

/** The service whose outbox holds the events of a type; nothing for a noun that is not in the catalogue. */
export function publisherOf(type: string): ServiceName | undefined {
  return publishers.get(type.split('.')[0] ?? '');
}
