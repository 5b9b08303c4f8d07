import { limits, type ProjectView } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import type { MessageId } from '../app/language.ts';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import {
  bodyOfProject,
  formOfProject,
  type NumberSetting,
  numberSettings,
  type ProjectForm,
  type SwitchSetting,
} from './project-form.ts';
import { useProjectForm, WithProject } from './use-project.tsx';

const words: Record<NumberSetting | SwitchSetting, MessageId> = {
  chat_limit_on: 'settings.limitOn',
  max_agent_assigned_chat: 'settings.limit',
  reassignment_on: 'settings.reassign',
  reassignment_delay: 'settings.reassignAfter',
  current_agent_my_chats_only: 'settings.ownOnly',
  auto_close_bot_hours: 'settings.closeBot',
  auto_close_agent_hours: 'settings.closeAgent',
  reopen_window_hours: 'settings.reopen',
  private_media: 'settings.privateMedia',
  public_transcripts: 'settings.publicTranscripts',
  activity_retention_days: 'settings.retention',
};

const helps: Partial<Record<NumberSetting | SwitchSetting, MessageId>> = {
  chat_limit_on: 'settings.limitOnHelp',
  reassignment_on: 'settings.reassignHelp',
  current_agent_my_chats_only: 'settings.ownOnlyHelp',
  auto_close_bot_hours: 'settings.closeBotHelp',
  auto_close_agent_hours: 'settings.closeAgentHelp',
  reopen_window_hours: 'settings.reopenHelp',
  private_media: 'settings.privateMediaHelp',
  public_transcripts: 'settings.publicTranscriptsHelp',
  activity_retention_days: 'settings.retentionHelp',
};

/** Name of the project, and how conversations are handed out, closed and kept. */
export function ProjectScreen() {
  return <WithProject>{(project) => <ProjectEditor project={project} />}</WithProject>;
}

function ProjectEditor({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOfProject, bodyOfProject);
  const { draft, set, error } = form;

  const helpOf = (name: NumberSetting | SwitchSetting) => {
    const help = helps[name];
    return help && t(help);
  };
  const check = (name: SwitchSetting) => (
    <CheckField
      label={t(words[name])}
      checked={draft[name]}
      onChange={(event) => set({ [name]: event.target.checked })}
      help={helpOf(name)}
      problem={fieldProblem(error, `settings.${name}`)}
    />
  );
  const number = (name: NumberSetting) => (
    <Field
      label={t(words[name])}
      type="number"
      {...numberSettings[name]}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.target.value })}
      help={helpOf(name)}
      problem={fieldProblem(error, `settings.${name}`)}
    />
  );

  function describe(name: keyof ProjectForm & string, state: ProjectForm) {
    const value = state[name];
    const label = name === 'name' ? t('settings.projectName') : t(words[name]);
    return { label, value: typeof value === 'boolean' ? t(value ? 'settings.on' : 'settings.off') : value };
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.project')}>
        <Field
          label={t('settings.projectName')}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          required
          maxLength={limits.patchProject.name?.maxLength}
          problem={fieldProblem(error, 'name')}
        />
        <p className="text-small text-ink-soft">
          {t('settings.projectId')} <code className="select-all">{project._id}</code>
        </p>
      </Section>
      <Section title={t('settings.routing')}>
        {check('chat_limit_on')}
        {number('max_agent_assigned_chat')}
        {check('reassignment_on')}
        {number('reassignment_delay')}
        {check('current_agent_my_chats_only')}
      </Section>
      <Section title={t('settings.closing')}>
        {number('auto_close_bot_hours')}
        {number('auto_close_agent_hours')}
        {number('reopen_window_hours')}
      </Section>
      <Section title={t('settings.privacy')}>
        {check('private_media')}
        {check('public_transcripts')}
        {number('activity_retention_days')}
      </Section>
      <div className="max-w-3xl">
        <FormEnd form={form} verb="PROJECT_UPDATE" describe={describe} />
      </div>
    </form>
  );
}
