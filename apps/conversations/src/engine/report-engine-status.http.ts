import { timingSafeEqual } from 'node:crypto';

import {
  commonErrors,
  type EngineReport,
  EngineReports,
  type engineApi,
  noProject,
  paramOf,
  validationFailed,
} from '@parley/contracts';
import { webhookHeaders } from '@parley/outbound';
import { type RawOperation, readBody } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ReportEngineStatus = RawOperation<typeof engineApi.reportEngineStatus, Context>;

const toleranceMs = 300_000;
const largest = 500_000;

/** Applies an engine's reports on the status of messages. A repeated report gets its first answer. */
export const reportEngineStatus: ReportEngineStatus = async (context, _actor, _input, { req }) => {
  const body = (await readBody(req, largest)).toString('utf8');
  const id = verifiedId(context.engine?.secrets ?? [], req.headers, body);
  const reports = readReports(body);
  return context.answeredCalls.once({ projectId: noProject, key: `engine ${id}`, requestId: '' }, () =>
    apply(context, reports),
  );
};

/** @throws unauthorized for any fault of the signature, its time or its id */
function verifiedId(secrets: readonly string[], headers: NodeJS.Dict<string | string[]>, body: string): string {
  const [id, stamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  const at = new Date(Number(stamp) * 1_000);
  if (!id || !given || id.length > 255 || !(Math.abs(Date.now() - at.getTime()) <= toleranceMs))
    throw commonErrors.unauthorized();
  const good = webhookHeaders({ id, at, body }, secrets)['webhook-signature']?.split(' ').filter(Boolean) ?? [];
  if (!given.split(' ').some((one) => good.some((other) => isSame(one, other)))) throw commonErrors.unauthorized();
  return id;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** @throws malformed_json, validation_failed */
function readReports(body: string): EngineReport[] {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw commonErrors.malformed_json();
  }
  const { data, error } = EngineReports.safeParse(json);
  if (data) return data;
  throw validationFailed(
    error.issues.map(({ path, message }) => ({ param: paramOf(path), location: 'body', msg: message })),
  );
}

async function apply(
  context: Context,
  reports: readonly EngineReport[],
): Promise<{ accepted: number; ignored: string[] }> {
  const ignored: string[] = [];
  for (const { id_project, message_id, status } of reports) {
    if (!(await context.messages.report(id_project, message_id, status))) ignored.push(message_id);
  }
  return { accepted: reports.length - ignored.length, ignored };
}
