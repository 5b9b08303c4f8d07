import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import { noCopies } from '../request-state/request.copies.ts';

type ScanRequests = GrpcHandler<(typeof ConversationsServiceService)['scanRequests'], Context>;

/** Streams all requests in the plain form, which needs no copies. */
export const scanRequests: ScanRequests = async function* (context, { idProject }) {
  let named = false;
  for await (const { at, rows } of context.scans.requests(idProject)) {
    const asOfMs = at.getTime();
    if (!named) yield { asOfMs, recordJson: '' };
    named = true;
    for (const request of rows) {
      yield { asOfMs, recordJson: JSON.stringify(viewRequest({ ...request, copies: noCopies }, 'plain')) };
    }
  }
};
