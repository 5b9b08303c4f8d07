import {
  createSegment,
  getSegment,
  limits,
  listSegments,
  type Parley,
  type SegmentView,
  updateSegment,
} from '@parley/sdk';

import type { MessageId } from '../app/language.ts';
import { fieldProblem } from '../app/problem.ts';
import { RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { ConditionFields } from '../condition/condition-fields.tsx';
import { type Condition, conditionOf, filterOf, type PlainField } from '../condition/conditions.ts';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { SegmentPreview, useSegmentPreview } from './segment-preview.tsx';

const fieldTitles: Record<PlainField | 'attributes' | 'properties', MessageId> = {
  fullname: 'contacts.fullname',
  email: 'contact.email',
  phone: 'contact.phone',
  company: 'contacts.company',
  streetAddress: 'contacts.street',
  zipcode: 'contacts.zipcode',
  city: 'contacts.city',
  region: 'contacts.region',
  country: 'contacts.country',
  note: 'contacts.note',
  tags: 'contact.tags',
  lead_id: 'contacts.leadId',
  createdBy: 'contacts.createdBy',
  createdAt: 'contacts.createdAt',
  updatedAt: 'contacts.updatedAt',
  attributes: 'segments.attribute',
  properties: 'segments.property',
};
interface SegmentDraft {
  name: string;
  match: string;
  conditions: Condition[];
}

/** A record that is not stored yet. */
export const newSegment = {
  _id: '',
  __v: 0,
  name: '',
  match: 'all',
  filters: [],
  updatedAt: '',
} as unknown as SegmentView;

/** Under which one segment is kept. */
export const segmentKey = (projectId: string, id: string) => [getSegment.spec.name, projectId, id];

/** Name and conditions of a segment, with those who belong to it now. */
export function SegmentForm({ segment }: { segment: SegmentView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const form = useRecordForm<SegmentView, SegmentDraft>({
    listKey: [listSegments.spec.name],
    recordKey: (id) => segmentKey(projectId, id),
    pageOf: (id) => ({ to: '/$project/segments/{-$id}', params: { project: projectId, id } }),
    record: segment,
    formOf: draftOf,
    save: (changes, from) => store(parley, { ...draftOf(from), ...changes }, from),
    reload: () => getSegment(parley, { segment: segment._id }),
  });
  const { draft, set, error } = form;
  const { name, match, conditions } = draft;
  const preview = useSegmentPreview(match, conditions);
  const fields = Object.entries(fieldTitles).map(([value, title]) => ({ value, label: t(title) }));

  function describe(member: keyof SegmentDraft, state: SegmentDraft) {
    if (member === 'name') return { label: t('segments.name'), value: state.name };
    if (member === 'match')
      return { label: t('segments.match'), value: t(`segments.match.${state.match === 'any' ? 'any' : 'all'}`) };
    const shown = state.conditions
      .map(filterOf)
      .map((filter) => [filter.field, filter.operator, filter.value].join(' '));
    return { label: t('segments.conditions'), value: shown.join(' · ') };
  }

  return (
    <RecordFormPage form={form}>
      <Section title={t('segments.one')}>
        <Field
          label={t('segments.name')}
          value={name}
          required
          dir="auto"
          maxLength={limits.createSegment.name.maxLength}
          onChange={({ target }) => set({ name: target.value })}
          problem={fieldProblem(error, 'name')}
        />
        <ConditionFields
          label={t('segments.match')}
          match={match}
          conditions={conditions}
          first={{ field: 'fullname', operator: 'contains' }}
          fields={fields}
          none={t('segments.everybody')}
          errors={[error, preview.error]}
          onChange={set}
        />
        <RecordFormEnd form={form} names={describe} />
      </Section>
      <SegmentPreview preview={preview} />
    </RecordFormPage>
  );
}

function draftOf({ name, match, filters }: SegmentView): SegmentDraft {
  return { name, match, conditions: filters.map((filter, index) => conditionOf(filter, String(index))) };
}

function store(parley: Parley, { name, match, conditions }: SegmentDraft, from: SegmentView): Promise<SegmentView> {
  const input = { name, match, filters: conditions.map(filterOf) };
  if (from === newSegment) return createSegment(parley, input);
  return updateSegment(parley, { segment: from._id, ...input }, { ifMatch: etagOf(from) });
}
