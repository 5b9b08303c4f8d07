import { type Actor, isMachine, type RuleActor, roleReaches } from '@parley/contracts';

import { botMember } from '../request-state/request.ts';

/** End users get their own form of records; team members and machines get the team's. */
export function isEndUser(actor: Actor): boolean {
  return !isMachine(actor.kind) && !roleReaches(actor.role, 'agent');
}

/** Tokens of programs: of a bot, a webhook, or a teammate's machine. */
export function isConnector({ kind }: Actor): boolean {
  return isMachine(kind) || kind === 'token';
}

/** The id a caller has as requester or participant. */
export function principalOf(actor: Actor): string {
  return actor.kind === 'bot' ? botMember(actor.id) : actor.id;
}

/** A rule as author of what it makes; never a sender. */
export const ruleAuthor = (id: string): string => `rule_${id}`;

/** Who causes a change. */
export type Initiator = Actor | RuleActor | 'system';

/** The initiator of a change of participants. */
export interface Mover {
  /** Principal id, `bot_<id>` or `system`. */
  id: string;
  /** An admin's explicit assignment may exceed a limit. */
  supervisor: boolean;
}

export function moverOf(by: Initiator): Mover {
  if (by === 'system') return { id: 'system', supervisor: false };
  if (by.kind === 'rule') return { id: ruleAuthor(by.id), supervisor: false };
  return { id: principalOf(by), supervisor: !isMachine(by.kind) && roleReaches(by.role, 'admin') };
}
