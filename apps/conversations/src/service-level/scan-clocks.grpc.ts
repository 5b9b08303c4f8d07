import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import type { Context } from '../context.ts';
import { viewClock } from '../request-state/service-levels.ts';

type ScanClocks = GrpcHandler<(typeof ConversationsServiceService)['scanClocks'], Context>;

/** Streams the newest clock of each request and metric. */
export const scanClocks: ScanClocks = async function* (context, { idProject }) {
  let named = false;
  for await (const { at, rows } of context.scans.clocks(idProject)) {
    const asOfMs = at.getTime();
    if (!named) yield { asOfMs, request: '', recordJson: '' };
    named = true;
    for (const { request, clocks, ...now } of rows) {
      for (const clock of clocks) {
        const { policy, counted } = clock;
        yield {
          asOfMs,
          request,
          recordJson: JSON.stringify({ ...viewClock(clock), policy: policy._id, counted, ...now }),
        };
      }
    }
  }
};
