import type { ProjectView } from '@parley/sdk';

import { useTexts } from '../app/texts.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type TargetName, type Targets, targetNames, targetsOf, targetUnits } from './targets.ts';
import { useStoreTargets } from './use-targets.ts';

/** Times are entered in minutes. */
const scaleOf = (name: TargetName) => (targetUnits[name] === 'duration' ? 60_000 : 1);

/** What the team wants to reach, for all who see the figures. */
export function TargetsDialog({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const t = useTexts();
  const storing = useStoreTargets(onClose);
  const targets = targetsOf(project);
  return (
    <FormDialog
      title={t('analytics.targets')}
      onSubmit={(form) => storing.mutate({ project, targets: targetsIn(form) })}
      onClose={onClose}
      pending={storing.isPending}
      error={storing.error}
    >
      <p className="text-ink-soft">{t('analytics.targetsHelp')}</p>
      {targetNames.map((name) => (
        <Field
          key={name}
          name={name}
          type="number"
          inputMode="decimal"
          step="any"
          min={targetUnits[name] === 'points' ? 1 : 0.1}
          {...(targetUnits[name] === 'points' && { max: 5 })}
          label={t(`analytics.targetOf.${name}`)}
          defaultValue={targets[name] === undefined ? '' : Number((targets[name] / scaleOf(name)).toFixed(2))}
        />
      ))}
    </FormDialog>
  );
}

/** An empty field is no target. */
function targetsIn(form: FormData): Targets {
  return Object.fromEntries(
    targetNames.flatMap((name) => {
      const value = Number(form.get(name));
      return value > 0 ? [[name, Math.round(value * scaleOf(name) * 100) / 100]] : [];
    }),
  );
}
