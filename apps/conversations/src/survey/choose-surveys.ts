import type { EventEnvelope, RequestInEvent } from '@parley/contracts';

import { holds } from '../condition/evaluate.ts';
import { frozenRequest } from '../condition/frozen-request.ts';
import type { Surroundings } from '../condition/surroundings.ts';
import type { Context } from '../context.ts';
import { isAtRest } from '../rule/rule-event.ts';
import { eventOf } from '../rule/rule-reader.repository.ts';
import type { Survey } from './survey.ts';

const batchEvents = 500;
/** Who closes a request as idle. */
const automatic: ReadonlySet<string> = new Set(['system', '_bot_unresponsive']);

/** Chooses the surveys for what was closed since the last round; repeated after a crash, it chooses the same once. */
export async function chooseSurveys(context: Context, over: AbortSignal): Promise<void> {
  const surveys = await context.surveyAsks.enabled();
  if (surveys.size === 0) return;
  const { seq: end } = await context.feed.end();
  const oldest = Math.min(...[...surveys.values()].flat().map(({ since }) => since));
  const projects = [...surveys.keys()];
  let from = await context.surveyReader.place(oldest);
  while (from.seq < end && !over.aborted) {
    const of = { projects, types: ['request.closed'], limit: batchEvents };
    const rows = await context.surveyReader.events(from, end, of);
    const last = rows.length === batchEvents ? rows.at(-1) : undefined;
    const to = last ? { seq: last.seq, at: last.at } : { seq: end, at: rows.at(-1)?.at ?? from.at };
    for (const row of rows) {
      const { projectId, seq } = row;
      const known = (surveys.get(projectId) ?? []).filter(({ since }) => since < seq);
      const envelope = eventOf<Closing>(row);
      const survey = surveyFor(known, envelope, await context.surroundings.of(projectId, known));
      if (survey) await context.surveyAsks.choose(projectId, survey, closingOf(envelope));
    }
    await context.surveyReader.move(from, to);
    from = to;
  }
}

type Closing = EventEnvelope<{ request: RequestInEvent; closed_by: string; survey?: false }>;

function closingOf({ id, time, data: { request } }: Closing) {
  return { id, request: request._id, lead: request.requester_id, at: new Date(request.closed_at ?? time) };
}

/** The first that matches the request as it was closed. */
function surveyFor(
  surveys: readonly Survey[],
  { time, data }: Closing,
  surroundings: Surroundings,
): Survey | undefined {
  const { request, closed_by, survey } = data;
  const isAsked = !request.draft && !request.preflight && !isAtRest(request) && !request.merged_into;
  if (survey === false || !isAsked) return undefined;
  const isAutomatic = automatic.has(closed_by);
  const subject = { ...frozenRequest(request), now: Date.parse(time), surroundings };
  return surveys.find((one) => (!isAutomatic || one.on_auto_close) && holds(one, subject));
}
