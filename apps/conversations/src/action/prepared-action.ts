import type { ActionInput } from '@parley/contracts';

import type { Mention } from '../mention/mentions.ts';
import type { Facts, Needs } from '../request/facts.ts';
import type { Change } from '../request-state/change.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';

/** What actions leave beside the change of the request. */
export interface Effects {
  /** Texts of messages and notes, as filled. */
  texts: string[];
  mentions: Mention[];
  /** Custom events. */
  events: { name: string; attributes: Record<string, unknown> }[];
  /** Surveys about a closing. */
  surveys: { survey: string; closedAt: Date }[];
}

/** An action with all that other services know; it decides on the request as the actions before it leave it. */
export interface PreparedAction {
  needs?: (current: RequestWithCopies) => Needs;
  decide(current: RequestWithCopies, facts: Facts, effects: Effects): Change;
}

/** The members of an action; the contract has checked that those it needs are there. */
export type ActionMembers = Omit<ActionInput, 'type'>;

/** Where actions are run. */
export interface ActionPlace {
  id_project: string;
  request_id: string;
  projectName: string;
}
