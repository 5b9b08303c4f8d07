import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { WebhooksServiceService } from '@parley/proto-gen/webhooks/v1/webhooks';
import { serve } from '@parley/service-kit/grpc';

import type { Context } from './context.ts';
import { countSubject } from './subject/count-subject.grpc.ts';
import { eraseSubject } from './subject/erase-subject.grpc.ts';
import { exportSubject } from './subject/export-subject.grpc.ts';
import { checkSubscription } from './subscription/check-subscription.grpc.ts';
import { transfer } from './transfer/transfer.grpc.ts';

export const grpc = [
  serve<typeof WebhooksServiceService, Context>(
    WebhooksServiceService,
    { checkSubscription },
    { callers: { checkSubscription: ['gateway'] } },
  ),
  serve<typeof SubjectServiceService, Context>(
    SubjectServiceService,
    { export: exportSubject, erase: eraseSubject, count: countSubject },
    { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
  ),
  transfer,
];
