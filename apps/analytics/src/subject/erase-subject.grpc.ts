import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type EraseSubject = GrpcHandler<(typeof SubjectServiceService)['erase'], Context>;

/** Removes names and objects, keeps ids and figures. Idempotent. */
export const eraseSubject: EraseSubject = async (context, request) => {
  const subject = subjectOf(request.subject);
  // First, so that events that arrive from now on are stored without the name.
  await context.subjects.remember(subject);
  const messages = await context.subjects.eraseSender(subject);
  let activities = 0;
  for (;;) {
    const erased = await context.subjects.eraseActivities(subject);
    if (erased === 0) break;
    activities += erased;
  }
  await context.subjects.eraseTraces(subject);
  return { erased: { messages, activities } };
};
