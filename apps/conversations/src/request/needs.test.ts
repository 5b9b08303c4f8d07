import { RequestStatus } from '@parley/contracts';
import { at, message, person, routingContext, type State, states } from '../../test/states.ts';
import { applyTurn, type TurnAction, turnNeeds } from '../bot-turn/bot-turn.ts';
import type { Change } from '../request-state/change.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { edit, editNeeds } from './edit.ts';
import { type Facts, isNothing, type Needs } from './facts.ts';
import { FetchedFacts, factsFrom } from './fetched-facts.ts';
import { type Incoming, receive, receiveNeeds } from './receive.ts';
import { releaseBot, releaseNeeds } from './releasing.ts';

interface Rule {
  needs(current: RequestWithCopies): Needs;
  run(current: RequestWithCopies, facts: Facts): Change;
}

const receiving = (...incoming: Incoming[]): Rule => ({
  needs: (current) => receiveNeeds(current, incoming),
  run: (current, facts) => receive(current, incoming, facts),
});
const editing = (status: RequestStatus): Rule => ({
  needs: (current) => editNeeds(current, status),
  run: (current, facts) => edit(current, { fields: {}, status }, 'linus', facts),
});
const turning = (action: TurnAction): Rule => {
  const said = { text: 'Hi', type: 'text', metadata: null, attributes: {}, language: null } as const;
  const turn = { bot: 'bot_b1', fullname: 'Helper', messages: [said], action };
  return { needs: (current) => turnNeeds(current, turn), run: (current, facts) => applyTurn(current, turn, facts) };
};
const answer = message();
const byAgent = message({ side: 'human', sender: 'grace' });

const rules: Record<string, Rule> = {
  'a message of the requester': receiving({ message: answer }),
  'a message of an agent': receiving({ message: byAgent }),
  'a message that hands off': receiving({ message: byAgent, command: 'agent' }),
  'an answer that hands off': receiving({ message: answer, command: 'agent' }),
  'an answer that closes': receiving({ message: answer, command: 'close' }),
  'a message that closes, and an answer': receiving({ message: byAgent, command: 'close' }, { message: answer }),
  'an answer, a closing and another answer': receiving(
    { message: answer },
    { message: byAgent, command: 'close' },
    { message: answer },
  ),
  'a turn': turning({ kind: 'none' }),
  'a turn that closes': turning({ kind: 'close' }),
  'a turn that hands off': turning({ kind: 'handoff' }),
  'a turn to another department': turning({ kind: 'department', departmentId: 'd2' }),
  'a bot that is trashed': {
    needs: (current) => releaseNeeds(current, 'bot_b1'),
    run: (current, facts) => releaseBot(current, 'bot_b1', facts),
  },
  ...Object.fromEntries(
    Object.values(RequestStatus).map((status) => [`a status of ${String(status)}`, editing(status as RequestStatus)]),
  ),
};

/** Facts of these needs alone. */
function factsOf(needs: Needs, current: RequestWithCopies): Facts {
  const fetched = new FetchedFacts();
  for (const id of needs.routing ?? []) {
    // The default department serves requests that name none.
    const department = { id: id ?? 'd1', routing: 'assigned', bot: null, record: { _id: id ?? 'd1' } };
    fetched.routingContexts.set(id, routingContext({ department, candidates: [person('linus')] }));
  }
  for (const user of needs.seats ?? []) fetched.users.add(user);
  const locked = isNothing(needs) ? undefined : { seats: new Map(), awaited: new Set<string>() };
  return factsFrom(fetched, current, { id: 'linus', supervisor: false }, at, locked);
}

const cells = Object.keys(rules).flatMap((rule) =>
  (Object.keys(states) as State[]).flatMap((state) => [[rule, state, 'd1'] as const, [rule, state, null] as const]),
);

it.each(cells)(
  '%s reads only what it has declared, when the request is %s in department %s',
  (name, state, departmentId) => {
    const rule = rules[name] as Rule;
    const current = { ...states[state], departmentId };
    const run = () => {
      try {
        rule.run(current, factsOf(rule.needs(current), current));
      } catch (error) {
        // Refusals of the rules have a code.
        if (!(error instanceof Error && 'code' in error)) throw error;
      }
    };
    expect(run).not.toThrow();
  },
);

it('refuses a rule that reads what it has not declared', () => {
  const { closed } = states;
  expect(() => factsOf({}, closed).routing('d1')).toThrow(/do not declare: routing/);
  expect(() => factsOf({ routing: ['d1'] }, closed).seats(['grace'])).toThrow(/do not declare: seats/);
  expect(factsOf({ routing: ['d1'], seats: ['grace'] }, closed).reopening(closed)).toMatchObject({ by: 'linus' });
});
