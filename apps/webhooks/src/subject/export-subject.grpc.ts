import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** Exports nothing: payloads are copies of records that their owning services export. */
// biome-ignore lint/correctness/useYield: an empty stream.
export const exportSubject: ExportSubject = async function* (_context, { subject }) {
  subjectOf(subject);
};
