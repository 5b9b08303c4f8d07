// Generated from packages/contracts by `npm run generate`. Do not edit.

/** Names of topics, below the project. */
export const topics = {
  requests: () => `requests`,
  inbox: () => `inbox`,
  team: () => `project_users`,
  request: (id: string) => `requests/${id}`,
  messages: (id: string) => `requests/${id}/messages`,
  typing: (id: string) => `requests/${id}/typing`,
  viewers: (id: string) => `requests/${id}/viewers`,
  direct: (id: string) => `messages/${id}`,
  teammate: (id: string) => `project_users/${id}`,
  user: (id: string) => `project_users/users/${id}`,
  bot: (id: string) => `bots/${id}`,
  events: (id: string) => `events/${id}`,
} as const;
