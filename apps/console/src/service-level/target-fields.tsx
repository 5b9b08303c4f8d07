import { Plus, X } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import {
  isFilled,
  type Length,
  metrics,
  type TargetPriority,
  type Targets,
  targetPriorities,
  units,
  withPriority,
} from './policy-form.ts';

interface TargetFieldsProps {
  targets: Targets;
  /** What the API says of them. */
  problem: string | undefined;
  onChange: (targets: Targets) => void;
}

/** How soon, for all conversations and for those of some priorities. */
export function TargetFields({ targets, problem, onChange }: TargetFieldsProps) {
  const t = useTexts();
  const shown = (['default', ...targetPriorities] as const).filter((priority) => targets[priority]);
  const others = targetPriorities.filter((priority) => !targets[priority]);
  return (
    <div className="@container flex flex-col gap-3">
      {shown.map((priority) => (
        <fieldset key={priority} className="rounded-box border border-line p-3">
          <legend className="px-1 font-semibold">{titleOf(priority)}</legend>
          <div className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-3 @md:grid-cols-3">
              {metrics.map((metric) => {
                const times = targets[priority];
                return (
                  times && (
                    <LengthField
                      key={metric}
                      label={t(`sla.metric.${metric}`)}
                      of={titleOf(priority)}
                      length={times[metric]}
                      absent={priority === 'default' ? 'none' : 'same'}
                      onChange={(length) => onChange({ ...targets, [priority]: { ...times, [metric]: length } })}
                    />
                  )
                );
              })}
            </div>
            {priority !== 'default' && (
              <IconButton
                label={t('settings.sla.removePriority', { priority: titleOf(priority) })}
                onClick={() => {
                  const { [priority]: _, ...rest } = targets;
                  onChange(rest);
                }}
              >
                <X size={14} aria-hidden />
              </IconButton>
            )}
          </div>
        </fieldset>
      ))}
      {problem && <p className="text-small text-bad">{problem}</p>}
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {others.map((priority) => (
            <Button key={priority} small onClick={() => onChange(withPriority(targets, priority))}>
              <Plus size={14} aria-hidden />
              {titleOf(priority)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );

  function titleOf(priority: TargetPriority): string {
    if (priority === 'default') return t('settings.sla.allPriorities');
    return t('bulk.priority', { priority: t(`priority.${priority === 'normal' ? 'medium' : priority}`) });
  }
}

interface LengthFieldProps {
  label: string;
  /** What it is a length of, for screen readers. */
  of?: string;
  length: Length;
  /** What may stand instead of a length; `never`: nothing. */
  absent: 'none' | 'same' | 'never';
  onChange: (length: Length) => void;
  /** The longest that the API takes, in its unit. */
  problem?: string | undefined;
}

/** A length of time: a number and its unit. */
export function LengthField({ label, of, length, absent, onChange, problem }: LengthFieldProps) {
  const t = useTexts();
  const { amount, unit } = length;
  const name = of ? `${of}: ${label}` : label;
  const hasAmount = unit !== 'none' && unit !== 'same';
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span aria-hidden className="font-semibold">
        {label}
      </span>
      <span className="flex gap-1">
        {hasAmount && (
          <input
            type="number"
            aria-label={name}
            min="0"
            step="any"
            required
            value={amount}
            aria-invalid={!isFilled(length) || undefined}
            onChange={({ target }) => onChange({ amount: target.value, unit })}
            className={classes(inputLook, 'h-9 min-w-14 flex-1')}
          />
        )}
        <select
          aria-label={t('settings.sla.unitOf', { name })}
          value={unit}
          onChange={({ target }) => onChange({ amount, unit: target.value as Length['unit'] })}
          className={classes(inputLook, 'h-9', hasAmount && 'min-w-20 flex-1')}
        >
          {absent === 'same' && <option value="same">{t('settings.sla.unit.same')}</option>}
          {absent !== 'never' && <option value="none">{t('settings.sla.unit.none')}</option>}
          {units.map((one) => (
            <option key={one} value={one}>
              {t(`settings.sla.unit.${one}`)}
            </option>
          ))}
        </select>
      </span>
      {problem && <p className="text-small text-bad">{problem}</p>}
    </div>
  );
}
