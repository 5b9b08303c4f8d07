import { AppError, commonErrors, type erasureApi, leadErrors, type SubjectCounts } from '@parley/contracts';
import { type RawOperation, streamText } from '@parley/service-kit/http';
import type { Limits } from '@parley/service-kit/security';

import type { SubjectHolder } from '../clients/subject.client.ts';
import type { Context } from '../context.ts';
import type { Subject } from '../erasure/erasure.ts';

type ExportSubject = RawOperation<typeof erasureApi.exportSubject, Context>;

const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' };
const perHour = { points: 6, seconds: 3_600 };

/** Source: contract 30 section 5.1. */
export const exportSubject: ExportSubject = async (context, _actor, { id_project: projectId, lead: id }, raw) => {
  const lead = await context.leads.find(projectId, id);
  if (!lead) throw leadErrors.lead_not_found();
  await countExport(context.limits, projectId);
  await streamText(raw, headers, lines(context, { projectId, lead: id, leadId: lead.leadId, requests: [] }));
  return undefined;
};

async function countExport(limits: Limits, projectId: string): Promise<void> {
  const { allowed, resetSeconds } = await limits.hit('subject_export', projectId, perHour);
  if (!allowed) throw commonErrors.rate_limited({ limit: 'subject_export', retryAfterSeconds: resetSeconds });
}

/** A failing service does not stop the export of the others, but the file then lacks its `end` line. */
async function* lines(context: Context, about: Subject): AsyncGenerator<string> {
  yield line({ type: 'export', version: 1, lead: about.lead, startedAt: new Date().toISOString() });
  const failures = new Map<string, string>();
  const requests = await context.conversations.requestsOf(about.projectId, about.lead).catch((error: unknown) => {
    failures.set('conversations', codeOf(error));
    return [];
  });

  const counts: SubjectCounts = {};
  for (const holder of context.subjects) {
    try {
      yield* recordsOf(holder, { ...about, requests }, counts);
    } catch (error) {
      context.log.warn({ err: error, service: holder.service }, 'an export of a person is incomplete');
      failures.set(holder.service, codeOf(error));
    }
  }
  for (const [service, code] of failures) yield line({ type: 'error', service, code });
  if (failures.size === 0) yield line({ type: 'end', counts });
}

async function* recordsOf(holder: SubjectHolder, subject: Subject, counts: SubjectCounts): AsyncGenerator<string> {
  const { service } = holder;
  for await (const { type, record } of holder.export(subject)) {
    counts[type] = (counts[type] ?? 0) + 1;
    yield line({ type, service, record });
  }
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'internal';
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
