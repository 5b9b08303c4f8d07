import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** Exports the parameters of the person's requests. */
export const exportSubject: ExportSubject = async function* (context, { subject }) {
  for await (const { rows } of context.subjects.parameters(subjectOf(subject))) {
    for (const known of rows) yield { type: 'botParameters', recordJson: JSON.stringify(known) };
  }
};
