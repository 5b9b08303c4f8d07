import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { subjectOf } from './subject.grpc.ts';

type ExportSubject = GrpcHandler<(typeof SubjectServiceService)['export'], Context>;

/** The headers of each mail of a person: its text is a message of conversations, which exports it. */
export const exportSubject: ExportSubject = async function* ({ subjects }, { subject }) {
  const person = subjectOf(subject);
  let after = '';
  for (;;) {
    const mails = await subjects.mails(person, after);
    for (const mail of mails) yield { type: 'mail', recordJson: JSON.stringify(mail) };
    const last = mails.at(-1);
    if (!last) return;
    after = last.id;
  }
};
