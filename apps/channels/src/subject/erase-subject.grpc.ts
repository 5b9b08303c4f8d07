import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type EraseSubject = GrpcHandler<(typeof SubjectServiceService)['erase'], Context>;

/** Erases the mails of a person, their bytes included. */
export const eraseSubject: EraseSubject = async ({ subjects }, { subject }) => {
  return { erased: await subjects.erase(subjectOf(subject)) };
};
