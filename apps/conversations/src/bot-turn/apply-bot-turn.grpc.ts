import { type Actor, Mentions, TurnMessage, validationFailed } from '@parley/contracts';
import type {
  ApplyBotTurnRequest,
  ConversationsServiceService,
} from '@parley/proto-gen/conversations/v1/conversations';
import { newId } from '@parley/service-kit/call';
import { type GrpcHandler, parseJson } from '@parley/service-kit/grpc';
import { viewMessage } from '../access/message.view.ts';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import type { Mention } from '../mention/mentions.ts';
import { isPrivate } from '../request-state/message.ts';
import { botMember } from '../request-state/request.ts';
import { applyTurn, type BotTurn, type TurnAction, turnNeeds } from './bot-turn.ts';

type ApplyBotTurn = GrpcHandler<(typeof ConversationsServiceService)['applyBotTurn'], Context>;

/** Stores the messages and the action of a bot's turn, once per turn id. */
export const applyBotTurn: ApplyBotTurn = async (context, call) => {
  const { idProject, turnId, requestId, idBot, botName } = call;
  const actor: Actor = { kind: 'bot', id: idBot, projectId: idProject, role: 'agent', name: botName };
  const by = { _id: botMember(idBot), fullname: botName };
  const turn: BotTurn = {
    bot: by._id,
    fullname: botName,
    messages: await Promise.all(
      call.messagesJson.map(messageOf).map((message) => withMention(context, idProject, by, message)),
    ),
    action: actionOf(call),
  };
  const mentions = turn.messages.flatMap(({ mention }) => (mention ? [mention] : []));

  return context.answeredCalls.once({ projectId: idProject, key: `turn ${turnId}`, requestId }, async () => {
    const apply = () =>
      context.mentions.with(mentions, () =>
        context.requests.update(actor, idProject, requestId, (current, facts) => applyTurn(current, turn, facts), {
          needs: (current) => turnNeeds(current, turn),
        }),
      );
    const place = { id_project: idProject, request_id: requestId };
    const { request, messages } = await context.botBudget.guard(actor, place, apply);
    return {
      messagesJson: messages.map((message) => JSON.stringify(viewMessage(message, requestId, 'team'))),
      requestJson: JSON.stringify(viewRequest(request, 'full')),
    };
  });
};

function messageOf(json: string, index: number): BotTurn['messages'][number] {
  const message = parseJson(TurnMessage, json, `messages.${index}`);
  return {
    text: message.text ?? '',
    type: message.type ?? 'text',
    metadata: message.metadata ?? null,
    attributes: message.attributes ?? {},
    language: message.language ?? null,
  };
}

/** The answers of a bot may mention people who have left: those are passed over, and the answer is not lost. */
async function withMention(
  context: Context,
  projectId: string,
  by: Mention['by'],
  message: BotTurn['messages'][number],
): Promise<BotTurn['messages'][number]> {
  const { attributes, text } = message;
  const { data = [] } = Mentions.safeParse(isPrivate(attributes) ? attributes.mentions : []);
  const { people } = await context.members.findTeam(projectId, data);
  if (people.length === 0) return message;
  const id = newId();
  return { ...message, id, mention: { people, by, text, place: { message_id: id } } };
}

/** @throws validation_failed for an unknown action */
function actionOf({ move, idDepartment }: ApplyBotTurnRequest): TurnAction {
  switch (move) {
    case '':
    case 'none':
      return { kind: 'none' };
    case 'handoff':
    case 'close':
      return { kind: move };
    case 'department':
      return { kind: move, departmentId: idDepartment };
    default:
      throw validationFailed([{ param: 'move', location: 'body', msg: 'Must be none, handoff, close or department' }]);
  }
}
