import type { Actor } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { Move, OutgoingMessage } from '../engine/turn-draft.ts';

/** A request as its actor may see it. */
interface SeenRequest {
  /** `_id`. */
  id: string;
  requestId: string;
  status: number;
  /** Place of its newest message. */
  lastSeq: number;
  participants: readonly string[];
}

interface AppliedTurn {
  projectId: string;
  turnId: string;
  requestId: string;
  botId: string;
  botName: string;
  messages: readonly OutgoingMessage[];
  move: Move;
}

interface AppendedMessage {
  projectId: string;
  requestId: string;
  /** The body of a send. */
  message: object;
  key: string;
}

/** What this service asks the conversations service. */
export interface ConversationsClient {
  /** For the actor of the call, or another one; nothing for what he may not see. @throws dependency_down */
  findRequest(projectId: string, requestId: string, as?: Actor): Promise<SeenRequest | undefined>;
  /**
   * Says and does all of it once, however often it is called.
   * @throws not_a_participant; request_closed; request_not_found; bot_budget_exhausted; dependency_down
   */
  applyTurn(turn: AppliedTurn): Promise<void>;
  /** Says it once for each key. @throws what a send may be refused with; dependency_down */
  append(said: AppendedMessage, as: Actor): Promise<void>;
}

/** It routes, and waits for the lock of the request. */
const applyDeadlineMs = 5_000;

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
    async findRequest(idProject, requestId, as) {
      const find = () => undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      const found = await (as ? runInCall({ actor: as }, find) : find());
      if (!found) return undefined;
      const { recordJson, ...request } = found;
      const { participants } = JSON.parse(recordJson) as { participants: string[] };
      return { ...request, participants };
    },
    async applyTurn({ projectId, turnId, requestId, botId, botName, messages, move }) {
      await client.applyBotTurn(
        {
          ...{ idProject: projectId, turnId, requestId, idBot: botId, botName },
          messagesJson: messages.map((message) => JSON.stringify(message)),
          move: move.kind,
          idDepartment: move.kind === 'department' ? move.departmentId : '',
        },
        { deadlineMs: applyDeadlineMs },
      );
    },
    async append({ projectId: idProject, requestId, message, key: dedupeKey }, as) {
      const call = { idProject, requestId, messageJson: JSON.stringify(message), dedupeKey };
      await runInCall({ actor: as }, () => client.appendMessage(call, { deadlineMs: applyDeadlineMs }));
    },
  };
}
