import type { Subject as WireSubject } from '@parley/proto-gen/subject/v1/subject';

import type { Subject } from './subject.ts';

export function subjectOf(subject: WireSubject | undefined): Subject {
  const { idProject = '', lead = '', leadId = '', requests = [], untilMs } = subject ?? {};
  return { projectId: idProject, lead, leadId, requests, until: untilMs === undefined ? null : new Date(untilMs) };
}
