import { isWaiting, RequestStatus } from '@parley/contracts';

import type { RecordOf } from './columns.ts';
import type { RequestTable } from './request.columns.ts';

/** A request as this service stores it. A missing value is `null`. */
export interface SupportRequest extends RecordOf<RequestTable> {}

/** Teammates that may follow one request. */
export const maxFollowers = 50;

/** Clients compare with this literal. */
export const defaultChannel = 'chat21';

const botPrefix = 'bot_';
export const isBot = (member: string): boolean => member.startsWith(botPrefix);
/** A bot as participants, senders and authors name it. */
export const botMember = (id: string): string => botPrefix + id;
/** The `_id` of a bot, however it is named. */
export const bareId = (name: string): string => (isBot(name) ? name.slice(botPrefix.length) : name);
export const humansOf = (request: Pick<SupportRequest, 'participants'>): string[] =>
  request.participants.filter((member) => !isBot(member));
export const botsOf = (request: Pick<SupportRequest, 'participants'>): string[] => request.participants.filter(isBot);

/** The users whose seats the request occupies. Source: contract 20 section 6.4. */
export function seatHolders(request: SupportRequest): string[] {
  const counts = request.status === RequestStatus.served && !request.draft && request.workingStatus !== 'pending';
  return counts ? humansOf(request) : [];
}

/** Waiting requests that the queue may serve. Source: contract 20 section 6.5. */
export function isWaitingForHuman(request: SupportRequest): boolean {
  return isWaiting(request.status) && !request.preflight && request.smartAssignment && !request.imported;
}
