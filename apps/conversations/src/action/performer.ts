import { type Actor, type AnyEndpoint, validationFailed } from '@parley/contracts';

import { type Initiator, type Mover, moverOf, principalOf, ruleAuthor } from '../access/actor.ts';
import { refusalToCall } from '../access/may-call.ts';
import { refuseOutsider } from '../access/participation.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** Who runs actions. */
export interface Performer {
  by: Initiator;
  /** The caller, whose rights count. */
  actor: Actor;
  /** As author of what the actions make. */
  principal: string;
  fullname: string;
  mover: Mover;
  /** What wrote a message, as its attribute says. */
  automation?: { macro: string } | { rule: string };
}

/** @param macro that the caller runs */
export function performerOf(actor: Actor, macro?: string): Performer {
  const principal = principalOf(actor);
  return {
    ...{ by: actor, actor, principal, fullname: actor.name ?? principal, mover: moverOf(actor) },
    ...(macro !== undefined && { automation: { macro } }),
  };
}

/** A rule has the rights of an admin, except that capacity limits it. */
export function rulePerformer(projectId: string, { id, name }: { id: string; name: string }): Performer {
  const principal = ruleAuthor(id);
  return {
    by: { kind: 'rule', id, name },
    actor: { kind: 'user', id: principal, projectId, role: 'admin', name },
    ...{ principal, fullname: name, mover: { id: principal, supervisor: false }, automation: { rule: id } },
  };
}

/** @throws what the single call of an action would answer to the caller */
export function refuseUnlessMayCall({ actor }: Performer, endpoint: AnyEndpoint): void {
  const refusal = refusalToCall(endpoint, actor);
  if (refusal) throw refusal;
}

/** @throws not_a_participant */
export function refuseOther({ actor }: Performer, current: SupportRequest): void {
  refuseOutsider(actor, current);
}

/** User id of the one who runs the actions. @throws validation_failed for a program */
export function personOf({ actor }: Performer, param: string): string {
  if (actor.kind !== 'bot' && actor.kind !== 'subscription') return actor.id;
  throw validationFailed([{ param, location: 'body', msg: 'Only a person may name themselves' }]);
}
