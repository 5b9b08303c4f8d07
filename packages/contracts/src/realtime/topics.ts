/** Where changes are published. Source: contract 21 section 10.4. */
export type Topic =
  | { kind: 'requests' | 'inbox' | 'team'; projectId: string }
  | { kind: 'request' | 'messages' | 'typing' | 'viewers'; projectId: string; requestId: string }
  | { kind: 'direct'; projectId: string; userId: string }
  | { kind: 'teammate'; projectId: string; teammateId: string }
  | { kind: 'user'; projectId: string; userId: string }
  | { kind: 'bot'; projectId: string; botId: string }
  | { kind: 'events'; projectId: string; teammateId: string };

/** The name of a topic, as clients write it. */
export const topicNames = {
  requests: (projectId: string) => `/${projectId}/requests`,
  inbox: (projectId: string) => `/${projectId}/inbox`,
  team: (projectId: string) => `/${projectId}/project_users`,
  request: (projectId: string, requestId: string) => `/${projectId}/requests/${requestId}`,
  messages: (projectId: string, requestId: string) => `/${projectId}/requests/${requestId}/messages`,
  typing: (projectId: string, requestId: string) => `/${projectId}/requests/${requestId}/typing`,
  viewers: (projectId: string, requestId: string) => `/${projectId}/requests/${requestId}/viewers`,
  direct: (projectId: string, userId: string) => `/${projectId}/messages/${userId}`,
  teammate: (projectId: string, teammateId: string) => `/${projectId}/project_users/${teammateId}`,
  user: (projectId: string, userId: string) => `/${projectId}/project_users/users/${userId}`,
  bot: (projectId: string, botId: string) => `/${projectId}/bots/${botId}`,
  events: (projectId: string, teammateId: string) => `/${projectId}/events/${teammateId}`,
} as const;

const maxTopicLength = 600;

/** Reads the name of a topic; nothing when it is none. */
export function readTopic(name: string): Topic | undefined {
  if (name.length > maxTopicLength) return undefined;
  const [empty, projectId, noun, id, part, ...rest] = name.split('/');
  if (empty !== '' || !projectId || rest.length > 0) return undefined;
  if (id === '' || part === '') return undefined;

  if (noun === 'inbox' && id === undefined) return { kind: 'inbox', projectId };
  if (noun === 'project_users' && id === undefined) return { kind: 'team', projectId };
  if (noun === 'requests') return requestTopic(projectId, id, part);
  if (noun === 'project_users' && id === 'users' && part) return { kind: 'user', projectId, userId: part };
  if (part !== undefined || id === undefined) return undefined;
  switch (noun) {
    case 'messages':
      return { kind: 'direct', projectId, userId: id };
    case 'project_users':
      return { kind: 'teammate', projectId, teammateId: id };
    case 'bots':
      return { kind: 'bot', projectId, botId: id };
    case 'events':
      return { kind: 'events', projectId, teammateId: id };
    default:
      return undefined;
  }
}

function requestTopic(projectId: string, requestId: string | undefined, part: string | undefined): Topic | undefined {
  if (requestId === undefined) return { kind: 'requests', projectId };
  if (part === undefined) return { kind: 'request', projectId, requestId };
  if (part === 'messages' || part === 'typing' || part === 'viewers') return { kind: part, projectId, requestId };
  return undefined;
}
