import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { serve } from '@parley/service-kit/grpc';

import type { Context } from './context.ts';
import { countSubject } from './subject/count-subject.grpc.ts';
import { eraseSubject } from './subject/erase-subject.grpc.ts';
import { exportSubject } from './subject/export-subject.grpc.ts';
import { transfer } from './transfer/transfer.grpc.ts';

export const grpc = [
  serve<typeof SubjectServiceService, Context>(
    SubjectServiceService,
    { export: exportSubject, erase: eraseSubject, count: countSubject },
    { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
  ),
  transfer,
];
