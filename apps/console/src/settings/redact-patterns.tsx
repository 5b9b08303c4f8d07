import type { ProjectView } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { type OwnPattern, OwnPatterns } from './own-patterns.tsx';
import { settingsBody } from './settings-body.ts';
import { useProjectForm } from './use-project.tsx';

/** Source: contract 12 section 6. */
const checkedPatterns = ['card', 'iban'] as const;

interface PatternsForm {
  card: boolean;
  iban: boolean;
  own: readonly OwnPattern[];
}

function formOf({ settings }: ProjectView): PatternsForm {
  const chosen: unknown[] = Array.isArray(settings.redact_patterns) ? settings.redact_patterns : [];
  return { card: chosen.includes('card'), iban: chosen.includes('iban'), own: chosen.filter(isOwn) };
}

/** As it is stored. */
function patternsIn(form: PatternsForm): (string | OwnPattern)[] {
  return [...checkedPatterns.filter((pattern) => form[pattern]), ...form.own];
}

function isOwn(entry: unknown): entry is OwnPattern {
  return typeof entry === 'object' && entry !== null && 'name' in entry && 'pattern' in entry;
}

/** What is taken out of what visitors write, before it is stored. */
export function RedactPatterns({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, (changes, from) =>
    settingsBody({ redact_patterns: patternsIn({ ...formOf(from), ...changes }) }, from),
  );
  const { draft, set, error } = form;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.patterns')} help={t('settings.patterns.help')}>
        {checkedPatterns.map((pattern) => (
          <CheckField
            key={pattern}
            label={t(`settings.patterns.${pattern}`)}
            checked={draft[pattern]}
            onChange={({ target }) => set({ [pattern]: target.checked })}
          />
        ))}
        <OwnPatterns
          patterns={draft.own}
          onChange={(own) => set({ own })}
          error={error}
          place={patternsIn(draft).length - draft.own.length}
        />
        <FormEnd
          form={form}
          verb="PROJECT_UPDATE"
          describe={(name, state) => ({
            label: t(`settings.patterns.${name}`),
            value:
              name === 'own'
                ? state.own.map((one) => one.name).join(', ')
                : t(state[name] ? 'settings.on' : 'settings.off'),
          })}
        />
      </Section>
    </form>
  );
}
