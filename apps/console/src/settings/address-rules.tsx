import type { ProjectView } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { linesIn, type ProjectBody } from './settings-body.ts';
import { useProjectForm } from './use-project.tsx';

interface RulesForm {
  ipFilterEnabled: boolean;
  ipFilter: string;
  ipFilterDenyEnabled: boolean;
  ipFilterDeny: string;
}

const formOf = (project: ProjectView): RulesForm => ({
  ipFilterEnabled: project.ipFilterEnabled === true,
  ipFilter: (project.ipFilter ?? []).join('\n'),
  ipFilterDenyEnabled: project.ipFilterDenyEnabled === true,
  ipFilterDeny: (project.ipFilterDeny ?? []).join('\n'),
});

const bodyOf = ({ ipFilter, ipFilterDeny, ...switches }: Partial<RulesForm>): ProjectBody => ({
  ...switches,
  ...(ipFilter !== undefined && { ipFilter: linesIn(ipFilter) }),
  ...(ipFilterDeny !== undefined && { ipFilterDeny: linesIn(ipFilterDeny) }),
});

/** Addresses that may and may not call the project. The API refuses rules that would refuse their author. */
export function AddressRules({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, bodyOf);
  const { draft, set, error } = form;
  const words = {
    ipFilterEnabled: t('settings.rules.allowOn'),
    ipFilter: t('settings.rules.allow'),
    ipFilterDenyEnabled: t('settings.rules.denyOn'),
    ipFilterDeny: t('settings.rules.deny'),
  };
  const list = (name: 'ipFilter' | 'ipFilterDeny') => (
    <TextArea
      label={words[name]}
      dir="ltr"
      value={draft[name]}
      onChange={(event) => set({ [name]: event.target.value })}
      help={t('settings.rules.listHelp')}
      problem={fieldProblem(error, name)}
    />
  );
  const check = (name: 'ipFilterEnabled' | 'ipFilterDenyEnabled') => (
    <CheckField label={words[name]} checked={draft[name]} onChange={(event) => set({ [name]: event.target.checked })} />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.rules')} help={t('settings.rules.help')}>
        {check('ipFilterEnabled')}
        {list('ipFilter')}
        {check('ipFilterDenyEnabled')}
        {list('ipFilterDeny')}
        <FormEnd
          form={form}
          verb="PROJECT_UPDATE"
          describe={(name, state) => {
            const value = state[name];
            return {
              label: words[name],
              value:
                typeof value === 'boolean' ? t(value ? 'settings.on' : 'settings.off') : value.replaceAll('\n', ', '),
            };
          }}
        />
      </Section>
    </form>
  );
}
