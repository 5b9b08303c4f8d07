import { limits, type RequestRecord, updateLead } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { inputLook } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';

type Lead = RequestRecord['lead'];

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
  const [isEdited, setEdited] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const known = lead[name];
  const stored = typeof known === 'string' ? known : '';
  const shown = stored ? withVisibleBidi(stored) : t('contact.add');
  const save = useMutation({
    mutationFn: (value: string) => updateLead(parley, { lead: lead._id, [name]: value || null }),
    onSuccess: (record) => {
      onChanged({ [name]: record[name] });
      close();
    },
  });

  function close() {
    const hadFocus = document.activeElement instanceof HTMLInputElement;
    save.reset();
    setEdited(false);
    if (hadFocus) requestAnimationFrame(() => opener.current?.focus());
  }

  function store(form: HTMLFormElement) {
    const value = String(new FormData(form).get(name)).trim();
    if (value === stored) close();
    else if (!save.isPending) save.mutate(value);
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  const problem = fieldProblem(save.error, name);
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0">
        {isEdited ? (
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
              // What was refused stays as it was typed.
              onBlur={({ currentTarget: { form } }) => form && !save.error && store(form)}
              className={`${inputLook} h-7`}
            />
            {problem ? (
              <p role="alert" className="text-small text-bad">
                {problem}
              </p>
            ) : (
              <RefusedCall error={save.error} onRetry={() => form.current?.requestSubmit()} />
            )}
          </form>
        ) : (
          <button
            ref={opener}
            type="button"
            aria-label={`${shown}. ${t('contact.change', { field: label })}`}
            title={stored || undefined}
            onClick={() => setEdited(true)}
            className="group -mx-1.5 -my-0.5 flex min-h-6 w-[calc(100%+0.75rem)] min-w-0 items-center gap-1 rounded-box px-1.5 text-start hover:bg-hover"
          >
            <bdi className={`min-w-0 flex-1 truncate ${stored ? '' : 'text-ink-soft'}`}>{shown}</bdi>
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
