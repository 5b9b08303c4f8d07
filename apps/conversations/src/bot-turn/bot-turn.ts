import { requestErrors } from '@parley/contracts';
import { refuseClosed } from '../participant/membership.ts';
import type { Facts } from '../request/facts.ts';
import { receiveOne, runCommand } from '../request/receive.ts';
import { begin, type Change, finish } from '../request-state/change.ts';
import { audienceOf, type NewMessage, type Side } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { routeOn } from '../routing/routing.ts';
import { refuseExhausted } from './bot-budget.ts';

/** The action of a bot at the end of its turn. */
export type TurnAction = { kind: 'none' | 'handoff' | 'close' } | { kind: 'department'; departmentId: string };

export interface BotTurn {
  /** `bot_<id>`. */
  bot: string;
  fullname: string;
  messages: readonly Pick<NewMessage, 'text' | 'type' | 'metadata' | 'attributes' | 'language'>[];
  action: TurnAction;
}

/**
 * Lines 6, 7 and 17 of contract 20 section 5 in one change: the bot's messages, stored as given, then its action.
 * @throws request_closed, not_a_participant, bot_budget_exhausted
 */
export function applyTurn(current: SupportRequest, turn: BotTurn, facts: Facts): Change {
  refuseClosed(current);
  if (!current.participants.includes(turn.bot)) throw requestErrors.not_a_participant({ conflict: current.id });
  refuseExhausted(current);

  const draft = begin(current, facts.at);
  for (const said of turn.messages) receiveOne(draft, { message: turnMessage(turn, said, current.requester) }, facts);
  const { action } = turn;
  if (action.kind === 'close') runCommand(draft, 'close', turn.bot, facts);
  if (action.kind === 'handoff') runCommand(draft, 'agent', turn.bot, facts);
  if (action.kind === 'department') {
    const { routingContext, ...pass } = facts.routing(action.departmentId);
    routeOn(draft, routingContext, { nobot: false, source: 'departments', comment: 'applyBotTurn' }, pass);
  }
  return finish(draft, 'applyBotTurn');
}

function turnMessage({ bot, fullname }: BotTurn, said: BotTurn['messages'][number], requester: string): NewMessage {
  const side: Side = bot === requester ? 'requester' : 'bot';
  return {
    ...said,
    side,
    createdBy: bot,
    sender: bot,
    senderFullname: fullname,
    channel: null,
    externalId: null,
    audience: audienceOf(side, said.attributes),
  };
}
