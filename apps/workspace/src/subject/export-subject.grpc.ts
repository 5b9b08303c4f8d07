import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { viewOf } from '../teammate/teammate.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** Exports the membership of a visitor; memberships of teammates are not part of it. */
export const exportSubject: ExportSubject = async function* (context, { subject }) {
  const visitor = await context.subjects.visitorOf(subjectOf(subject));
  if (visitor) yield { type: 'membership', recordJson: JSON.stringify(viewOf(visitor, 'whole')) };
};
