import { validationFailed } from '@parley/contracts';
import type { Subject as WireSubject } from '@parley/proto-gen/subject/v1/subject';

import type { Subject } from './subject.repository.ts';

/** @throws validation_failed without a subject: nothing is erased by mistake */
export function subjectOf(subject: WireSubject | undefined): Subject {
  if (!subject?.idProject || !subject.lead || !subject.leadId) {
    throw validationFailed([{ param: 'subject', location: 'body', msg: 'Needs id_project, lead and lead_id' }]);
  }
  const { idProject, leadId, requests, untilMs } = subject;
  return { projectId: idProject, leadId, requests, until: untilMs === undefined ? null : new Date(untilMs) };
}
