import { addLeadTags, type LeadRecordView, removeLeadTag } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { FormEvent } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import type { ChangeContact } from './use-contact.ts';

export function ContactTags({ lead, change }: { lead: LeadRecordView; change: ChangeContact }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const act = useMutation({ mutationFn: (call: Parameters<ChangeContact>[0]) => change(call) });

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const tag = String(new FormData(form).get('tag')).trim();
    if (!tag) return;
    act.mutate(() => addLeadTags(parley, { lead: lead._id, items: [tag] }), {
      onSuccess: () => form.reset(),
    });
  }

  return (
    <Section title={t('contact.tags')}>
      {lead.tags && lead.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {lead.tags.map((tag) => (
            <li key={tag} className="flex items-center rounded-box border border-line bg-paper ps-2 text-small">
              <bdi className="max-w-60 truncate">{tag}</bdi>
              <button
                type="button"
                aria-label={t('contact.removeTag', { tag })}
                onClick={() => act.mutate(() => removeLeadTag(parley, { lead: lead._id, tag }))}
                className="flex size-6 items-center justify-center rounded-box hover:bg-hover"
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex gap-2">
        <input
          name="tag"
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          aria-label={t('contact.addTag')}
          placeholder={t('contact.addTag')}
          className={classes(inputLook, 'h-9')}
        />
        <Button type="submit" pending={act.isPending}>
          {t('contacts.add')}
        </Button>
      </form>
      <RefusedCall error={act.error} onRetry={() => act.variables && act.mutate(act.variables)} />
    </Section>
  );
}
