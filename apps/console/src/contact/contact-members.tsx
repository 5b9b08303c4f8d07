import {
  type LeadRecordView,
  listProperties,
  mergeLeadAttributes,
  mergeLeadProperties,
  type PropertyView,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { LeaveGuard } from '../app/form-end.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { faultsOf, type MemberKind, type MemberRow, memberKinds, patchOf, rowsOf, withDefined } from './members.ts';
import type { ChangeContact } from './use-contact.ts';

interface ContactMembersProps {
  of: 'attributes' | 'properties';
  lead: LeadRecordView;
  change: ChangeContact;
}

/** The attributes of a contact, or the values of the project's own fields. Only what was changed is sent. */
export function ContactMembers({ of, lead, change }: ContactMembersProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [edited, setEdited] = useState<MemberRow[]>();
  const definitions = useQuery({
    queryKey: [listProperties.spec.name, projectId],
    queryFn: ({ signal }) => listProperties(parley, {}, { signal }),
    enabled: of === 'properties',
  });
  // The answer is shared by both; attributes are not defined anywhere.
  const defined: readonly PropertyView[] = (of === 'properties' && definitions.data) || [];
  const stored = lead[of] ?? {};
  const rows = edited ?? withDefined(rowsOf(stored), defined);
  // An empty field of the project's own is one without a value.
  const sent = rows.filter(({ name, value }) => value !== '' || !isDefined(name));
  const faults = faultsOf(rows);
  const isEdited = edited !== undefined && (faults.some(Boolean) || Object.keys(patchOf(stored, sent)).length > 0);
  const save = useMutation({
    mutationFn: () => {
      const { name } = of === 'attributes' ? mergeLeadAttributes.spec : mergeLeadProperties.spec;
      // Not by the function of the operation: a member may be called `lead`, which it takes for the id.
      const spec = { name, address: `PATCH /v3/${projectId}/leads/${lead._id}/${of}` };
      return change(async () => (await parley.send<LeadRecordView>(spec, patchOf(stored, sent))).data);
    },
    onSuccess: () => {
      setEdited(undefined);
      toast.add({ title: t('state.saved') });
    },
  });

  function isDefined(name: string): boolean {
    return defined.some((one) => one.name === name);
  }

  function edit(index: number, change: Partial<MemberRow>) {
    setEdited(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isEdited && !faults.some(Boolean)) save.mutate();
  }

  return (
    <Section title={t(`contacts.${of}`)} help={t(`contacts.${of}Help`)}>
      <form onSubmit={submit} className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <MemberFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the name is being typed.
            key={index}
            row={row}
            label={defined.find(({ name }) => name === row.name)?.label}
            problem={faults[index] && t(`contacts.fault.${faults[index]}`)}
            onChange={(change) => edit(index, change)}
            onRemove={() => setEdited(rows.filter((_, at) => at !== index))}
          />
        ))}
        <RefusedCall
          error={save.error ?? definitions.error}
          onRetry={() => (save.error ? save.mutate() : void definitions.refetch())}
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button look="quiet" onClick={() => setEdited([...rows, { name: '', kind: 'text', value: '' }])}>
            <Plus size={14} aria-hidden />
            {t('contacts.addMember')}
          </Button>
          <div className="flex gap-2">
            {edited && <Button onClick={() => setEdited(undefined)}>{t('state.discard')}</Button>}
            <Button
              look="primary"
              type="submit"
              pending={save.isPending}
              refusal={!isEdited ? t('state.unchanged') : faults.some(Boolean) ? t('contacts.correctFirst') : undefined}
            >
              {t('state.save')}
            </Button>
          </div>
        </div>
      </form>
      <LeaveGuard isDirty={isEdited} />
    </Section>
  );
}

interface MemberFieldsProps {
  row: MemberRow;
  /** Of a field of the project's own, whose name is not written by hand. */
  label: string | undefined;
  problem: string | undefined;
  onChange: (change: Partial<MemberRow>) => void;
  onRemove: () => void;
}

function MemberFields({ row, label, problem, onChange, onRemove }: MemberFieldsProps) {
  const t = useTexts();
  const { name, kind, value } = row;
  const valueLabel = label ?? t('contacts.member.value');
  return (
    <div className="flex flex-wrap items-start gap-2">
      {label === undefined && (
        <div className="min-w-32 flex-1">
          <Field
            label={t('contacts.member.name')}
            value={name}
            dir="auto"
            maxLength={100}
            onChange={({ target }) => onChange({ name: target.value })}
            problem={problem}
          />
        </div>
      )}
      <div className="w-32">
        <SelectField
          label={t('contacts.member.kind')}
          value={kind}
          onChange={({ target }) => onChange({ kind: target.value as MemberKind })}
          choices={memberKinds.map((one) => ({ value: one, label: t(`contacts.kind.${one}`) }))}
        />
      </div>
      <div className="flex min-w-48 flex-2 items-start gap-2">
        <div className="min-w-0 flex-1">
          {kind === 'boolean' ? (
            <SelectField
              label={valueLabel}
              value={value === 'true' ? 'true' : 'false'}
              onChange={({ target }) => onChange({ value: target.value })}
              choices={(['true', 'false'] as const).map((one) => ({ value: one, label: t(`contacts.boolean.${one}`) }))}
            />
          ) : (
            <Field
              label={valueLabel}
              value={value}
              dir="auto"
              inputMode={kind === 'number' ? 'decimal' : 'text'}
              onChange={({ target }) => onChange({ value: target.value })}
              problem={label !== undefined ? problem : undefined}
            />
          )}
        </div>
        <div className="pt-6">
          <IconButton label={t('contacts.removeMember', { name: label ?? name })} onClick={onRemove}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      </div>
    </div>
  );
}
