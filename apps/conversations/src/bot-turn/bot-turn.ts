import { requestErrors } from '@parley/contracts';
import { refuseClosed } from '../participant/membership.ts';
import type { Facts, Needs } from '../request/facts.ts';
import { type Incoming, receiveNeeds, receiveOne, refuseExhausted, runCommand } from '../request/receive.ts';
import { begin, type Change, finish } from '../request-state/change.ts';
import { audienceOf, type NewMessage, type Side } from '../request-state/message.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import { routeOn } from '../routing/routing.ts';

/** A message of a turn, and the people whom it mentions. */
type SpokenMessage = Pick<NewMessage, 'text' | 'type' | 'metadata' | 'attributes' | 'language' | 'id'> &
  Pick<Incoming, 'mention'>;

/** The action of a bot at the end of its turn. */
export type TurnAction = { kind: 'none' | 'handoff' | 'close' } | { kind: 'department'; departmentId: string };

export interface BotTurn {
  /** `bot_<id>`. */
  bot: string;
  fullname: string;
  messages: readonly SpokenMessage[];
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
  for (const one of incomingOf(turn, current)) receiveOne(draft, one, facts);
  const { action } = turn;
  if (action.kind === 'close') runCommand(draft, 'close', turn.bot, facts);
  if (action.kind === 'handoff') runCommand(draft, 'agent', turn.bot, facts);
  if (action.kind === 'department') {
    const { routingContext, ...pass } = facts.routing(action.departmentId);
    routeOn(draft, routingContext, { nobot: false, source: 'departments', comment: 'applyBotTurn' }, pass);
  }
  return finish(draft, 'applyBotTurn');
}

/** What `applyTurn` needs. */
export function turnNeeds(current: SupportRequest, turn: BotTurn): Needs {
  const { action } = turn;
  const { routing = [], seats = [] } = receiveNeeds(current, incomingOf(turn, current));
  if (action.kind === 'department') return { routing: [...routing, action.departmentId], seats };
  const isHandedOff = action.kind === 'handoff' && humansOf(current).length === 0;
  return { routing: isHandedOff ? [...routing, current.departmentId] : routing, seats };
}

function incomingOf(turn: BotTurn, { requester }: SupportRequest): Incoming[] {
  return turn.messages.map(({ mention, ...content }) => ({ message: turnMessage(turn, content, requester), mention }));
}

function turnMessage(
  { bot, fullname }: BotTurn,
  content: Omit<SpokenMessage, 'mention'>,
  requester: string,
): NewMessage {
  const side: Side = bot === requester ? 'requester' : 'bot';
  return {
    ...content,
    side,
    createdBy: bot,
    sender: bot,
    senderFullname: fullname,
    channel: null,
    externalId: null,
    audience: audienceOf(side, content.attributes),
  };
}
