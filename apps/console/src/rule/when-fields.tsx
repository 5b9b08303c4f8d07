import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { ListChoice } from '../condition/condition-row.tsx';
import { HoursField } from '../service-level/hours-field.tsx';
import { LengthField } from '../service-level/target-fields.tsx';
import { RadioField, SelectField } from '../ui/controls.tsx';
import { anchors, type RuleDraft, ruleEvents } from './rules.ts';

export interface DraftFieldsProps {
  draft: RuleDraft;
  onChange: (change: Partial<RuleDraft>) => void;
  /** Why it could not be stored. */
  error: unknown;
}

/** What a rule waits for: events, or a time after one. */
export function WhenFields({ draft, onChange, error }: DraftFieldsProps) {
  const t = useTexts();
  const { waits, on, since, after, hours } = draft;
  const problem = fieldProblem(error, 'on');
  return (
    <>
      <RadioField
        label={t('rule.trigger')}
        value={waits ? 'timer' : 'event'}
        onChange={(value) => onChange({ waits: value === 'timer' })}
        choices={(['event', 'timer'] as const).map((value) => ({
          value,
          label: t(`rule.trigger.${value}`),
          about: t(`rule.trigger.${value}About`),
        }))}
      />
      {waits ? (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <LengthField
              label={t('rule.after')}
              length={after}
              absent="never"
              onChange={(length) => onChange({ after: length })}
              problem={fieldProblem(error, 'timer.ms')}
            />
            <SelectField
              label={t('rule.since')}
              value={since}
              onChange={({ target }) => onChange({ since: target.value as RuleDraft['since'] })}
              choices={anchors.map((value) => ({ value, label: t(`rule.since.${value}`) }))}
            />
          </div>
          <HoursField
            value={hours}
            onChange={(chosen) => onChange({ hours: chosen })}
            problem={fieldProblem(error, 'timer.hours')}
          />
        </>
      ) : (
        <>
          <ListChoice
            aria-label={t('rule.trigger.event')}
            choices={ruleEvents.map((value) => ({ value, label: t(`rule.on.${value}`) }))}
            value={on.join('\n')}
            onChange={(chosen) => onChange({ on: chosen.split('\n').filter(Boolean) })}
          />
          {problem && <p className="text-small text-bad">{problem}</p>}
        </>
      )}
    </>
  );
}
