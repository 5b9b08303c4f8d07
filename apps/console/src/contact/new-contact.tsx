import { createLead, isParleyError, listLeads } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';

import type { MessageId } from '../app/language.ts';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { maxCharacters } from './contact-fields.ts';

const fields = [
  ['fullname', 'contacts.fullname'],
  ['email', 'contact.email'],
  ['phone', 'contact.phone'],
  ['company', 'contacts.company'],
  ['lead_id', 'contacts.leadId'],
] as const satisfies readonly (readonly [string, MessageId])[];

/** A new contact. One whose id exists already is offered instead. */
export function NewContactDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const create = useMutation({
    mutationFn: (lead: Record<string, string>) => createLead(parley, lead),
    onSuccess: async ({ _id }) => {
      void client.invalidateQueries({ queryKey: [listLeads.spec.name] });
      await navigate({ to: '/$project/contacts/{-$lead}', params: { project: projectId, lead: _id } });
    },
  });
  const { error } = create;
  const existing = isParleyError(error, 'lead_exists') ? error.conflict : undefined;
  const isAtField = fields.some(([name]) => fieldProblem(error, name));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()] as const);
    create.mutate(Object.fromEntries(typed.filter(([, value]) => value !== '')));
  }

  return (
    <Dialog open title={t('contacts.new')} onClose={onClose} closeLabel={t('state.close')}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {fields.map(([name, word]) => (
          <Field
            key={name}
            name={name}
            label={t(word)}
            dir="auto"
            maxLength={maxCharacters(name)}
            autoComplete="off"
            {...(name === 'lead_id' && { help: t('contacts.leadIdHelp') })}
            problem={fieldProblem(error, name)}
          />
        ))}
        {existing && (
          <p role="alert" className="rounded-box bg-warn-soft px-3 py-2 text-warn">
            {t('contacts.exists')}{' '}
            <Link
              to="/$project/contacts/{-$lead}"
              params={{ project: projectId, lead: existing }}
              className="font-semibold underline underline-offset-2"
            >
              {t('contacts.openExisting')}
            </Link>
          </p>
        )}
        {!isAtField && !existing && (
          <RefusedCall error={error} onRetry={() => create.variables && create.mutate(create.variables)} />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('state.cancel')}</Button>
          <Button look="primary" type="submit" pending={create.isPending}>
            {t('contacts.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
