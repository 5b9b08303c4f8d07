import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type EraseSubject = GrpcHandler<(typeof SubjectServiceService)['erase'], Context>;

/** Erases parameters and state of the person's conversations. */
export const eraseSubject: EraseSubject = async (context, { subject }) => {
  return { erased: await context.subjects.erase(subjectOf(subject)) };
};
