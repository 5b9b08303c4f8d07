import { labelled, requestSurveySent, requestSurveySkipped, type SurveySkip, surveyScale } from '@parley/contracts';

import { inFairOrder } from '../clock/in-fair-order.ts';
import type { Context } from '../context.ts';
import { begin, type ChangeDraft, finish, pendingEvent, unchanged } from '../request-state/change.ts';
import { isWindowClosed } from '../request-state/channel-window.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { SurveyRecord } from './survey.ts';
import { type AskFacts, type DueSurvey, isWanted } from './survey-ask.repository.ts';
import { newToken } from './survey-token.ts';

/** Asks the surveys that are due by the database's clock. One that fails is tried again in the next round. */
export async function askSurveys(context: Context, over: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!over.aborted) {
    const due = await context.surveyAsks.due(failed);
    if (due.length === 0) return;
    await inFairOrder(
      due,
      ({ request }) => request,
      async (one) => {
        if (over.aborted) return;
        try {
          await ask(context, one);
        } catch (error) {
          context.log.warn({ err: error, projectId: one.projectId }, 'a survey could not be asked');
          failed.push(one.closing);
        }
      },
    );
  }
}

/** The message, what the request says of it, and the token are one transaction: it is asked once. */
async function ask(context: Context, due: DueSurvey): Promise<void> {
  const { projectId, requestId, record } = due;
  const { surveyAsks, requests, db } = context;
  if (requestId === null || !record || !(record.enabled || isWanted(due))) {
    await surveyAsks.settle(due);
    return;
  }
  const text = await textOf(context, projectId, requestId, record.ask);
  const { token, hash } = newToken(projectId);
  const url = `${context.config.DASHBOARD_URL}/#/survey/${token}`;
  await db.transaction(async () => {
    await surveyAsks.lockLead(due);
    let facts: AskFacts | undefined;
    const before = async () => {
      facts = await surveyAsks.facts(due, record);
    };
    let isSent = false;
    const stored = await requests.update(
      'system',
      projectId,
      requestId,
      (current, { at }) => {
        isSent = false;
        if (!facts?.isDue || !isOfClosing(current, due)) return unchanged(current);
        const draft = begin(current, at);
        const why = isWindowClosed(current, at) ? 'window_closed' : refusal(facts, record);
        if (why) draft.events.push(pendingEvent(requestSurveySkipped, { survey: due.survey, why }));
        else send(draft, due, record, { text, url });
        isSent = why === undefined;
        return finish(draft, 'askSurvey');
      },
      { before },
    );
    const { survey } = stored.request;
    const sent =
      isSent && survey ? { at: new Date(survey.asked_at), expiresAt: new Date(survey.expires_at) } : undefined;
    const asked = { ask: text, comment: record.comment };
    await surveyAsks.settle(due, sent ? { ...sent, token: hash, asked } : undefined);
  });
}

/** It was not reopened since, nor closed again. */
function isOfClosing({ closedAt }: SupportRequest, due: DueSurvey): boolean {
  return closedAt?.getTime() === due.closedAt.getTime();
}

function refusal(facts: AskFacts, { min_team_messages, cooldown }: SurveyRecord): SurveySkip | undefined {
  if (facts.isBanned) return 'banned';
  if (facts.isRated) return 'rated';
  if (facts.teamMessages < min_team_messages) return 'too_few_messages';
  return cooldown > 0 && facts.isAskedBefore ? 'cooldown' : undefined;
}

const questionLabel = `\${YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE}`;

async function textOf({ labels }: Context, id_project: string, request_id: string, ask: string): Promise<string> {
  const text = ask === '' ? questionLabel : ask;
  return labelled(text, await labels.textsFor({ id_project, request_id }));
}

/** A visible message that answers nothing and reopens nothing. */
function send(
  draft: ChangeDraft,
  { survey }: DueSurvey,
  record: SurveyRecord,
  { text, url }: Record<'text' | 'url', string>,
) {
  const { next, at } = draft;
  const expiresAt = new Date(at.getTime() + record.expires).toISOString();
  next.survey = { _id: survey, asked_at: at.toISOString(), expires_at: expiresAt };
  const offered = { id: survey, url, scale: surveyScale, comment: record.comment, expires_at: expiresAt };
  draft.messages.push({
    ...{ text: `${text}\n${url}`, type: 'text', metadata: null, side: 'system', createdBy: 'system', sender: 'system' },
    ...{ senderFullname: 'System', language: null, channel: null, externalId: null, audience: 'all' },
    attributes: { survey: offered, automation: { survey } },
  });
  draft.events.push(pendingEvent(requestSurveySent, { survey: next.survey }));
}
