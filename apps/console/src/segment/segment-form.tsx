import { isParleyError, limits, type SegmentView } from '@parley/sdk';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { UnsavedGuard } from '../contact/unsaved-guard.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { ConditionRow } from './condition-row.tsx';
import { type Condition, conditionOf, type Filter, filterOf } from './conditions.ts';
import { SegmentPreview, useSegmentPreview } from './segment-preview.tsx';

export type SegmentInput = { name: string; match: string; filters: Filter[] };

interface SegmentFormProps {
  stored: Pick<SegmentView, 'name' | 'match' | 'filters'>;
  /** Why it was not saved. */
  error: unknown;
  pending: boolean;
  onSave: (segment: SegmentInput) => void;
  /** What was said of the last version is no longer true. */
  onEdit: () => void;
  /** Reads the segment again that another person has changed. */
  onReload?: () => Promise<unknown>;
}

const { maxItems: maxConditions = 20 } = limits.createSegment.filters;

/** Name and conditions of a segment, with those who belong to it now. */
export function SegmentForm({ stored, error, pending, onSave, onEdit, onReload }: SegmentFormProps) {
  const t = useTexts();
  const [edited, setEdited] = useState<FormState>();
  const { name, match, conditions } = edited ?? formOf(stored);
  const input = { name, match, filters: conditions.map(filterOf) };
  const isEdited = JSON.stringify(input) !== JSON.stringify(inputOf(formOf(stored)));
  const isOvertaken = isParleyError(error, 'version_mismatch');
  const known = ['name', 'match', ...conditions.flatMap((_, index) => membersOf(index))];
  const isAtField = known.some((param) => fieldProblem(error, param));

  const preview = useSegmentPreview(match, conditions);

  function edit(change: Partial<FormState>) {
    setEdited({ name, match, conditions, ...change });
    onEdit();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(input);
  }

  return (
    <form onSubmit={submit}>
      <Section title={t('segments.one')}>
        <Field
          label={t('segments.name')}
          value={name}
          required
          dir="auto"
          maxLength={limits.createSegment.name.maxLength}
          onChange={({ target }) => edit({ name: target.value })}
          problem={fieldProblem(error, 'name')}
        />
        <SelectField
          label={t('segments.match')}
          value={match}
          onChange={({ target }) => edit({ match: target.value })}
          choices={(['all', 'any'] as const).map((word) => ({ value: word, label: t(`segments.match.${word}`) }))}
          problem={fieldProblem(error, 'match')}
        />
        <ol className="flex flex-col gap-3">
          {conditions.map((condition, index) => (
            <ConditionRow
              key={condition.key}
              place={index + 1}
              condition={condition}
              problems={membersOf(index).flatMap(
                (param) => fieldProblem(error, param) ?? fieldProblem(preview.error, param) ?? [],
              )}
              onChange={(changed) => edit({ conditions: conditions.with(index, changed) })}
              onRemove={() => edit({ conditions: conditions.toSpliced(index, 1) })}
            />
          ))}
        </ol>
        {conditions.length === 0 && <p className="text-ink-soft">{t('segments.everybody')}</p>}
        <div>
          <Button
            onClick={() => edit({ conditions: [...conditions, newCondition()] })}
            refusal={conditions.length >= maxConditions ? t('segments.most', { count: maxConditions }) : undefined}
          >
            <Plus size={14} aria-hidden />
            {t('segments.addCondition')}
          </Button>
        </div>
        {isOvertaken && onReload && (
          <div role="alert" className="flex flex-col gap-2 rounded-box bg-warn-soft px-3 py-2 text-warn">
            <p>{t('segments.overtaken')}</p>
            <div className="flex flex-wrap gap-2">
              <Button small onClick={() => void onReload().then(() => onSave(input))}>
                {t('contacts.keepMine')}
              </Button>
              <Button
                small
                onClick={() =>
                  void onReload().then(() => {
                    setEdited(undefined);
                    onEdit();
                  })
                }
              >
                {t('contacts.takeTheirs')}
              </Button>
            </div>
          </div>
        )}
        {error !== null && !isOvertaken && !isAtField && (
          <p role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
            {problemOf(error, t).msg}
          </p>
        )}
        <div className="flex justify-end gap-2">
          {isEdited && <Button onClick={() => setEdited(undefined)}>{t('contacts.discard')}</Button>}
          <Button
            look="primary"
            type="submit"
            pending={pending}
            refusal={isEdited ? undefined : t('contacts.unchanged')}
          >
            {t('state.save')}
          </Button>
        </div>
      </Section>
      <SegmentPreview preview={preview} />
      <UnsavedGuard unsaved={isEdited && !pending} />
    </form>
  );
}

interface FormState {
  name: string;
  match: string;
  conditions: Condition[];
}

function formOf({ name, match, filters }: SegmentInput): FormState {
  return { name, match, conditions: filters.map((filter, index) => conditionOf(filter, String(index))) };
}

function inputOf({ name, match, conditions }: FormState): SegmentInput {
  return { name, match, filters: conditions.map(filterOf) };
}

function newCondition(): Condition {
  return { key: crypto.randomUUID(), field: 'fullname', path: '', operator: 'contains', kind: 'text', value: '' };
}

/** The names by which the API finds fault with a condition. */
function membersOf(index: number): string[] {
  return ['field', 'operator', 'value'].map((member) => `filters[${index}].${member}`);
}
