import type { Subject as WireSubject } from '@parley/proto-gen/subject/v1/subject';

import type { Subject } from './subject.repository.ts';

export function subjectOf(subject: WireSubject | undefined): Subject {
  const { idProject = '', leadId = '', requests = [], untilMs = 0 } = subject ?? {};
  return { projectId: idProject, leadId, requests, until: untilMs === 0 ? null : new Date(untilMs) };
}
