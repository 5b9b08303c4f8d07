import { requestErrors, type surveyApi, surveyScale } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readToken } from './survey-token.ts';

type GetPublicSurvey = Operation<typeof surveyApi.getPublicSurvey, Context>;

export const getPublicSurvey: GetPublicSurvey = async (context, _actor, { token }) => {
  const named = readToken(token);
  const asked = named && (await context.surveyAsks.byToken(named.projectId, named.hash));
  if (!asked) throw requestErrors.survey_not_found();
  const { ask, comment, language, answered, projectId } = asked;
  const project_name = await context.directory.projectName(projectId);
  return { ask, comment, answered, project_name, scale: [...surveyScale], ...(language && { language }) };
};
