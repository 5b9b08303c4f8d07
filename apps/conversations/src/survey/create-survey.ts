import type { surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { newSurvey } from './survey.ts';

type CreateSurvey = Operation<typeof surveyApi.createSurvey, Context>;

export const createSurvey: CreateSurvey = async (context, actor, input) => {
  const { id_project, position = 0, filters = [] } = input;
  await context.references.check(id_project, filters);
  const owner = principalOf(actor);
  const since = await context.ruleReader.end();
  const survey = await context.surveys.create(id_project, { owner, shared: true, position }, (at) =>
    newSurvey(input, owner, at, since),
  );
  return context.references.markedOne(id_project, survey);
};
