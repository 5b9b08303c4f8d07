import { getMailbox, limits, type MailboxView, updateMailbox } from '@parley/sdk';

import type { MessageId } from '../app/language.ts';
import { fieldProblem } from '../app/problem.ts';
import { RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { etagOf, type Versioned } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField, RadioField, SelectField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { bodyOfMailbox, formOfMailbox, type MailboxForm } from './mailbox-form.ts';

const labels: Record<keyof MailboxForm, MessageId> = {
  name: 'mail.name',
  enabled: 'mail.enabled',
  sender_name: 'mail.sender',
  signature: 'mail.signature',
  replies: 'mail.autoReply',
  reply_text: 'mail.autoReplyText',
  reply_once: 'mail.autoReplyOnce',
  subject_number: 'mail.subjectNumber',
  plus_addressing: 'mail.plus',
  accept_automatic: 'mail.automatic',
  on_dmarc_fail: 'mail.dmarcReject',
};

type Stored = MailboxView & Versioned & { updatedAt: string };

/** What a mailbox sends, and what it takes. */
export function MailboxEditor({ mailbox }: { mailbox: MailboxView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const mailbox_id = mailbox._id;
  const form = useRecordForm<Stored, MailboxForm>({
    listKey: ['mailboxes', projectId],
    recordKey: (id) => ['mailbox', projectId, id],
    // Admins get the whole record.
    record: mailbox as Stored,
    formOf: formOfMailbox,
    save: async (changes, from) =>
      (await updateMailbox(
        parley,
        { mailbox_id, ...bodyOfMailbox(changes, formOfMailbox(from)) },
        {
          ifMatch: etagOf(from),
        },
      )) as Stored,
    reload: async () => (await getMailbox(parley, { mailbox_id })) as Stored,
  });
  const { draft, set, error } = form;
  const check = (name: 'enabled' | 'subject_number' | 'plus_addressing' | 'accept_automatic', help?: MessageId) => (
    <CheckField
      label={t(labels[name])}
      checked={draft[name]}
      onChange={({ target }) => set({ [name]: target.checked })}
      help={help && t(help)}
      problem={fieldProblem(error, name)}
    />
  );
  const describe = (name: keyof MailboxForm, shown: MailboxForm) => {
    const value = shown[name];
    return {
      label: t(labels[name]),
      value: typeof value === 'boolean' ? t(value ? 'settings.on' : 'settings.off') : value,
    };
  };
  return (
    <RecordFormPage form={form}>
      <Section title={t('mail.writing')}>
        {check('enabled', 'mail.enabledHelp')}
        <Field
          label={t('mail.name')}
          required
          dir="auto"
          maxLength={limits.updateMailbox.name?.maxLength}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
          problem={fieldProblem(error, 'name')}
        />
        <RadioField
          label={t('mail.sender')}
          value={draft.sender_name}
          onChange={(sender_name) => set({ sender_name })}
          choices={[
            { value: 'mailbox', label: t('mail.sender.mailbox'), about: draft.name },
            { value: 'agent', label: t('mail.sender.agent'), about: t('mail.sender.agentText', { name: draft.name }) },
          ]}
        />
        <TextArea
          label={t('mail.signature')}
          maxLength={limits.updateMailbox.signature?.maxLength}
          value={draft.signature}
          onChange={({ target }) => set({ signature: target.value })}
          help={t('mail.signatureHelp')}
          problem={fieldProblem(error, 'signature')}
        />
        <CheckField
          label={t('mail.autoReply')}
          checked={draft.replies}
          onChange={({ target }) => set({ replies: target.checked })}
          help={t('mail.autoReplyHelp')}
        />
        {draft.replies && (
          <>
            <TextArea
              label={t('mail.autoReplyText')}
              required
              maxLength={4_000}
              value={draft.reply_text}
              onChange={({ target }) => set({ reply_text: target.value })}
              problem={fieldProblem(error, 'auto_reply')}
            />
            <SelectField
              label={t('mail.autoReplyOnce')}
              value={draft.reply_once}
              onChange={({ target }) => set({ reply_once: target.value as MailboxForm['reply_once'] })}
              choices={(['request', 'day'] as const).map((value) => ({ value, label: t(`mail.once.${value}`) }))}
            />
          </>
        )}
        {check('subject_number', 'mail.subjectNumberHelp')}
        {check('plus_addressing', 'mail.plusHelp')}
        {check('accept_automatic', 'mail.automaticHelp')}
        <CheckField
          label={t('mail.dmarcReject')}
          checked={draft.on_dmarc_fail === 'reject'}
          onChange={({ target }) => set({ on_dmarc_fail: target.checked ? 'reject' : 'mark' })}
          help={t('mail.dmarcRejectHelp')}
          problem={fieldProblem(error, 'on_dmarc_fail')}
        />
        <RecordFormEnd form={form} names={describe} />
      </Section>
    </RecordFormPage>
  );
}
