import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import { viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';

type ScanMessages = GrpcHandler<(typeof ConversationsServiceService)['scanMessages'], Context>;

export const scanMessages: ScanMessages = async function* (context, { idProject }) {
  let named = false;
  for await (const { at, rows } of context.scans.messages(idProject)) {
    const asOfMs = at.getTime();
    if (!named) yield { asOfMs, recordJson: '', request: '', fromRequester: false };
    named = true;
    for (const message of rows) {
      const { request, fromRequester, requestId } = message;
      yield { asOfMs, recordJson: JSON.stringify(viewMessage(message, requestId, 'team')), request, fromRequester };
    }
  }
};
