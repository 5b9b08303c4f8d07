import { getLead, limits, type RequestRecord, updateLead } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';

import { ChangedMembers } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { inputLook } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Breakable } from './contact-parts.tsx';

type Lead = RequestRecord['lead'];

type VersionedLead = Lead & { __v: number };

interface EditableFactProps {
  lead: Lead;
  name: 'fullname' | 'email' | 'phone' | 'company';
  label: string;
  onChanged: (change: Partial<Lead>) => void;
}

/** One text of the contact, edited in its place: Enter or leaving the field stores it, Escape does not. */
export function EditableFact({ lead, name, label, onChanged }: EditableFactProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  /** What it was when the field was opened. */
  const [before, setBefore] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const stored = textOf(lead, name);
  const shown = stored ? withVisibleBidi(stored) : t('contact.add');
  const fact = useVersionedForm<VersionedLead, { value: string }>({
    record: versioned(lead),
    formOf: (record) => ({ value: textOf(record, name) }),
    save: async ({ value }, from) =>
      versioned(await updateLead(parley, { lead: lead._id, [name]: value || null }, { ifMatch: etagOf(from) })),
    reload: async () => versioned(await getLead(parley, { lead: lead._id })),
    onSaved: take,
  });
  const { conflict, error } = fact;

  /** Shows what is stored now. */
  function take(record: VersionedLead) {
    onChanged({ [name]: record[name], __v: record.__v });
    close();
  }

  function open() {
    // A change by another person from now on is a conflict, also one that the page has heard of.
    fact.set({});
    setBefore(stored);
  }

  function close() {
    const hadFocus = document.activeElement instanceof HTMLInputElement;
    fact.reset();
    setBefore(undefined);
    if (hadFocus) requestAnimationFrame(() => opener.current?.focus());
  }

  function store(form: HTMLFormElement) {
    const value = String(new FormData(form).get(name)).trim();
    if (value === before) close();
    else fact.store({ value });
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  const problem = fieldProblem(error, name);
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0">
        {before !== undefined ? (
          <form
            ref={form}
            className="flex flex-col gap-1"
            onSubmit={(event: FormEvent<HTMLFormElement>) => {
              event.preventDefault();
              store(event.currentTarget);
            }}
          >
            <input
              // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
              autoFocus
              name={name}
              dir="auto"
              autoComplete="off"
              defaultValue={stored}
              maxLength={limits.createLead[name].maxLength}
              aria-label={label}
              aria-invalid={problem ? true : undefined}
              onKeyDown={press}
              // What was refused or is undecided stays as it was typed.
              onBlur={({ currentTarget: { form } }) => form && !error && !conflict && store(form)}
              className={`${inputLook} h-7`}
            />
            {problem ? (
              <p role="alert" className="text-small text-bad">
                {problem}
              </p>
            ) : (
              <RefusedCall error={error} onRetry={() => form.current?.requestSubmit()} />
            )}
            {conflict && (
              <ChangedMembers
                members={[{ label, stored: textOf(conflict.theirs, name), own: fact.draft.value }]}
                onTheirs={() => take(conflict.theirs)}
                onMine={fact.keepMine}
                pending={fact.pending}
              />
            )}
          </form>
        ) : (
          <button
            ref={opener}
            type="button"
            aria-label={`${shown}. ${t('contact.change', { field: label })}`}
            title={stored || undefined}
            onClick={open}
            className="group -mx-1.5 -my-0.5 flex min-h-6 w-[calc(100%+0.75rem)] min-w-0 items-center gap-1 rounded-box px-1.5 text-start hover:bg-hover"
          >
            <bdi className={`min-w-0 flex-1 wrap-anywhere ${stored ? '' : 'text-ink-soft'}`}>
              {stored ? <Breakable text={stored} /> : shown}
            </bdi>
            <Pencil
              size={12}
              aria-hidden
              className="hidden shrink-0 text-ink-soft group-hover:block group-focus-visible:block"
            />
          </button>
        )}
      </dd>
    </>
  );
}

/** A lead without a version has not been confirmed by contacts yet. */
function versioned(lead: Lead): VersionedLead {
  return { ...lead, __v: typeof lead.__v === 'number' ? lead.__v : 0 };
}

function textOf(lead: Lead, name: EditableFactProps['name']): string {
  const text = lead[name];
  return typeof text === 'string' ? text : '';
}
