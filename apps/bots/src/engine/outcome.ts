import type { ParameterChanges } from './parameters.ts';
import type { Session } from './session.ts';
import {
  handToPeople,
  type Move,
  newTurnDraft,
  type OutgoingMessage,
  type TurnDraft,
  type TurnInput,
} from './turn-draft.ts';

/** What a turn comes to: said and done by conversations, remembered here. */
export interface Outcome {
  messages: OutgoingMessage[];
  move: Move;
  session: Session;
  changes: ParameterChanges;
  /** Empty fields of the lead that may be filled. */
  lead: { fullname?: string; email?: string };
}

export function outcomeOf({ messages, move, session, changes, lead }: TurnDraft): Outcome {
  return { messages, move, session, changes, lead };
}

/** Of a turn that cannot be told: people take over. */
export function handoffOutcome(input: TurnInput): Outcome {
  const draft = newTurnDraft(input);
  handToPeople(draft);
  return outcomeOf(draft);
}
