import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { ListChoice } from '../condition/condition-row.tsx';
import { LengthField } from '../service-level/target-fields.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { cancelWords, onces, type RuleDraft } from './rules.ts';
import type { DraftFieldsProps } from './when-fields.tsx';

/** How often a rule runs, how long it waits, and whether later ones see the event. */
export function FrequencyFields({ draft, onChange, error }: DraftFieldsProps) {
  const t = useTexts();
  const { waits, once, delay, cancelOn, stop } = draft;
  return (
    <>
      <SelectField
        label={t('rule.once')}
        value={once}
        onChange={({ target }) => onChange({ once: target.value as RuleDraft['once'] })}
        choices={onces.map((value) => ({ value, label: t(`rule.once.${value}`) }))}
      />
      {!waits && (
        <LengthField
          label={t('rule.delay')}
          length={delay}
          absent="none"
          onChange={(length) => onChange({ delay: length })}
          problem={fieldProblem(error, 'delay')}
        />
      )}
      {!waits && delay.unit !== 'none' && (
        <div>
          <p className="font-semibold">{t('rule.cancelOn')}</p>
          <ListChoice
            aria-label={t('rule.cancelOn')}
            choices={cancelWords.map((value) => ({ value, label: t(`rule.cancel.${value}`) }))}
            value={cancelOn.join('\n')}
            onChange={(chosen) => onChange({ cancelOn: chosen.split('\n').filter(Boolean) })}
          />
        </div>
      )}
      <CheckField label={t('rule.stop')} checked={stop} onChange={({ target }) => onChange({ stop: target.checked })} />
    </>
  );
}
