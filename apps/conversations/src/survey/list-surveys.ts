import { maxSurveys, type surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type ListSurveys = Operation<typeof surveyApi.listSurveys, Context>;

/** All surveys of a project are one page. */
export const listSurveys: ListSurveys = async (context, actor, { id_project }) => {
  const visible = await context.surveys.list(id_project, readerOfRecords(actor));
  const surveys = await context.references.marked(id_project, visible);
  return { perPage: maxSurveys, count: surveys.length, surveys };
};
