import type { Actor } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { Move, OutgoingMessage } from '../engine/turn-draft.ts';

/** A request, as far as the actor may see it. */
interface SeenRequest {
  /** `_id`. */
  id: string;
  requestId: string;
  status: number;
  /** `seq` of its newest message. */
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
  /** The body of a `sendMessage` call. */
  message: object;
  key: string;
}

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** Reads a request as the calling actor, or as another one; undefined when that actor may not see it. @throws dependency_down */
  findRequest(projectId: string, requestId: string, as?: Actor): Promise<SeenRequest | undefined>;
  /**
   * Applies a turn exactly once; idempotent by `turnId`.
   * @throws not_a_participant; request_closed; request_not_found; bot_budget_exhausted; channel_window_closed; dependency_down
   */
  applyTurn(turn: AppliedTurn): Promise<void>;
  /** Appends a message, idempotent by `key`. @throws the errors of a send; dependency_down */
  append(message: AppendedMessage, as: Actor): Promise<void>;
}

/** Applying a turn may route the request and wait for its lock. */
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
