import { createLead, isParleyError, limits, type Parley, sendMessage } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useMailboxes } from '../app/use-mailboxes.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Signature } from '../conversation/signature.tsx';
import { placeOf } from '../inbox/views.ts';
import { useDepartments } from '../inbox/views-column.tsx';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type RecipientChoice, RecipientField } from './recipient-field.tsx';
import type { ConversationStart } from './start.ts';
import { beginByMail, copiesIn, emailOf } from './start-by-mail.ts';

/** In the place of a mailbox. */
const byChat = 'chat';
/** Of the department: who takes it is decided as for any new conversation. */
const byRouting = 'routing';

interface Start {
  choice: RecipientChoice;
  /** Of a contact to be created. */
  leadId: string;
  requestId: string;
  message: { text: string; id: string };
  subject: string;
  department: string;
  participants: string[];
  followers: string[];
  /** Sent by mail from this mailbox, with copies. */
  mail: { mailbox: string; cc: string[] } | undefined;
}

/** A conversation with a contact that begins with a message of the person at work. */
export function StartDialog({ start, onClose }: { start: ConversationStart; onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId, me, people, teammate } = useWorkplace();
  const departments = useDepartments();
  const [choice, setChoice] = useState<RecipientChoice | undefined>(
    start.recipient && { kind: 'known', recipient: start.recipient },
  );
  const [channel, setChannel] = useState(byChat);
  const { data: mailboxes = [] } = useMailboxes();
  const isMail = channel !== byChat;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  // The same in every try, so that one whose answer was lost makes nothing twice.
  const [ids] = useState(() => newIds(projectId));
  const sent = useRef({ text: '', id: '' });
  const recipient = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);

  const send = useMutation({
    mutationFn: async (values: Start) => (values.mail ? mailed(parley, values) : chatted(parley, values)),
    onMutate: ({ requestId }) => noteOwnChange([requestId]),
    onSuccess: (requestId, { participants, mail }) => {
      onClose();
      const kind = participants.includes(me) && !mail ? 'mine' : 'all';
      void navigate({
        to: '/$project/inbox/$',
        params: { project: projectId, _splat: placeOf({ view: { kind }, requestId }) },
      });
    },
  });
  const { error, isPending } = send;

  // The field that had the focus has given way to others.
  const kind = choice?.kind;
  useEffect(() => (kind === 'known' ? message : recipient).current?.focus(), [kind]);

  function submit(form: FormData) {
    const isKnown = isMail
      ? emailOf(choice) !== ''
      : choice?.kind === 'known' || Boolean(choice?.fullname.trim() || choice?.email.trim());
    setMissing(!isKnown);
    if (!choice || !isKnown) return recipient.current?.focus();
    const value = (name: string) => String(form.get(name) ?? '').trim();
    const assignee = value('assignee');
    // Other words are another message: those of a try before may have arrived.
    if (sent.current.text !== text) sent.current = { text, id: crypto.randomUUID() };
    send.mutate({
      ...ids,
      choice,
      message: sent.current,
      subject: value('subject'),
      department: value('department'),
      participants: assignee === byRouting ? [] : [assignee],
      // The author can still see it.
      followers: assignee === me ? [] : [teammate._id],
      mail: isMail ? { mailbox: channel, cc: copiesIn(value('cc')) } : undefined,
    });
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  const teammates = people.teammates.map((one) => ({ value: userIdOf(one), label: nameOfTeammate(one) }));
  const own = people.nameOf(me) ?? '';
  return (
    <>
      <FormDialog
        title={t('start.title')}
        action={t('start.send')}
        onSubmit={submit}
        onClose={() => (text.trim() === '' ? onClose() : setLeaving(true))}
        pending={isPending}
        error={error}
        initialFocus={start.recipient ? message : recipient}
      >
        {mailboxes.some(({ enabled }) => enabled) && (
          <SelectField
            label={t('start.channel')}
            value={channel}
            onChange={({ target }) => setChannel(target.value)}
            choices={[
              { value: byChat, label: t('start.byChat') },
              ...mailboxes
                .filter(({ enabled }) => enabled)
                .map(({ _id, address }) => ({ value: _id, label: t('start.byMail', { address }) })),
            ]}
          />
        )}
        <RecipientField
          choice={choice}
          onChange={(next) => {
            setMissing(false);
            setChoice(next);
          }}
          field={recipient}
          problemAt={(field) =>
            field === 'requester' && isMissing
              ? t(isMail ? 'start.noEmail' : 'start.noContact')
              : field === 'requester' && isParleyError(error, 'unknown_sender')
                ? t('start.unknownContact')
                : fieldProblem(error, field)
          }
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            // The default one is known only with the list.
            key={departments.length}
            label={t('inbox.filter.department')}
            name="department"
            defaultValue={departments.find((one) => one.default)?._id}
            choices={
              departments.length > 0
                ? departments.map(({ _id, name }) => ({ value: _id, label: name }))
                : [{ value: 'default', label: '' }]
            }
            problem={fieldProblem(error, 'departmentid')}
          />
          {!isMail && (
            <SelectField
              label={t('inbox.filter.participant')}
              name="assignee"
              defaultValue={me}
              choices={[
                { value: me, label: t('pick.me', { name: own }) },
                { value: byRouting, label: t('start.byRouting') },
                ...teammates.filter(({ value }) => value !== me),
              ]}
              problem={fieldProblem(error, 'participants')}
            />
          )}
          {isMail && (
            <Field
              label={t('start.cc')}
              name="cc"
              dir="ltr"
              autoComplete="off"
              help={t('start.ccHelp')}
              problem={fieldProblem(error, 'cc')}
            />
          )}
        </div>
        <Field
          label={t('start.subject')}
          name="subject"
          required={isMail}
          dir="auto"
          autoComplete="off"
          maxLength={limits.sendMessage.subject?.maxLength}
          problem={fieldProblem(error, 'subject')}
        />
        <TextArea
          ref={message}
          label={t('start.message')}
          required
          rows={5}
          maxLength={limits.sendMessage.text?.maxLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          problem={fieldProblem(error, 'text')}
        />
        <Signature text={mailboxes.find(({ _id }) => _id === channel)?.signature} />
      </FormDialog>
      {isLeaving && (
        <Confirm
          title={t('state.unsaved')}
          action={t('state.leave')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{t('start.unsentText')}</p>
        </Confirm>
      )}
    </>
  );
}

function newIds(projectId: string): Pick<Start, 'requestId' | 'leadId'> {
  return {
    requestId: `support-group-${projectId}-${crypto.randomUUID().replaceAll('-', '')}`,
    leadId: crypto.randomUUID(),
  };
}

/** @returns the conversation that it has opened */
async function mailed(parley: Parley, { choice, mail, ...values }: Start): Promise<string> {
  return beginByMail(parley, { ...values, mailbox: mail?.mailbox ?? '', cc: mail?.cc ?? [], to: emailOf(choice) });
}

/** Creates the contact, if it is new, and opens the conversation with its first message. */
async function chatted(parley: Parley, { mail: _, ...start }: Start): Promise<string> {
  const { choice, leadId, requestId, message, subject, department, ...people } = start;
  if (choice.kind === 'new') {
    const [fullname, email] = [choice.fullname.trim(), choice.email.trim()];
    // A try before may have created it, perhaps with other words.
    await createLead(parley, {
      ...{ lead_id: leadId, on_conflict: 'merge' },
      ...(fullname && { fullname }),
      ...(email && { email }),
    });
  }
  await sendMessage(parley, {
    ...{ request_id: requestId, departmentid: department, channel: { name: 'form' }, ...people },
    requester: choice.kind === 'new' ? leadId : choice.recipient.lead_id,
    ...(subject && { subject }),
    ...{ text: message.text, external_id: message.id },
  });
  return requestId;
}
