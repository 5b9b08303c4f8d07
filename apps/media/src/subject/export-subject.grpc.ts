import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { viewOf } from '../file/file.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** Exports files as records with their paths, without the bytes. */
export const exportSubject: ExportSubject = async function* (context, request) {
  const subject = subjectOf(request.subject);
  let after: string | undefined = '';
  while (after !== undefined) {
    const files = await context.subjects.related(subject, after);
    for (const file of files) yield { type: 'file', recordJson: JSON.stringify(viewOf(file)) };
    after = files.at(-1)?.id;
  }
};
