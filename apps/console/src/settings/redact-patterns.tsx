import type { ProjectView } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { settingsBody } from './settings-body.ts';
import { useProjectForm } from './use-project.tsx';

/** Source: contract 12 section 6. */
const patterns = ['card', 'iban'] as const;
type Pattern = (typeof patterns)[number];

function formOf({ settings }: ProjectView): Record<Pattern, boolean> {
  const chosen: unknown[] = Array.isArray(settings.redact_patterns) ? settings.redact_patterns : [];
  return { card: chosen.includes('card'), iban: chosen.includes('iban') };
}

/** Numbers that are taken out of what visitors write, before it is stored. */
export function RedactPatterns({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, (changes, from) => {
    const chosen = { ...formOf(from), ...changes };
    return settingsBody({ redact_patterns: patterns.filter((pattern) => chosen[pattern]) }, from);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.patterns')} help={t('settings.patterns.help')}>
        {patterns.map((pattern) => (
          <CheckField
            key={pattern}
            label={t(`settings.patterns.${pattern}`)}
            checked={form.draft[pattern]}
            onChange={({ target }) => form.set({ [pattern]: target.checked })}
          />
        ))}
        <FormEnd
          form={form}
          verb="PROJECT_UPDATE"
          describe={(pattern, state) => ({
            label: t(`settings.patterns.${pattern}`),
            value: t(state[pattern] ? 'settings.on' : 'settings.off'),
          })}
        />
      </Section>
    </form>
  );
}
