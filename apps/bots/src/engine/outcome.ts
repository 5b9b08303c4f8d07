import type { ParameterChanges } from './parameters.ts';
import type { Session } from './session.ts';
import { begin, handToPeople, type Move, type Saying, type Story, type TurnInput } from './story.ts';

/** What a turn comes to: said and done by conversations, remembered here. */
export interface Outcome {
  messages: Saying[];
  move: Move;
  session: Session;
  changes: ParameterChanges;
  /** Empty fields of the lead that may be filled. */
  lead: { fullname?: string; email?: string };
}

export function outcomeOf({ messages, move, session, changes, lead }: Story): Outcome {
  return { messages, move, session, changes, lead };
}

/** Of a turn that cannot be told: people take over. */
export function troubled(input: TurnInput): Outcome {
  const story = begin(input);
  handToPeople(story);
  return outcomeOf(story);
}
