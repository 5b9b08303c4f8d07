import { EventsServiceService } from '@parley/proto-gen/events/v1/events';

import type { PromiseClient } from '../grpc/client.ts';
import { type GrpcTable, serve } from '../grpc/serve.ts';
import type { OutboxReader, Publisher } from './outbox-reader.ts';

/** Time for the texts of a round. */
const textsMs = 30_000;

/** Serves a service's outbox to the consumers of other services. */
export function serveEvents(reader: OutboxReader): GrpcTable<unknown> {
  return serve<EventsServiceService, unknown>(
    EventsServiceService,
    {
      listEvents: (_context, request, { signal }) => reader.listEvents(request, signal),
      getEvents: (_context, request) => reader.getEvents(request),
    },
    { callers: { listEvents: 'all', getEvents: 'all' } },
  );
}

/** The outbox of another service. */
export function remotePublisher(client: PromiseClient<EventsServiceService>): Publisher {
  return {
    listEvents: (request, over) => client.listEvents(request, { signal: over }),
    getEvents: (request) => client.getEvents(request, { deadlineMs: textsMs }),
  };
}
