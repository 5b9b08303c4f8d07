import { listLeads } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useQuery } from '@tanstack/react-query';
import { Contact, UserPlus } from 'lucide-react';
import { type RefObject, useDeferredValue, useId, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { About, describedBy, Field, inputLook } from '../ui/field.tsx';
import { type ListboxOption, useListbox } from '../ui/listbox.tsx';
import type { Recipient } from './start.ts';

/** A contact who is known, or one to be created. */
export type RecipientChoice =
  | { kind: 'known'; recipient: Recipient }
  | { kind: 'new'; fullname: string; email: string };

interface RecipientFieldProps {
  choice: RecipientChoice | undefined;
  onChange: (choice: RecipientChoice | undefined) => void;
  field: RefObject<HTMLInputElement | null>;
  /** What is wrong with the choice, and with each field of a new contact. */
  problemAt: (field: 'requester' | 'fullname' | 'email') => string | undefined;
}

/** To whom: found by words, or new. */
export function RecipientField({ choice, onChange, field, problemAt }: RecipientFieldProps) {
  const t = useTexts();
  if (choice?.kind === 'known')
    return <Known {...choice} problem={problemAt('requester')} onChange={() => onChange(undefined)} />;
  if (!choice) return <Search onChange={onChange} field={field} problem={problemAt('requester')} />;
  const change = (values: Partial<{ fullname: string; email: string }>) => onChange({ ...choice, ...values });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{t('start.newContact')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          ref={field}
          label={t('contact.name')}
          dir="auto"
          autoComplete="off"
          maxLength={255}
          value={choice.fullname}
          onChange={({ target }) => change({ fullname: target.value })}
          problem={problemAt('fullname') ?? problemAt('requester')}
        />
        <Field
          label={t('contact.email')}
          dir="auto"
          autoComplete="off"
          maxLength={254}
          value={choice.email}
          onChange={({ target }) => change({ email: target.value })}
          problem={problemAt('email')}
        />
      </div>
      <div>
        <Button small onClick={() => onChange(undefined)}>
          {t('start.toSearch')}
        </Button>
      </div>
    </fieldset>
  );
}

interface KnownProps {
  recipient: Recipient;
  problem: string | undefined;
  onChange: () => void;
}

function Known({ recipient: { name, email, lead_id }, problem, onChange }: KnownProps) {
  const t = useTexts();
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-semibold">{t('contact.title')}</legend>
      <div className="flex items-center gap-3 rounded-box border border-line bg-raised px-3 py-2">
        <Avatar small id={lead_id} name={name} />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate">{withVisibleBidi(name)}</bdi>
          {email && email !== name && (
            <bdi className="block truncate text-small text-ink-soft">{withVisibleBidi(email)}</bdi>
          )}
        </span>
        <Button small onClick={onChange}>
          {t('start.otherContact')}
        </Button>
      </div>
      <About id={id} problem={problem} help={undefined} />
    </fieldset>
  );
}

/** Contacts listed at most; words narrow further. */
const maxContacts = 8;

interface SearchProps {
  onChange: (choice: RecipientChoice) => void;
  field: RefObject<HTMLInputElement | null>;
  problem: string | undefined;
}

function Search({ onChange, field, problem }: SearchProps) {
  const t = useTexts();
  const id = useId();
  const { parley, projectId } = useWorkplace();
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words.trim());
  const { data } = useQuery({
    queryKey: ['contact-names', projectId, asked, maxContacts],
    queryFn: ({ signal }) => listLeads(parley, { full_text: asked, limit: maxContacts }, { signal }),
    placeholderData: (former) => former,
    enabled: asked !== '',
  });
  const known: ListboxOption[] = (data?.leads ?? []).map(({ _id, lead_id, fullname, email }) => {
    const name = fullname || email || lead_id;
    return {
      key: _id,
      title: name,
      text: fullname ? email : undefined,
      icon: <Contact size={14} aria-hidden />,
      pick: () => onChange({ kind: 'known', recipient: { lead_id, name, email } }),
    };
  });
  const isAddress = words.includes('@');
  const create = {
    key: 'new',
    title: words.trim() ? t('start.create', { name: words.trim() }) : t('start.newContact'),
    icon: <UserPlus size={14} aria-hidden />,
    pick: () =>
      onChange({ kind: 'new', fullname: isAddress ? '' : words.trim(), email: isAddress ? words.trim() : '' }),
  };
  const { press, field: listed, list } = useListbox([...(asked ? known : []), create], t('contact.title'));
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {t('contact.title')}
      </label>
      <input
        id={id}
        ref={field}
        type="text"
        role="combobox"
        aria-expanded
        dir="auto"
        autoComplete="off"
        placeholder={t('pick.contactHint')}
        maxLength={200}
        value={words}
        {...listed}
        {...describedBy(id, problem, undefined)}
        onChange={({ target }) => setWords(target.value)}
        // Tab moves to the next field: only Enter takes the marked one.
        onKeyDown={(event) => event.key !== 'Tab' && !event.nativeEvent.isComposing && press(event)}
        className={classes(inputLook, 'h-9')}
      />
      <About id={id} problem={problem} help={undefined} />
      <div className="max-h-56 overflow-y-auto rounded-box border border-line">{list}</div>
    </div>
  );
}
