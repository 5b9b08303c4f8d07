import { requestErrors, type surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { rate } from '../request/rating.ts';
import { readToken } from './survey-token.ts';

type AnswerSurvey = Operation<typeof surveyApi.answerSurvey, Context>;

/** The rating of the requester: the link is theirs. */
export const answerSurvey: AnswerSurvey = async (context, _actor, { token, rate: rating, rate_message }) => {
  const named = readToken(token);
  const asked = named && (await context.surveyAsks.byToken(named.projectId, named.hash));
  if (!asked) throw requestErrors.survey_not_found();
  const { projectId, requestId, requester } = asked;
  const by = { kind: 'guest', id: requester, projectId, role: 'guest' } as const;
  await context.requests.update(
    by,
    projectId,
    requestId,
    (current, { at }) => rate(current, rating, rate_message, at),
    { hidden: () => requestErrors.survey_not_found() },
  );
  return { success: true, msg: 'The rating was received.' };
};
