import { limits } from '@parley/sdk';
import { Plus } from 'lucide-react';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { type Choice, ConditionRow } from './condition-row.tsx';
import type { Condition } from './conditions.ts';

const { maxItems: maxConditions = 20 } = limits.createSegment.filters;

interface ConditionFieldsProps {
  /** What the choice between all and any is called. */
  label: string;
  match: string;
  conditions: readonly Condition[];
  /** What a new condition begins with. */
  first: Pick<Condition, 'field' | 'operator'>;
  fields: readonly Choice[];
  /** Where the values of a field are known. */
  choicesOf?: (field: string) => readonly Choice[] | undefined;
  /** What holds without conditions. */
  none: string;
  /** Why calls with these conditions were refused. */
  errors: readonly unknown[];
  onChange: (change: { match?: string; conditions?: Condition[] }) => void;
}

/** Conditions, all or any of which must hold. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { label, match, conditions, first, fields, choicesOf, none, errors, onChange } = props;
  const t = useTexts();
  return (
    <>
      {conditions.length > 1 && (
        <SelectField
          label={label}
          value={match}
          onChange={({ target }) => onChange({ match: target.value })}
          choices={(['all', 'any'] as const).map((word) => ({ value: word, label: t(`segments.match.${word}`) }))}
        />
      )}
      <ol className="flex flex-col gap-3">
        {conditions.map((condition, index) => (
          <ConditionRow
            key={condition.key}
            place={index + 1}
            condition={condition}
            fields={fields}
            choicesOf={choicesOf}
            problems={membersOf(index).flatMap(
              (param) => errors.map((error) => fieldProblem(error, param)).find(Boolean) ?? [],
            )}
            onChange={(changed) => onChange({ conditions: conditions.with(index, changed) })}
            onRemove={() => onChange({ conditions: conditions.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      {conditions.length === 0 && <p className="text-ink-soft">{none}</p>}
      <div>
        <Button
          onClick={() => onChange({ conditions: [...conditions, newCondition(first)] })}
          refusal={conditions.length >= maxConditions ? t('segments.most', { count: maxConditions }) : undefined}
        >
          <Plus size={14} aria-hidden />
          {t('segments.addCondition')}
        </Button>
      </div>
    </>
  );
}

function newCondition(first: Pick<Condition, 'field' | 'operator'>): Condition {
  return { key: crypto.randomUUID(), path: '', kind: 'text', value: '', ...first };
}

/** The names by which the API finds fault with a condition. */
function membersOf(index: number): string[] {
  return ['field', 'operator', 'value'].map((member) => `filters[${index}].${member}`);
}
