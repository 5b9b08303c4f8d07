import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import { viewMessage } from '../access/message.view.ts';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** The person's requests with notes, then all their messages. */
export const exportSubject: ExportSubject = async function* (context, call) {
  const subject = subjectOf(call.subject);
  for await (const { rows } of context.subjects.requests(subject)) {
    for (const request of rows) yield { type: 'request', recordJson: JSON.stringify(viewRequest(request, 'full')) };
  }
  for await (const { rows } of context.subjects.messages(subject)) {
    for (const message of rows) {
      yield { type: 'message', recordJson: JSON.stringify(viewMessage(message, message.requestId, 'team')) };
    }
  }
};
