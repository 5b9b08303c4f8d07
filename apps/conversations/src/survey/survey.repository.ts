import {
  maxSurveys,
  requestErrors,
  type SurveyView,
  surveyCreated,
  surveyDeleted,
  surveyUpdated,
} from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { OwnedRecords } from '../owned/owned-records.repository.ts';
import { type SurveyRecord, viewSurvey } from './survey.ts';

/** All of them are shared. */
export type SurveyRepository = OwnedRecords<SurveyRecord, SurveyView>;

export function surveyRepository(db: Database): SurveyRepository {
  return new OwnedRecords<SurveyRecord, SurveyView>(db, {
    ...{ table: 'survey', sharedWith: 'true', maxShared: maxSurveys, maxPersonal: 0 },
    notFound: () => requestErrors.survey_not_found(),
    viewOf: viewSurvey,
    created: (survey) => surveyCreated({ survey }),
    updated: (survey, changes) => surveyUpdated({ survey, changes: changes.filter((name) => name !== 'since') }),
    deleted: (survey) => surveyDeleted({ survey }),
  });
}
