import type { MessageView, PlainRequest } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { PromiseClient } from '@parley/service-kit/grpc';

interface RawMessage {
  message: MessageView;
  /** `_id` of its request. */
  request: string;
  fromRequester: boolean;
}

/** Some records of a snapshot. `at`: all that was committed before then is in it. */
interface Snapshot<Item> {
  at: Date;
  items: Item[];
}

/** The conversations service, spoken to in our own words. */
export interface ConversationsClient {
  /** Every request of a project, in parts; at least one comes. @throws dependency_down */
  requests(projectId: string): AsyncGenerator<Snapshot<PlainRequest>>;
  /** Every message of a project, in parts; at least one comes. @throws dependency_down */
  messages(projectId: string): AsyncGenerator<Snapshot<RawMessage>>;
}

const batchSize = 1_000;

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
    requests: (idProject) =>
      inBatches(client.scanRequests({ idProject }), ({ recordJson }) => JSON.parse(recordJson) as PlainRequest),
    messages: (idProject) =>
      inBatches(client.scanMessages({ idProject }), ({ recordJson, request, fromRequester }) => ({
        message: JSON.parse(recordJson) as MessageView,
        request,
        fromRequester,
      })),
  };
}

/** The first message of a stream holds no record, but the time of its snapshot. */
async function* inBatches<Wire extends { asOfMs: number; recordJson: string }, Item>(
  stream: AsyncIterable<Wire>,
  read: (wire: Wire) => Item,
): AsyncGenerator<Snapshot<Item>> {
  let batch: Snapshot<Item> = { at: new Date(0), items: [] };
  for await (const wire of stream) {
    batch.at = new Date(wire.asOfMs);
    if (wire.recordJson !== '') batch.items.push(read(wire));
    if (batch.items.length < batchSize) continue;
    yield batch;
    batch = { at: batch.at, items: [] };
  }
  yield batch;
}
