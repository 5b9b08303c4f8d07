import type { ProjectView } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import { useTexts } from '../app/texts.tsx';
import { MailboxesScreen } from '../mailbox/mailboxes-screen.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { settingsBody } from './settings-body.ts';
import { useProjectForm, WithProject } from './use-project.tsx';

/** Mailboxes, and what else the project sends by mail. */
export function MailboxesPage() {
  return (
    <MailboxesScreen>
      <WithProject>{(project) => <Transcripts project={project} />}</WithProject>
    </MailboxesScreen>
  );
}

const formOf = ({ settings }: ProjectView) => ({ areSent: settings.mail_transcripts === 'unread' });

/** Whether visitors get by mail what they have not read in the widget. */
function Transcripts({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, ({ areSent }, from) =>
    settingsBody({ mail_transcripts: areSent ? 'unread' : 'off' }, from),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Section title={t('settings.transcripts')} help={t('settings.transcripts.help')}>
        <CheckField
          label={t('settings.transcripts.sent')}
          checked={form.draft.areSent}
          onChange={({ target }) => form.set({ areSent: target.checked })}
        />
        <FormEnd
          form={form}
          verb="PROJECT_UPDATE"
          describe={(_name, { areSent }) => ({
            label: t('settings.transcripts.sent'),
            value: t(areSent ? 'settings.on' : 'settings.off'),
          })}
        />
      </Section>
    </form>
  );
}
