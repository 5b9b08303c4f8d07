import type { Actor } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

/** The people and the bot of one project. Each has a name, for readable tests. */
export interface Personas {
  /** Of the project. */
  projectId: string;
  /** Owner. */
  ada: Actor;
  /** Admin. */
  grace: Actor;
  /** Agents. */
  linus: Actor;
  alan: Actor;
  /** Guest: an anonymous visitor. */
  vera: Actor;
  /** External user: a visitor the customer's server vouches for. */
  victor: Actor;
  /** Bot; acts as an agent. */
  robby: Actor;
}

/** An actor; by default a signed-in agent of a new project. */
export function actor(facts: Partial<Actor> = {}): Actor {
  const id = facts.id ?? newId();
  return { kind: 'user', id, projectId: newId(), role: 'agent', teammateId: newId(), name: 'Somebody', ...facts };
}

/** The personas of a new project, or of the one named. */
export function personasOf(projectId: string = newId()): Personas {
  return {
    projectId,
    ada: actor({ projectId, role: 'owner', name: 'Ada Lovelace', email: 'ada@parley.example' }),
    grace: actor({ projectId, role: 'admin', name: 'Grace Hopper', email: 'grace@parley.example' }),
    linus: actor({ projectId, role: 'agent', name: 'Linus Pauling', email: 'linus@parley.example' }),
    alan: actor({ projectId, role: 'agent', name: 'Alan Turing', email: 'alan@parley.example' }),
    vera: actor({ projectId, kind: 'guest', role: 'guest', name: 'Vera', id: crypto.randomUUID() }),
    victor: actor({ projectId, kind: 'external', role: 'user', name: 'Victor', id: `customer-${newId()}` }),
    robby: actor({ projectId, kind: 'bot', role: 'agent', name: 'Robby', teammateId: undefined }),
  };
}

/** The personas of the project that a test file shares. */
export const personas: Personas = personasOf();

/** An anonymous caller, for public endpoints. */
export const anonymous: Actor = { kind: 'none', id: '' };
