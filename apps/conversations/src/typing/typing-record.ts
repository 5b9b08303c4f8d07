import type { Actor } from '@parley/contracts';
import { principalOf } from '../access/actor.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** The typing record of an actor; `undefined` if they are neither requester nor participant. */
export function typingRecordOf(
  actor: Actor,
  { requester, participants }: Pick<SupportRequest, 'requester' | 'participants'>,
  typing: boolean,
): { user_id: string; fullname: string; typing: boolean } | undefined {
  const user_id = principalOf(actor);
  if (user_id !== requester && !participants.includes(user_id)) return undefined;
  return { user_id, fullname: actor.name ?? user_id, typing };
}
