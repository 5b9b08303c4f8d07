// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { CallCode, DeleteCode, UpdateCode } from './errors.ts';
import type { LabelEntryView, LabelsView, PublicLabelsView, ResolvedLabelsView, ShippedLabelsView } from './types.ts';

export type DeleteLabelsParams = { id_project?: string };

export type GetLabelsParams = { id_project?: string };

export type SetLabelsParams = { id_project?: string } & {
  /** Language, upper case, such as `PT-BR`. */
  lang: string;
  /** Texts by key, at most 300; `ARRAY_DAYS` has seven texts, Monday first. */
  data: Record<string, unknown>;
  /** Whether it is the default language. */
  default?: boolean | null;
  /** Category, for user interfaces. */
  category?: string | null;
};

export type DeleteLanguageLabelsParams = { id_project?: string; lang: string };

export type GetLanguageLabelsParams = { id_project?: string; lang: string };

export type SetDefaultLanguageParams = { id_project?: string; lang: string };

export type ListShippedLabelsParams = { id_project?: string };

export type GetShippedLabelsParams = { id_project?: string; lang: string };

export type CloneShippedLabelsParams = { id_project?: string } & {
  /** Language, upper case, such as `PT-BR`. */
  lang?: string | null;
} & {
  /** Language, upper case, such as `PT-BR`. */
  lang?: string | null;
};

export type GetAskedShippedLabelsParams = { id_project?: string } & {
  /** Language, upper case, such as `PT-BR`. */
  lang?: string | null;
};

/**
 * Delete all labels of the project; the predefined ones apply again.
 *
 * Minimum role: admin. Codes: `version_mismatch`.
 *
 * @example await deleteLabels(parley);
 */
export const deleteLabels: Operation<DeleteLabelsParams, {
  _id: string;
  id: string;
  id_project: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  /** Custom JSON object. `{}` by default. */
  attributes: Record<string, unknown>;
  /** One entry per language. */
  data: LabelEntryView[];
  /** 1 if there were labels, else 0. */
  deletedCount: 1;
} | {
  /** 1 if there were labels, else 0. */
  deletedCount: 0;
}, DeleteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteLabels', 'DELETE labels');

/**
 * List all labels of the project; an empty object if it has none.
 *
 * Public. Codes: `project_not_found`.
 *
 * @example await getLabels(parley);
 */
export const getLabels: Operation<GetLabelsParams, LabelsView | PublicLabelsView | Record<string, never>, CallCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getLabels', 'GET labels');

/**
 * Create or replace the labels of a language.
 *
 * Minimum role: admin. Codes: `limit_reached`, `version_mismatch`. Limits: `category` ≤ 64 characters.
 *
 * @example await setLabels(parley, { lang: 'EN', data: { LABEL_PLACEHOLDER: 'Write to us…' }, default: true });
 */
export const setLabels: Operation<SetLabelsParams, LabelEntryView, UpdateCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setLabels', 'POST labels');

/**
 * Delete the labels of a language.
 *
 * Minimum role: admin. Codes: `language_not_found`, `default_language`, `version_mismatch`.
 *
 * @example await deleteLanguageLabels(parley, { lang });
 */
export const deleteLanguageLabels: Operation<DeleteLanguageLabelsParams, LabelEntryView, DeleteCode | 'language_not_found' | 'default_language' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteLanguageLabels', 'DELETE labels/:lang');

/**
 * Get the labels to show in a language: the project’s own, or the best match.
 *
 * Public. Codes: `project_not_found`, `language_not_found`.
 *
 * @example await getLanguageLabels(parley, { lang });
 */
export const getLanguageLabels: Operation<GetLanguageLabelsParams, ResolvedLabelsView, CallCode | 'project_not_found' | 'language_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getLanguageLabels', 'GET labels/:lang');

/**
 * Make a language the default one.
 *
 * Minimum role: admin. Codes: `language_not_found`, `version_mismatch`.
 *
 * @example await setDefaultLanguage(parley, { lang });
 */
export const setDefaultLanguage: Operation<SetDefaultLanguageParams, LabelEntryView, DeleteCode | 'language_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setDefaultLanguage', 'PATCH labels/:lang/default');

/**
 * List the predefined labels in all languages.
 *
 * Public. Codes: `project_not_found`.
 *
 * @example await listShippedLabels(parley);
 */
export const listShippedLabels: Operation<ListShippedLabelsParams, ShippedLabelsView[], CallCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('listShippedLabels', 'GET labels/default');

/**
 * Get the predefined labels in one language.
 *
 * Public. Codes: `project_not_found`, `language_not_shipped`.
 *
 * @example await getShippedLabels(parley, { lang });
 */
export const getShippedLabels: Operation<GetShippedLabelsParams, ShippedLabelsView, CallCode | 'project_not_found' | 'language_not_shipped' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getShippedLabels', 'GET labels/default/:lang');

/**
 * Add predefined labels that the project’s own labels of a language lack. A language without predefined labels starts with the English texts.
 *
 * Minimum role: admin. Codes: `limit_reached`, `version_mismatch`.
 *
 * @example await cloneShippedLabels(parley, { lang: 'IT' });
 */
export const cloneShippedLabels: Operation<CloneShippedLabelsParams, LabelsView, UpdateCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('cloneShippedLabels', 'POST labels/default/clone', { query: ['lang'] });

/**
 * Get the predefined labels in the language of the query, English by default.
 *
 * Public. Codes: `project_not_found`, `language_not_shipped`.
 *
 * @example await getAskedShippedLabels(parley);
 */
export const getAskedShippedLabels: Operation<GetAskedShippedLabelsParams, ShippedLabelsView, CallCode | 'project_not_found' | 'language_not_shipped' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getAskedShippedLabels', 'GET labels/default/lang');
