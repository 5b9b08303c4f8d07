import type { ProjectView } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { settingsBody } from './settings-body.ts';
import { useProjectForm } from './use-project.tsx';

/** Source: contract 12 section 1. */
const maxGraceDays = 14;

const formOf = ({ settings }: ProjectView) => ({
  isRequired: settings.require_second_factor === true,
  days: String(typeof settings.second_factor_grace_days === 'number' ? settings.second_factor_grace_days : 0),
});

/** Whether teammates need a second factor. Owners decide, and need one themselves first. */
export function SecondFactor({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, ({ isRequired, days }, from) =>
    settingsBody(
      {
        ...(isRequired !== undefined && { require_second_factor: isRequired }),
        ...(days !== undefined && { second_factor_grace_days: Number(days) }),
      },
      from,
    ),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.factor')} help={t('settings.factor.help')}>
        <CheckField
          label={t('settings.factor.required')}
          checked={form.draft.isRequired}
          onChange={({ target }) => form.set({ isRequired: target.checked })}
        />
        <Field
          label={t('settings.factor.days')}
          type="number"
          min={0}
          max={maxGraceDays}
          value={form.draft.days}
          onChange={({ target }) => form.set({ days: target.value })}
          help={t('settings.factor.daysHelp')}
          problem={fieldProblem(form.error, 'settings.second_factor_grace_days')}
        />
        <FormEnd
          form={form}
          verb="PROJECT_UPDATE"
          describe={(name, { isRequired, days }) =>
            name === 'days'
              ? { label: t('settings.factor.days'), value: days }
              : { label: t('settings.factor.required'), value: t(isRequired ? 'settings.on' : 'settings.off') }
          }
        />
      </Section>
    </form>
  );
}
