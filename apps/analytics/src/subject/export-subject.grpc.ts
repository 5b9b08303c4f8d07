import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import { viewOf } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** Exports activities that name the person. */
export const exportSubject: ExportSubject = async function* (context, request) {
  const subject = subjectOf(request.subject);
  let after: string | undefined = '';
  while (after !== undefined) {
    const activities = await context.subjects.activities(subject, after);
    for (const activity of activities) yield { type: 'activity', recordJson: JSON.stringify(viewOf(activity)) };
    after = activities.at(-1)?.id;
  }
};
