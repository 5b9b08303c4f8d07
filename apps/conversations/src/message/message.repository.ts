import {
  type Actor,
  type DeliveryError,
  MessageStatus,
  messageErrors,
  messageStatusChanged,
  requestErrors,
} from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
import { isEndUser, principalOf } from '../access/actor.ts';
import { endUserAudiences } from '../access/message.view.ts';
import { viewerOf, visibleSql } from '../access/visibility.ts';
import { type AcknowledgeScope, acknowledgeScopeOf } from '../delivery-status/acknowledgement.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { requestTables } from '../request-state/request.columns.ts';
import { defaultChannel } from '../request-state/request.ts';

interface RequestRow {
  id: string;
  version: number;
  requester: string;
  participants: string[];
}

type RaisedMessage = Message & { before: number };

/** What a connector says of a message. */
interface DeliveryReport {
  status: MessageStatus;
  error?: DeliveryError | undefined;
}

/** Changes the delivery status of messages, the only mutable field of a message. */
export class MessageRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Acknowledges one message. A lower status, or a report of an actor on neither side, changes nothing.
   * @throws request_not_found, message_not_found for what the actor may not see
   */
  acknowledge(
    actor: Actor,
    projectId: string,
    place: { requestId: string; messageId: string },
    status: MessageStatus,
  ): Promise<Message> {
    return this.#db.transaction(async () => {
      const request = await this.#lock(actor, projectId, place.requestId);
      const message = await this.#visible(actor, projectId, request.id, place.messageId);
      const scope = acknowledgeScopeOf(actor, request);
      if (!scope) return message;

      const [raised] = await this.#raise(projectId, request, status, scope, { messageId: place.messageId });
      if (!raised) return message;
      const { before, ...changed } = raised;
      const { id, seq, version } = changed;
      const event = messageStatusChanged({
        message: { _id: id, recipient: place.requestId, seq },
        ...{ from: before, to: status, at: changed.updatedAt.toISOString(), by: principalOf(actor) },
      });
      const about = { noun: 'message', projectId, id, version, partitionKey: request.id, actor };
      await announce(this.#db, about, [event]);
      return changed;
    });
  }

  /** Acknowledges all messages of the other side up to a `seq`. @returns how many changed */
  acknowledgeUpTo(
    actor: Actor,
    projectId: string,
    place: { requestId: string; upto: number },
    status: MessageStatus,
  ): Promise<number> {
    return this.#db.transaction(async () => {
      const request = await this.#lock(actor, projectId, place.requestId);
      const scope = acknowledgeScopeOf(actor, request);
      if (!scope) return 0;

      const raised = await this.#raise(projectId, request, status, scope, { upto: place.upto });
      const [first] = raised;
      if (!first) return 0;
      const event = messageStatusChanged({
        ...{ upto: place.upto, request_id: place.requestId },
        ...{ to: status, at: first.updatedAt.toISOString(), by: principalOf(actor) },
      });
      await announce(this.#db, { noun: 'request', projectId, id: request.id, version: request.version, actor }, [
        event,
      ]);
      return raised.length;
    });
  }

  /**
   * Applies what a connector reports of a message that it carries; of one of the requester it changes nothing.
   * @returns undefined for a message of our own channel, which no connector carries
   * @throws request_not_found, message_not_found
   */
  reportCarried(
    actor: Actor,
    projectId: string,
    place: { requestId: string; messageId: string },
    { status, error }: DeliveryReport,
  ): Promise<Message | undefined> {
    return this.#db.transaction(async () => {
      const request = await this.#lock(actor, projectId, place.requestId);
      const message = await this.#visible(actor, projectId, request.id, place.messageId);
      if (message.channel === defaultChannel) return undefined;
      if (message.sender !== request.requester)
        await this.report(projectId, message.id, status, { error, by: principalOf(actor) });
      return this.#visible(actor, projectId, request.id, place.messageId);
    });
  }

  /**
   * Applies a status reported by an external engine or by delivery to it. A status only rises, except `failed`, which applies
   * until the message was received and is reset by a redrive.
   * @returns whether the status changed
   */
  report(
    projectId: string,
    messageId: string,
    status: MessageStatus,
    { error, by = 'system' }: { error?: DeliveryError | undefined; by?: string } = {},
  ): Promise<boolean> {
    return this.#db.transaction(async () => {
      const [place] = await this.#db.query<{ request: string; requestId: string }>(lockByMessage, [
        projectId,
        messageId,
      ]);
      if (!place) return false;
      const reason = status === MessageStatus.failed ? (error ?? null) : null;
      const values = [projectId, place.request, messageId, status, reason && JSON.stringify(reason)];
      const [row] = await this.#db.query<ReportedMessage>(reportStatus, values);
      if (!row) return false;
      const { seq, version, before, updatedAt } = row;
      const event = messageStatusChanged({
        message: { _id: messageId, recipient: place.requestId, seq },
        ...{ from: before, to: status, at: updatedAt.toISOString(), by },
        ...(reason && { error: reason }),
      });
      const aggregate = { noun: 'message', id: messageId, version, partitionKey: place.request };
      await announce(this.#db, { ...aggregate, projectId, actor: 'system' }, [event]);
      return true;
    });
  }

  /** Locks the head of the request, so that events keep their order within it. */
  async #lock(actor: Actor, projectId: string, requestId: string): Promise<RequestRow> {
    const values: unknown[] = [projectId, requestId];
    const viewer = viewerOf(actor);
    const text = `select r.id, h.version, r.requester, r.participants
      from ${requestTables}
      where r.id_project = $1 and r.request_id = $2
        and ${visibleSql(viewer, '$1', binder(values))} for update of h`;
    const [row] = await this.#db.query<RequestRow>({ name: `lock_for_status_${viewer.sees}`, text }, values);
    if (!row) throw requestErrors.request_not_found();
    return row;
  }

  async #visible(actor: Actor, projectId: string, request: string, messageId: string): Promise<Message> {
    const text = `select ${messageColumns} from message m
      where m.id_project = $1 and m.request = $2 and m.id = $3 and ($4::text[] is null or m.audience = any($4))`;
    const audiences = isEndUser(actor) ? endUserAudiences : null;
    const [message] = await this.#db.query<Message>({ name: 'message_for_status', text }, [
      ...[projectId, request, messageId, audiences],
    ]);
    if (!message) throw messageErrors.message_not_found();
    return message;
  }

  #raise(
    projectId: string,
    { id, requester }: RequestRow,
    status: MessageStatus,
    { by, shown }: AcknowledgeScope,
    which: { messageId?: string; upto?: number },
  ): Promise<RaisedMessage[]> {
    // One timestamp for all of them: the feed finds the messages of an event by it.
    const text = `update message m set status = $3, version = m.version + 1, updated_at = statement_timestamp()
      from (select o.seq, o.status from message o where o.id_project = $1 and o.request = $2 and o.status < $3
        and (o.sender = $4) = $5 and ($6::text[] is null or o.audience = any($6))
        and ($7::text is null or o.id = $7) and ($8::int is null or o.seq <= $8)) o
      where m.id_project = $1 and m.request = $2 and m.seq = o.seq
      returning ${messageColumns}, o.status as before`;
    return this.#db.query<RaisedMessage>({ name: 'raise_status', text }, [
      ...[projectId, id, status, requester, by === 'requester'],
      ...[shown ? endUserAudiences : null, which.messageId ?? null, which.upto ?? null],
    ]);
  }
}

interface ReportedMessage {
  seq: number;
  version: number;
  before: number;
  updatedAt: Date;
}

const lockByMessage = {
  name: 'lock_by_message',
  text: `select r.id as request, r.request_id as "requestId"
    from message m join request r on r.id_project = m.id_project and r.id = m.request
    join request_head h on h.id_project = r.id_project and h.id = r.id
    where m.id_project = $1 and m.id = $2 for update of h`,
};
const { failed, received, sending } = MessageStatus;
const reportStatus = {
  name: 'report_status',
  text: `update message m set status = $4, error = $5::json, version = m.version + 1, updated_at = statement_timestamp()
    from (select o.seq, o.status from message o where o.id_project = $1 and o.request = $2 and o.id = $3) o
    where m.id_project = $1 and m.request = $2 and m.seq = o.seq and o.status <> $4 and case
      when $4 = ${failed} then o.status < ${received}
      when $4 = ${sending} then o.status = ${failed}
      else o.status < $4 end
    returning m.seq, m.version, o.status as before, m.updated_at as "updatedAt"`,
};
