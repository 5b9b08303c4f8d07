import { requestErrors } from '@parley/contracts';
import { refuseClosed } from '../participant/membership.ts';
import type { Facts } from '../request/facts.ts';
import { obey, receiveOne } from '../request/receive.ts';
import { begin, type Change, finish } from '../request-state/change.ts';
import { audienceOf, type NewMessage, type Side } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { routeOn } from '../routing/routing.ts';
import { refuseExhausted } from './bot-budget.ts';

/** What a bot does at the end of its turn. */
export type Move = { kind: 'none' | 'handoff' | 'close' } | { kind: 'department'; departmentId: string };

export interface BotTurn {
  /** `bot_<id>`. */
  bot: string;
  fullname: string;
  says: readonly Pick<NewMessage, 'text' | 'type' | 'metadata' | 'attributes' | 'language'>[];
  move: Move;
}

/**
 * Lines 6, 7 and 17 of contract 20 section 5 in one change: what the bot says, stored as given, then its move.
 * @throws request_closed, not_a_participant, bot_budget_exhausted
 */
export function takeTurn(current: SupportRequest, turn: BotTurn, facts: Facts): Change {
  refuseClosed(current);
  if (!current.participants.includes(turn.bot)) throw requestErrors.not_a_participant({ conflict: current.id });
  refuseExhausted(current);

  const story = begin(current, facts.at);
  for (const said of turn.says) receiveOne(story, { message: spoken(turn, said, current.requester) }, facts);
  const { move } = turn;
  if (move.kind === 'close') obey(story, 'close', turn.bot, facts);
  if (move.kind === 'handoff') obey(story, 'agent', turn.bot, facts);
  if (move.kind === 'department') {
    const { roster, ...pass } = facts.routing(move.departmentId);
    routeOn(story, roster, { nobot: false, source: 'departments', comment: 'applyBotTurn' }, pass);
  }
  return finish(story, 'applyBotTurn');
}

function spoken({ bot, fullname }: BotTurn, said: BotTurn['says'][number], requester: string): NewMessage {
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
