import { getLabels, isParleyError, type LabelsView, listShippedLabels, type Parley, setLabels } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { etagOf } from '../app/store-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { editedTexts, type LabelEdits, type LabelTexts, languagesToWrite, overtakenTexts } from './label-texts.ts';

export interface Labels {
  /** Of the project; empty while it uses the shipped texts alone. */
  own: LabelTexts;
  shipped: LabelTexts;
  default: string | undefined;
}

/** Labels of the project, and the shipped ones beside them. */
export function useLabels() {
  const { parley, projectId } = useWorkplace();
  return useQuery({ queryKey: ['labels', projectId], queryFn: () => readLabels(parley) });
}

async function readLabels(parley: Parley): Promise<Labels> {
  const [record, shipped] = await Promise.all([readRecord(parley), listShippedLabels(parley)]);
  return {
    own: Object.fromEntries((record?.data ?? []).map(({ lang, data }) => [lang, data])),
    shipped: Object.fromEntries(shipped.map(({ lang, data }) => [lang, data])),
    default: record?.data.find((entry) => entry.default)?.lang,
  };
}

async function readRecord(parley: Parley): Promise<LabelsView | undefined> {
  const record = await getLabels(parley);
  return 'data' in record ? (record as LabelsView) : undefined;
}

const maxTries = 5;

/**
 * Stores edits over what is stored by then, so that other texts which another person changed meanwhile stay.
 * @param from what the edits began from
 * @returns what is stored now, when another person changed an edited text: nothing is written then
 */
export async function storeLabels(parley: Parley, from: Labels, edits: LabelEdits): Promise<Labels | undefined> {
  const now = await readLabels(parley);
  if (overtakenTexts(from, now, edits).length > 0) return now;
  const { own, shipped } = now;
  for (const lang of languagesToWrite(own, shipped, edits)) {
    for (let tries = 1; ; tries += 1) {
      const record = await readRecord(parley);
      const entry = record?.data.find((one) => one.lang === lang);
      const data = editedTexts(entry?.data ?? {}, shipped[lang] ?? {}, edits[lang] ?? {});
      const category = entry?.category;
      try {
        await setLabels(
          parley,
          { lang, data, ...(category !== undefined && { category }) },
          record ? { ifMatch: etagOf(record) } : {},
        );
        break;
      } catch (error) {
        if (!isParleyError(error, 'version_mismatch') || tries === maxTries) throw error;
      }
    }
  }
  return undefined;
}
