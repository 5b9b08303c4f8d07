import { type Actor, isMachine } from '@parley/contracts';

import { isEndUser, principalOf } from '../access/actor.ts';

/** Whose messages an actor may report as received and read. Source: contract 21 section 5.2. */
export interface AcknowledgeScope {
  /** Those of the requester, or those of all others. */
  by: 'requester' | 'others';
  /** End users acknowledge only what their channel shows. */
  shown: boolean;
}

/** The other side's messages; `undefined` for an actor on neither side, whose report has no effect. */
export function acknowledgeScopeOf(
  actor: Actor,
  request: { requester: string; participants: readonly string[] },
): AcknowledgeScope | undefined {
  if (isMachine(actor.kind)) return undefined;
  if (principalOf(actor) === request.requester) return { by: 'others', shown: isEndUser(actor) };
  if (isEndUser(actor) || !request.participants.includes(actor.id)) return undefined;
  return { by: 'requester', shown: false };
}
