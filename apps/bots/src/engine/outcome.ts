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

/** The result of a turn. Conversations applies messages and move; this service stores the rest. */
export interface Outcome {
  messages: OutgoingMessage[];
  move: Move;
  session: Session;
  changes: ParameterChanges;
  /** Values for empty fields of the lead. */
  lead: { fullname?: string; email?: string };
}

export function outcomeOf({ messages, move, session, changes, lead }: TurnDraft): Outcome {
  return { messages, move, session, changes, lead };
}

/** The outcome of a turn that keeps failing: a sentence of apology and a handoff to people. */
export function handoffOutcome(input: TurnInput): Outcome {
  const draft = newTurnDraft(input);
  handToPeople(draft);
  return outcomeOf(draft);
}
