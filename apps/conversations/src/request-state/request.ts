import { isOpen, isWaiting, RequestStatus } from '@parley/contracts';

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

/** The users whose seats the request occupies. Source: contract 20 section 6.4, contract 25 section 7. */
export function seatHolders(request: SupportRequest): string[] {
  const { status, draft, workingStatus, snooze } = request;
  const counts = status === RequestStatus.served && !draft && workingStatus !== 'pending' && !snooze;
  return counts ? humansOf(request) : [];
}

/** Whose answer is due, by the newest visible message of a person. Source: contract 25 section 1. */
export function waitingFor({
  status,
  lastRequesterAt,
  lastTeamAt,
}: Pick<SupportRequest, 'status' | 'lastRequesterAt' | 'lastTeamAt'>): 'requester' | 'team' | 'nobody' {
  if (!isOpen(status) || (lastRequesterAt ?? lastTeamAt) === null) return 'nobody';
  return lastTeamAt !== null && lastTeamAt >= (lastRequesterAt ?? lastTeamAt) ? 'requester' : 'team';
}

/** Waiting requests that the queue may serve. Source: contract 20 section 6.5. */
export function isWaitingForHuman(request: SupportRequest): boolean {
  const { status, preflight, smartAssignment, imported, lastRequesterAt, snooze } = request;
  return isWaiting(status) && !preflight && smartAssignment && !snooze && (!imported || lastRequesterAt !== null);
}
