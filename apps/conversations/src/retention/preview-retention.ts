import type { ExpiringRecordsView, retentionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { maxCounted } from './retention.repository.ts';
import { type ExpiringKind, expiredBefore } from './retention.ts';

type PreviewRetention = Operation<typeof retentionApi.previewRetention, Context>;

const nothing: ExpiringRecordsView = { count: 0, complete: true, sample: [] };

export const previewRetention: PreviewRetention = async (context, _actor, days) => {
  const { id_project, leads_without_requests } = days;
  const now = await context.retention.now();
  const of = async (kind: ExpiringKind): Promise<ExpiringRecordsView> => {
    const before = expiredBefore(days[kind], now);
    if (!before) return nothing;
    const { count, sample } = await context.retention.count(id_project, kind, before);
    const shown = sample.map(({ id, requestId, since }) => ({
      _id: id,
      request_id: requestId,
      since: since.toISOString(),
    }));
    return { count, complete: count < maxCounted, sample: shown };
  };
  const leadsBefore = expiredBefore(leads_without_requests, now);
  return {
    closed_requests: await of('closed_requests'),
    drafts: await of('drafts'),
    leads_without_requests: leadsBefore ? await context.contacts.countExpired(id_project, leadsBefore) : nothing,
  };
};
