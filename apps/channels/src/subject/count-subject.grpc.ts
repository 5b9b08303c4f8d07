import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type CountSubject = GrpcHandler<(typeof SubjectServiceService)['count'], Context>;

/** Counts the remaining mails of a person. */
export const countSubject: CountSubject = async ({ subjects }, { subject }) => {
  return { remaining: await subjects.count(subjectOf(subject)) };
};
