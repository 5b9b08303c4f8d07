import { getLead, type LeadRecordView, updateLead } from '@parley/sdk';

import { FormEnd } from '../app/form-end.tsx';
import type { MessageId } from '../app/language.ts';
import { fieldProblem } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { type ContactText, contactTexts, maxCharacters, textsOf } from './contact-fields.ts';
import type { ChangeContact } from './use-contact.ts';

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

/** The texts of a contact. */
export function ContactDetails({ lead, change }: { lead: LeadRecordView; change: ChangeContact }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const form = useVersionedForm<LeadRecordView, Record<ContactText, string>>({
    record: lead,
    formOf: textsOf,
    save: (changes, from) =>
      change(() => updateLead(parley, { lead: lead._id, ...changes }, { ifMatch: etagOf(from) })),
    reload: () => getLead(parley, { lead: lead._id }),
    // `change` keeps it.
    onSaved: () => undefined,
  });
  const shared = (name: ContactText) => ({
    name,
    label: t(textTitles[name]),
    value: form.draft[name],
    maxLength: maxCharacters(name),
    problem: fieldProblem(form.error, name),
    dir: 'auto' as const,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => form.set({ [name]: target.value }),
  });
  return (
    <Section title={t('contacts.details')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        className="flex flex-col gap-4"
      >
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {contactTexts.map((name) =>
            name === 'note' ? (
              <div key={name} className="sm:col-span-2">
                <TextArea {...shared(name)} />
              </div>
            ) : (
              <Field key={name} {...shared(name)} />
            ),
          )}
        </div>
        <FormEnd form={form} describe={(name, texts) => ({ label: t(textTitles[name]), value: texts[name] })} />
      </form>
    </Section>
  );
}
