import type { ProjectView } from '@parley/sdk';
import { Link } from '@tanstack/react-router';

import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { CheckField, SelectField, TextArea } from '../ui/controls.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { admits, faultySites } from './allowed-sites.ts';
import { PreChatFields } from './pre-chat-fields.tsx';
import { linesIn } from './settings-body.ts';
import { useProjectForm, WithProject } from './use-project.tsx';
import { bodyOfWidget, formOfWidget, type WidgetForm, type WidgetSwitch } from './widget-form.ts';
import { WidgetPreview } from './widget-preview.tsx';

/** How the chat on the web site looks, asks and where it may be shown. */
export function WidgetScreen() {
  return <WithProject>{(project) => <WidgetEditor project={project} />}</WithProject>;
}

function WidgetEditor({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOfWidget, bodyOfWidget);
  const { draft, set, error } = form;
  const check = (name: WidgetSwitch | 'emoji') => (
    <CheckField
      label={t(`settings.widget.${name}`)}
      checked={draft[name]}
      onChange={(event) => set({ [name]: event.target.checked })}
    />
  );

  function describe(name: keyof WidgetForm & string, state: WidgetForm) {
    const value = state[name];
    const shown = typeof value === 'boolean' ? t(value ? 'settings.on' : 'settings.off') : value;
    return {
      label: t(`settings.widget.${name}`),
      value: typeof shown === 'string' ? shown : shown.map((field) => field.name).join(', '),
    };
  }

  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,48rem)_minmax(0,28rem)] xl:gap-6">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <Section title={t('settings.widget.snippet')} help={t('settings.widget.snippetHelp')}>
          <CopyText text={`<script src="${location.origin}/widget.js" data-project="${project._id}" async></script>`} />
        </Section>
        <Section title={t('settings.widget.look')}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('settings.widget.themeColor')}
              type="color"
              value={draft.themeColor}
              onChange={(event) => set({ themeColor: event.target.value })}
            />
            <Field
              label={t('settings.widget.themeForegroundColor')}
              type="color"
              value={draft.themeForegroundColor}
              onChange={(event) => set({ themeForegroundColor: event.target.value })}
            />
            <SelectField
              label={t('settings.widget.align')}
              value={draft.align}
              onChange={(event) => set({ align: event.target.value })}
              choices={[
                { value: 'right', label: t('settings.widget.right') },
                { value: 'left', label: t('settings.widget.left') },
              ]}
            />
            <SelectField
              label={t('settings.widget.colorScheme')}
              value={draft.colorScheme}
              onChange={(event) => set({ colorScheme: event.target.value })}
              choices={[
                { value: 'auto', label: t('settings.widget.auto') },
                { value: 'light', label: t('settings.widget.light') },
                { value: 'dark', label: t('settings.widget.dark') },
              ]}
            />
          </div>
          <Field
            label={t('settings.widget.launcherText')}
            dir="auto"
            maxLength={60}
            value={draft.launcherText}
            onChange={(event) => set({ launcherText: event.target.value })}
            help={t('settings.widget.launcherTextHelp')}
          />
          <Field
            label={t('settings.widget.logoChat')}
            dir="ltr"
            value={draft.logoChat}
            onChange={(event) => set({ logoChat: event.target.value })}
          />
          <Field
            label={t('settings.widget.calloutTimer')}
            type="number"
            min={0}
            value={draft.calloutTimer}
            onChange={(event) => set({ calloutTimer: event.target.value })}
            help={t('settings.widget.calloutTimerHelp')}
          />
          {check('hideWhenClosed')}
          {check('nativeRating')}
          {check('sound')}
          {check('attachments')}
          {check('emoji')}
        </Section>
        <Section title={t('settings.widget.texts')}>
          <p>
            {t('settings.widget.textsHelp')}{' '}
            <Link
              to="/$project/settings/labels"
              params={{ project: project._id }}
              className="text-accent underline underline-offset-2"
            >
              {t('settings.labels')}
            </Link>
          </p>
        </Section>
        <Section title={t('settings.widget.preChatForm')} help={t('settings.widget.preChatHelp')}>
          {check('preChatForm')}
          {draft.preChatForm && <PreChatFields fields={draft.fields} onChange={(fields) => set({ fields })} />}
        </Section>
        <Section title={t('settings.widget.allowedOnly')} help={t('settings.widget.allowedHelp')}>
          <CheckField
            label={t('settings.widget.allowedSwitch')}
            checked={draft.allowedOnly}
            onChange={(event) => set({ allowedOnly: event.target.checked })}
          />
          <TextArea
            label={t('settings.widget.sites')}
            dir="ltr"
            value={draft.sites}
            onChange={(event) => set({ sites: event.target.value })}
            help={t('settings.widget.sitesHelp')}
            problem={fieldProblem(error, 'settings.allowed_urls_list')}
          />
          {draft.allowedOnly && <SiteWarnings sites={linesIn(draft.sites)} />}
        </Section>
        <div className="max-w-3xl">
          <FormEnd form={form} verb="PROJECT_UPDATE" describe={describe} />
        </div>
      </form>
      <div className="mb-6 xl:sticky xl:top-0 xl:self-start">
        <WidgetPreview project={project} draft={draft} />
      </div>
    </div>
  );
}

/** What the list would do that its author may not want. */
function SiteWarnings({ sites }: { sites: readonly string[] }) {
  const t = useTexts();
  const faulty = faultySites(sites);
  return (
    <div role="status" className="flex flex-col gap-2">
      {faulty.length > 0 && (
        <p className="rounded-box bg-warn-soft px-3 py-2 text-warn">
          {t('settings.widget.faultySites', { sites: faulty.join(', ') })}
        </p>
      )}
      {!admits(sites, location.origin) && (
        <p className="rounded-box bg-warn-soft px-3 py-2 text-warn">
          {t('settings.widget.demoExcluded', { origin: location.origin })}
        </p>
      )}
    </div>
  );
}
