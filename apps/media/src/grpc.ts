import { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { serve } from '@parley/service-kit/grpc';

import type { Context } from './context.ts';
import { readFile } from './file/read-file.grpc.ts';
import { countSubject } from './subject/count-subject.grpc.ts';
import { eraseSubject } from './subject/erase-subject.grpc.ts';
import { exportSubject } from './subject/export-subject.grpc.ts';
import { listErasures } from './subject/list-erasures.grpc.ts';
import { objects, transfer } from './transfer/transfer.grpc.ts';
import { storeFile, storeLargeFile } from './upload/store-file.grpc.ts';

export const grpc = [
  serve<typeof MediaServiceService, Context>(
    MediaServiceService,
    { storeFile, storeLargeFile, readFile },
    { callers: { storeFile: ['channels'], storeLargeFile: ['channels'], readFile: ['channels'] } },
  ),
  serve<typeof SubjectServiceService, Context>(
    SubjectServiceService,
    { export: exportSubject, erase: eraseSubject, count: countSubject },
    { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
  ),
  serve<typeof LedgerServiceService, Context>(
    LedgerServiceService,
    { listErasures },
    { callers: { listErasures: ['contacts'] } },
  ),
  transfer,
  objects,
];
