// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { PublicSurveyView, RatingCommentPageView, SurveyPageView, SurveyView } from './types.ts';

export type AnswerSurveyParams = { token: string } & {
  /** Rating, 0 to 5. */
  rate: number;
  /** Comment with the rating. */
  rate_message?: string | null;
};

export type GetPublicSurveyParams = { token: string };

export type ListRatingCommentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "rated_at" | null;
  sort?: "rated_at" | null;
  direction?: 1 | -1 | null;
  /** Start of the time range, inclusive. */
  from?: string;
  /** End of the time range. */
  to?: string;
  department_id?: string;
  /** Channel of the message or request; `chat21` by default. */
  channel?: string;
  participant?: string;
};

export type CreateSurveyParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** Whether it is asked; false when it is made. */
  enabled?: boolean | null;
  /** Place among the surveys: the first that matches is asked. */
  position?: number | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request as it was closed, and on its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Milliseconds after the closing. */
  delay?: number | null;
  /** The question; empty: the label `YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE`. */
  ask?: string | null;
  /** Whether a comment is asked for, too. */
  comment?: boolean | null;
  /** Whether requests that were closed as idle are asked about, too. */
  on_auto_close?: boolean | null;
  /** Messages of people of the team that a request needs. */
  min_team_messages?: number | null;
  /** Milliseconds in which the same lead is not asked again. */
  cooldown?: number | null;
  /** Milliseconds in which it may be answered. */
  expires?: number | null;
};

export type ListSurveysParams = { id_project?: string };

export type DeleteSurveyParams = { id_project?: string; survey_id: string };

export type GetSurveyParams = { id_project?: string; survey_id: string };

export type UpdateSurveyParams = { id_project?: string; survey_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** Whether it is asked; false when it is made. */
  enabled?: boolean | null;
  /** Place among the surveys: the first that matches is asked. */
  position?: number | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request as it was closed, and on its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Milliseconds after the closing. */
  delay?: number | null;
  /** The question; empty: the label `YOUR_OPINION_ON_OUR_CUSTOMER_SERVICE`. */
  ask?: string | null;
  /** Whether a comment is asked for, too. */
  comment?: boolean | null;
  /** Whether requests that were closed as idle are asked about, too. */
  on_auto_close?: boolean | null;
  /** Messages of people of the team that a request needs. */
  min_team_messages?: number | null;
  /** Milliseconds in which the same lead is not asked again. */
  cooldown?: number | null;
  /** Milliseconds in which it may be answered. */
  expires?: number | null;
};

/**
 * Answer a survey by the token of its link. It is the rating of the request. Until the link expires it may be answered again.
 *
 * Public. Codes: `survey_not_found`. Limits: `rate` ≤ 5, `rate_message` ≤ 2000 characters.
 *
 * @example await answerSurvey(parley, { token, rate: 5, rate_message: 'Quick and kind' });
 */
export const answerSurvey: Operation<AnswerSurveyParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
}, CallCode | BodyCode | WriteCode | 'survey_not_found' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('answerSurvey', 'POST /v3/public/surveys/:token');

/**
 * Get the question of a survey by the token of its link.
 *
 * Public. Codes: `survey_not_found`.
 *
 * @example await getPublicSurvey(parley, { token });
 */
export const getPublicSurvey: Operation<GetPublicSurveyParams, PublicSurveyView, CallCode | 'survey_not_found' | 'route_not_found'> =
  /* @__PURE__ */ operation('getPublicSurvey', 'GET /v3/public/surveys/:token');

/**
 * Comments of ratings, newest first, last 30 days. Ratings of conversations that the caller sees, from surveys and from clients.
 *
 * Minimum role: admin.
 *
 * @example await listRatingComments(parley);
 */
export const listRatingComments: Operation<ListRatingCommentsParams, RatingCommentPageView, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRatingComments', 'GET analytics/requests/satisfaction/comments');

/**
 * Make a survey. When a request is closed, the first enabled survey that matches is asked.
 *
 * Minimum role: admin. Codes: `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `position` ≤ 10000, `filters` ≤ 20 items, `delay` ≤ 604800000, `ask` ≤ 500 characters, `min_team_messages` ≤ 100, ….
 *
 * @example await createSurvey(parley, { name: 'After urgent requests', filters: [{ field: 'priority', operator: '=', value: 'urgent' }], delay: 600000 });
 */
export const createSurvey: Operation<CreateSurveyParams, SurveyView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSurvey', 'POST surveys');

/**
 * Surveys, in their order: by position, then name.
 *
 * Minimum role: agent.
 *
 * @example await listSurveys(parley);
 */
export const listSurveys: Operation<ListSurveysParams, SurveyPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSurveys', 'GET surveys');

/**
 * Delete a survey; what it has asked may still be answered.
 *
 * Minimum role: admin. Codes: `survey_not_found`.
 *
 * @example await deleteSurvey(parley, { survey_id });
 */
export const deleteSurvey: Operation<DeleteSurveyParams, SurveyView, DeleteCode | 'survey_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSurvey', 'DELETE surveys/:survey_id');

/**
 * Get a survey.
 *
 * Minimum role: agent. Codes: `survey_not_found`.
 *
 * @example await getSurvey(parley, { survey_id });
 */
export const getSurvey: Operation<GetSurveyParams, SurveyView, ReadCode | 'survey_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSurvey', 'GET surveys/:survey_id');

/**
 * Change a survey; what is absent stays.
 *
 * Minimum role: admin. Codes: `survey_not_found`, `unknown_reference`. Limits: `name` ≤ 255 characters, `position` ≤ 10000, `filters` ≤ 20 items, `delay` ≤ 604800000, `ask` ≤ 500 characters, `min_team_messages` ≤ 100, ….
 *
 * @example await updateSurvey(parley, { survey_id, enabled: false });
 */
export const updateSurvey: Operation<UpdateSurveyParams, SurveyView, UpdateCode | 'survey_not_found' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSurvey', 'PUT surveys/:survey_id');
