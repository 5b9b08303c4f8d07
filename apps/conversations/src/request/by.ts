import type { Actor } from '@parley/contracts';

import type { Mover } from './membership.ts';
import { principalOf } from './visibility.ts';

/** Who causes a change. */
export type By = Actor | 'system';

/** The one who causes a change, as the rules of placements see him. */
export function mover(by: By): Mover {
  if (by === 'system') return { id: 'system', supervisor: false };
  const person = by.kind !== 'bot' && by.kind !== 'subscription';
  return { id: principalOf(by), supervisor: person && (by.role === 'admin' || by.role === 'owner') };
}
