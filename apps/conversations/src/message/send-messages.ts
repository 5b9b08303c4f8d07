import {
  type Actor,
  AppError,
  bodyFaults,
  type FieldFault,
  ImportedMessageFields,
  type InputOf,
  type MessageView,
  type messageApi,
  messageErrors,
  requestErrors,
  type TextsByLabel,
  validationFailed,
} from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { isEndUser } from '../access/actor.ts';
import { mayRead, readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';
import type { Sender, Senders } from '../directory/senders.ts';
import { followingMerge, refuseMergedAway } from '../merge/merged-away.ts';
import { type Incoming, receive, receiveNeeds } from '../request/receive.ts';
import { unchanged } from '../request-state/change.ts';
import type { Message, NewMessage } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { newerGuard } from '../request-store/newer-messages.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { checkMayClose, incomingOf, type MentioningMessage, prepareForRequest } from './prepare-message.ts';

type SendMessages = Operation<typeof messageApi.sendMessages, Context>;
type Input = InputOf<typeof messageApi.sendMessages>;
type Item = Input['items'][number];

interface Prepared {
  item: Item;
  sender: Sender;
  message: MentioningMessage;
}

/** Stored in array order and contiguous, all or none. */
export const sendMessages: SendMessages = async (context, actor, input) => {
  const prepared = await prepareAll(context, actor, input);
  return followingMerge(context, input, (request_id, isFollowing) =>
    sendAll(context, actor, { ...input, request_id, isFollowing }, prepared),
  );
};

async function sendAll(
  context: Context,
  actor: Actor,
  { id_project, request_id, isFollowing }: Input & { isFollowing: boolean },
  prepared: readonly Prepared[],
): Promise<MessageView[]> {
  const externalIds = prepared.flatMap(({ item }) =>
    item.external_id === undefined ? [] : [{ channel: channelOf(item), id: item.external_id }],
  );

  // For each item, the message that it repeats or its index among the stored ones.
  let places: (Message | number)[] = [];
  const newer = newerGuard(context.db, actor, id_project, request_id);
  const decide: Decide = (current, facts, saidBefore) => {
    const fresh = new Map<string, number>();
    const incoming: Incoming[] = [];
    places = prepared.map(({ item, message, sender }) => {
      const { external_id: own } = item;
      const name = own === undefined ? undefined : JSON.stringify([channelOf(item) ?? current.channel, own]);
      const known = own === undefined ? undefined : saidBefore(channelOf(item), own);
      if (known && !mayRead(known, readerOf(actor))) throw messageErrors.external_id_taken();
      const place = known ?? (name === undefined ? undefined : fresh.get(name));
      if (place !== undefined) return place;

      const { command } = message;
      if (command === 'close') checkMayClose(actor, sender, current);
      incoming.push({ ...incomingOf(message, current.requester), counted: false });
      if (name !== undefined) fresh.set(name, incoming.length - 1);
      return incoming.length - 1;
    });
    if (incoming.length === 0) return unchanged(current);
    newer.check();
    if (isFollowing)
      refuseMergedAway(
        current,
        incoming.map((one) => one.message),
      );
    return receive(current, incoming, facts);
  };
  const needs = (current: SupportRequest) =>
    receiveNeeds(
      current,
      prepared.map(({ message }) => incomingOf(message, current.requester)),
    );
  const hidden = requestErrors.request_not_visible;
  const mentions = prepared.flatMap(({ message: { mention } }) => (mention ? [mention] : []));
  const { messages } = await context.mentions.with(mentions, () =>
    context.requests.update(actor, id_project, request_id, decide, {
      ...{ needs, hidden, externalIds },
      ...newer.options,
    }),
  );

  const reader = readerOf(actor);
  return places.flatMap((place) => {
    const message = typeof place === 'number' ? messages[place] : place;
    return message ? [viewMessage(message, request_id, reader)] : [];
  });
}

const channelOf = ({ channel }: Item): string | null => channel?.name ?? null;

/** @throws validation_failed with the faults of all items; an unknown or forbidden sender as its own error */
async function prepareAll(context: Context, actor: Actor, input: Input): Promise<Prepared[]> {
  const { id_project, items } = input;
  const senders = new SenderLookup(context.senders, actor, id_project);
  const faults: FieldFault[] = [];
  const prepared: Prepared[] = [];
  let texts: Promise<TextsByLabel> | undefined;
  const labels = () => {
    texts ??= context.labels.textsFor(input);
    return texts;
  };
  for (const [index, item] of items.entries()) {
    try {
      const imported = isEndUser(actor) ? undefined : importedFields(item, input.import === true);
      const sender = await senders.of(item, imported !== undefined);
      const options = { projectId: id_project, labels, imported };
      prepared.push({ item, sender, message: await prepareForRequest(context, actor, sender, item, options) });
    } catch (error) {
      faults.push(...faultsOf(error, index));
    }
  }
  if (faults.length > 0) throw validationFailed(faults);
  return prepared;
}

/** The faults of one item, prefixed with its index. @throws the error itself if it is not a fault of the content */
function faultsOf(error: unknown, index: number): FieldFault[] {
  if (!(error instanceof AppError && error.code === 'validation_failed')) throw error;
  const faults = error.details.errors as FieldFault[];
  return faults.map((fault) => ({ ...fault, param: `${index}.${fault.param}` }));
}

/** Imported history keeps its date and status. @throws validation_failed */
function importedFields(item: Item, all: boolean): NewMessage['imported'] | undefined {
  const dated = item.createdAt !== undefined && item.createdAt !== null;
  if (!all && !dated) return undefined;

  const { data, error } = ImportedMessageFields.safeParse(item);
  if (error) throw validationFailed(bodyFaults(error));
  const createdAt = data.createdAt === undefined ? null : new Date(data.createdAt);
  if (createdAt && createdAt.getTime() > Date.now()) {
    throw validationFailed([{ param: 'createdAt', location: 'body', msg: 'Must not lie in the future' }]);
  }
  return { createdAt, status: data.status ?? null };
}

/** Looks up each sender once per call. */
class SenderLookup {
  readonly #senders: Senders;
  readonly #actor: Actor;
  readonly #projectId: string;
  readonly #known = new Map<string, Promise<Sender>>();

  constructor(senders: Senders, actor: Actor, projectId: string) {
    this.#senders = senders;
    this.#actor = actor;
    this.#projectId = projectId;
  }

  of({ sender, senderFullname }: Item, isImported: boolean): Promise<Sender> {
    const name = JSON.stringify([sender, senderFullname, isImported]);
    const known = this.#known.get(name);
    if (known) return known;
    const input = { id_project: this.#projectId, sender, senderFullname };
    const found = isImported ? this.#senders.ofImported(this.#actor, input) : this.#senders.of(this.#actor, input);
    this.#known.set(name, found);
    return found;
  }
}
