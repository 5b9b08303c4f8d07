import { type Actor, isMachine, roleReaches } from '@parley/contracts';
import { principalOf } from '../access/visibility.ts';
import type { Mover } from './membership.ts';

/** Who causes a change. */
export type By = Actor | 'system';

/** The one who causes a change, as the rules of placements see him. */
export function mover(by: By): Mover {
  if (by === 'system') return { id: 'system', supervisor: false };
  return { id: principalOf(by), supervisor: !isMachine(by.kind) && roleReaches(by.role, 'admin') };
}
