import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { nameOf } from './ledger.ts';
import { subjectOf } from './subject.grpc.ts';
import { anonymous } from './subject.repository.ts';

type EraseSubject = GrpcHandler<(typeof SubjectServiceService)['erase'], Context>;

/** Records the erasure in the ledger, then removes the uploads of a person, and files that only their requests refer to. Idempotent. */
export const eraseSubject: EraseSubject = async (context, request) => {
  const subject = subjectOf(request.subject);
  const { idProject: projectId = '', lead = '' } = request.subject ?? {};
  // Before it erases: what contacts calls done is in the ledger.
  if (subject.until) await context.storage.record(nameOf({ projectId, lead, at: subject.until }));
  // Archives that hold the person, or would once they are written.
  await context.exports.end(projectId);
  let erased = 0;
  for (;;) {
    const files = await context.subjects.own(subject);
    erased += await context.files.removeAll(files, anonymous);
    await context.subjects.eraseTraces(subject, files);
    if (files.length === 0) return { erased: { files: erased } };
  }
};
