import type { MessageView, PlainRequest } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { PromiseClient } from '@parley/service-kit/grpc';

import type { ScannedClock } from '../service-level/clock-fact.ts';

interface RawMessage {
  message: MessageView;
  /** `_id` of its request. */
  request: string;
  fromRequester: boolean;
}

/** A batch of records of a snapshot. `at`: it contains everything that was committed before. */
interface Snapshot<Item> {
  at: Date;
  items: Item[];
}

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** Projects that have requests, after this one, in the order of their ids. @throws dependency_down */
  projects(after: string, limit: number): Promise<string[]>;
  /** Streams all requests of a project in batches, at least one. @throws dependency_down */
  requests(projectId: string): AsyncGenerator<Snapshot<PlainRequest>>;
  /** Streams all messages of a project in batches, at least one. @throws dependency_down */
  messages(projectId: string): AsyncGenerator<Snapshot<RawMessage>>;
  /** Streams the newest clock of each request and metric in batches, at least one. @throws dependency_down */
  clocks(projectId: string): AsyncGenerator<Snapshot<ScannedClock>>;
}

const batchSize = 1_000;

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
    projects: async (after, limit) => (await client.listProjects({ after, limit })).ids,
    requests: (idProject) =>
      inBatches(client.scanRequests({ idProject }), ({ recordJson }) => JSON.parse(recordJson) as PlainRequest),
    messages: (idProject) =>
      inBatches(client.scanMessages({ idProject }), ({ recordJson, request, fromRequester }) => ({
        message: JSON.parse(recordJson) as MessageView,
        request,
        fromRequester,
      })),
    clocks: (idProject) =>
      inBatches(client.scanClocks({ idProject }), ({ recordJson, request }) => ({
        ...(JSON.parse(recordJson) as Omit<ScannedClock, 'request'>),
        request,
      })),
  };
}

/** The first item of a stream holds the time of its snapshot, and no record. */
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
