import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** Nothing: what was told to receivers are copies of records that their owners export. */
// biome-ignore lint/correctness/useYield: an empty stream.
export const exportSubject: ExportSubject = async function* (_context, { subject }) {
  subjectOf(subject);
};
