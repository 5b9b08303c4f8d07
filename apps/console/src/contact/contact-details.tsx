import { isParleyError, updateLead, withResponse } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import type { MessageId } from '../app/language.ts';
import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  type ContactEdits,
  type ContactText,
  changedTexts,
  contactTexts,
  editsAgainst,
  maxCharacters,
  withEdit,
} from './contact-fields.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { ChangeContact, ContactVersion } from './use-contact.ts';

export const textTitles: Record<ContactText, MessageId> = {
  fullname: 'contacts.fullname',
  email: 'contact.email',
  phone: 'contact.phone',
  company: 'contacts.company',
  streetAddress: 'contacts.street',
  zipcode: 'contacts.zipcode',
  city: 'contacts.city',
  region: 'contacts.region',
  country: 'contacts.country',
  note: 'contacts.note',
};

interface ContactDetailsProps {
  version: ContactVersion;
  change: ChangeContact;
  /** Reads the contact again. */
  reload: () => Promise<{ data: ContactVersion | undefined }>;
}

/** The texts of a contact. A version that another person has stored meanwhile is shown before it is overwritten. */
export function ContactDetails({ version, change, reload }: ContactDetailsProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [typed, setTyped] = useState<ContactEdits>({});
  const [theirs, setTheirs] = useState<ContactText[]>([]);
  const { lead, etag } = version;
  const edits = editsAgainst(typed, lead);
  const isEdited = Object.keys(edits).length > 0;

  const save = useMutation({
    mutationFn: () =>
      change(() => withResponse(updateLead)(parley, { lead: lead._id, ...edits }, { ...(etag && { ifMatch: etag }) })),
    onSuccess: ({ data }) => {
      // What was typed meanwhile stays.
      setTyped((now) => editsAgainst(now, data));
      setTheirs([]);
      toast.add({ title: t('state.saved') });
    },
    onError: async (error) => {
      if (!isParleyError(error, 'version_mismatch')) return;
      const { data } = await reload();
      if (data) setTheirs(changedTexts(lead, data.lead));
    },
  });
  const { error } = save;
  const isOvertaken = isParleyError(error, 'version_mismatch');
  const isAtField = contactTexts.some((name) => fieldProblem(error, name));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isEdited) save.mutate();
  }

  function takeTheirs() {
    setTyped(Object.fromEntries(Object.entries(edits).filter(([name]) => !theirs.includes(name as ContactText))));
    setTheirs([]);
    save.reset();
  }

  const shared = (name: ContactText) => ({
    name,
    label: t(textTitles[name]),
    value: edits[name] ?? lead[name] ?? '',
    maxLength: maxCharacters(name),
    problem: fieldProblem(error, name),
    dir: 'auto' as const,
    autoComplete: 'off',
  });
  return (
    <Section title={t('contacts.details')}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {contactTexts.map((name) => {
            const onChange = ({ target }: { target: { value: string } }) =>
              setTyped(withEdit(edits, lead, name, target.value));
            return name === 'note' ? (
              <div key={name} className="sm:col-span-2">
                <TextArea {...shared(name)} onChange={onChange} />
              </div>
            ) : (
              <Field key={name} {...shared(name)} onChange={onChange} />
            );
          })}
        </div>
        {isOvertaken && (
          <div role="alert" className="flex flex-col gap-2 rounded-box bg-warn-soft px-3 py-2 text-warn">
            <p>
              {theirs.length > 0
                ? t('contacts.overtaken', { fields: theirs.map((name) => t(textTitles[name])).join(', ') })
                : t('contacts.overtakenElsewhere')}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button small onClick={() => save.mutate()}>
                {t('contacts.keepMine')}
              </Button>
              <Button small onClick={takeTheirs}>
                {t('contacts.takeTheirs')}
              </Button>
            </div>
          </div>
        )}
        {error && !isOvertaken && !isAtField && (
          <p role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
            {problemOf(error, t).msg}
          </p>
        )}
        <div className="flex justify-end gap-2">
          {isEdited && <Button onClick={() => setTyped({})}>{t('contacts.discard')}</Button>}
          <Button
            look="primary"
            type="submit"
            pending={save.isPending}
            refusal={isEdited ? undefined : t('contacts.unchanged')}
          >
            {t('state.save')}
          </Button>
        </div>
      </form>
      <UnsavedGuard unsaved={isEdited} />
    </Section>
  );
}
