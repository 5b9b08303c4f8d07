import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId, text } from '../fields.ts';
import { LabelData, Language, WordForLanguage } from './label.fields.ts';
import { LabelEntryView, LabelsView, PublicLabelsView, ResolvedLabelsView, ShippedLabelsView } from './label.views.ts';

const tag = 'Labels';
const base = '/v3/:id_project/labels';
const inProject = z.object({ id_project: PathId });
const ofLanguage = z.object({ id_project: PathId, lang: Language });
const ofShipped = z.object({ id_project: PathId, lang: WordForLanguage });
/** An empty object while a project has no labels of its own. */
const Nothing = z.strictObject({});
const asked = z.object({ lang: maybe(Language) });

/** Texts of the widget in several languages. Literal paths stand before those with a language. Source: contract 11 section 11. */
export const labelApi = defineApi('workspace', {
  getLabels: {
    right: 'none',
    method: 'get',
    path: base,
    role: 'public',
    revalidated: true,
    params: inProject,
    response: z.union([LabelsView, PublicLabelsView, Nothing]),
    errors: ['project_not_found'],
    summary: 'List all labels of the project; an empty object if it has none',
    tag,
  },
  listShippedLabels: {
    right: 'none',
    method: 'get',
    path: `${base}/default`,
    role: 'public',
    revalidated: true,
    params: inProject,
    response: z.array(ShippedLabelsView),
    errors: ['project_not_found'],
    summary: 'List the predefined labels in all languages',
    tag,
  },
  getAskedShippedLabels: {
    right: 'none',
    method: 'get',
    path: `${base}/default/lang`,
    role: 'public',
    revalidated: true,
    params: inProject,
    query: z.object({ lang: maybe(WordForLanguage) }),
    response: ShippedLabelsView,
    errors: ['project_not_found', 'language_not_shipped'],
    summary: 'Get the predefined labels in the language of the query, English by default',
    tag,
  },
  getShippedLabels: {
    right: 'none',
    method: 'get',
    path: `${base}/default/:lang`,
    role: 'public',
    revalidated: true,
    params: ofShipped,
    response: ShippedLabelsView,
    errors: ['project_not_found', 'language_not_shipped'],
    summary: 'Get the predefined labels in one language',
    tag,
  },
  getLanguageLabels: {
    right: 'none',
    method: 'get',
    path: `${base}/:lang`,
    role: 'public',
    revalidated: true,
    params: ofLanguage,
    response: ResolvedLabelsView,
    errors: ['project_not_found', 'language_not_found'],
    summary: 'Get the labels to show in a language: the project’s own, or the best match',
    tag,
  },
  setLabels: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: z.object({
      lang: Language,
      data: LabelData,
      default: maybe(z.boolean()),
      category: maybe(text(64).trim()),
    }),
    response: LabelEntryView,
    errors: ['limit_reached', 'version_mismatch'],
    summary: 'Create or replace the labels of a language',
    tag,
    example: { body: { lang: 'EN', data: { LABEL_PLACEHOLDER: 'Write to us…' }, default: true } },
  },
  cloneShippedLabels: {
    right: 'settings.write',
    method: 'post',
    path: `${base}/default/clone`,
    role: 'admin',
    params: inProject,
    query: asked,
    body: asked,
    response: LabelsView,
    errors: ['limit_reached', 'version_mismatch'],
    summary: 'Add predefined labels that the project’s own labels of a language lack',
    description: 'A language without predefined labels starts with the English texts.',
    tag,
    example: { body: { lang: 'IT' } },
  },
  setDefaultLanguage: {
    right: 'settings.write',
    method: 'patch',
    path: `${base}/:lang/default`,
    role: 'admin',
    params: ofLanguage,
    response: LabelEntryView,
    errors: ['language_not_found', 'version_mismatch'],
    summary: 'Make a language the default one',
    tag,
  },
  deleteLanguageLabels: {
    right: 'settings.write',
    method: 'delete',
    path: `${base}/:lang`,
    role: 'admin',
    params: ofLanguage,
    response: LabelEntryView,
    errors: ['language_not_found', 'default_language', 'version_mismatch'],
    summary: 'Delete the labels of a language',
    tag,
  },
  deleteLabels: {
    right: 'settings.write',
    method: 'delete',
    path: base,
    role: 'admin',
    params: inProject,
    response: z.union([
      LabelsView.extend({ deletedCount: z.literal(1) }),
      z.strictObject({ deletedCount: z.literal(0) }),
    ]),
    errors: ['version_mismatch'],
    summary: 'Delete all labels of the project; the predefined ones apply again',
    tag,
  },
});
