/** Status of a request: names in code, numbers on the wire. Source: specification, Request status; contract 20 section 5. */
export const RequestStatus = {
  /** Parked, or started for a requester who has not written yet. */
  temporary: 50,
  /** No agent can take it now, or it waits to be claimed. */
  unserved: 100,
  /** Everybody available was given it and has left it. */
  abandoned: 150,
  /** A human or a bot is on it. */
  served: 200,
  closed: 1000,
} as const;
export type RequestStatus = (typeof RequestStatus)[keyof typeof RequestStatus];

export const requestStatuses: readonly RequestStatus[] = Object.values(RequestStatus);

/** Open requests: below 1000. */
export function isOpen(status: RequestStatus): boolean {
  return status < RequestStatus.closed;
}

/** Waiting requests: 100 or 150. */
export function isWaiting(status: RequestStatus): boolean {
  return status === RequestStatus.unserved || status === RequestStatus.abandoned;
}

/** Status of a message; it only grows, except for `failed`. Source: contract 21 section 5. */
export const MessageStatus = {
  failed: -100,
  sending: 0,
  sent: 100,
  delivered: 150,
  received: 200,
  returnReceipt: 250,
  seen: 300,
} as const;
export type MessageStatus = (typeof MessageStatus)[keyof typeof MessageStatus];

export const messageStatuses: readonly MessageStatus[] = Object.values(MessageStatus);

/** Who may see a message; computed once, when it is stored. Source: contract 21 section 6.2. */
export const audiences = ['all', 'service', 'own', 'team', 'private'] as const;
export type Audience = (typeof audiences)[number];

export const messageTypes = ['text', 'image', 'frame', 'file', 'video', 'audio', 'gallery', 'html'] as const;
export type MessageType = (typeof messageTypes)[number];

/** As clients send them; `medium` reads as `normal`, `high` as `hight` in filters and sorting. */
export const priorities = ['low', 'normal', 'medium', 'hight', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];
