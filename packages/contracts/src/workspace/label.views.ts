import { z } from 'zod';

import { AnyObject, record } from './record.ts';

const Texts = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The texts of one language. */
export const LabelEntryView = z.object({
  _id: z.string(),
  lang: z.string(),
  data: Texts,
  category: z.string().optional(),
  default: z.boolean(),
});
export type LabelEntryView = z.output<typeof LabelEntryView>;

/** What a reader gets for a language: a project's own texts have an `_id`, shipped ones have not. */
export const ResolvedLabelsView = LabelEntryView.partial({ _id: true });
export type ResolvedLabelsView = z.output<typeof ResolvedLabelsView>;

/** A language as Parley ships it. */
export const ShippedLabelsView = z.object({ lang: z.string(), data: Texts });
export type ShippedLabelsView = z.output<typeof ShippedLabelsView>;

/** All own texts of a project. Source: contract 11 section 11. */
export const LabelsView = z.object({ ...record, attributes: AnyObject, data: z.array(LabelEntryView) });
export type LabelsView = z.output<typeof LabelsView>;

/** What everybody may see of them: not who made them. */
export const PublicLabelsView = LabelsView.omit({ createdBy: true });
export type PublicLabelsView = z.output<typeof PublicLabelsView>;
