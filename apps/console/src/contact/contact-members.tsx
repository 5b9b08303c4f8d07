import {
  getLead,
  type LeadRecordView,
  listProperties,
  mergeLeadAttributes,
  mergeLeadProperties,
  type PropertyView,
} from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { FormEnd } from '../app/form-end.tsx';
import { problemOf } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import {
  faultsOf,
  type MemberForm,
  type MemberKind,
  type MemberRow,
  memberFormOf,
  memberKinds,
  patchOf,
} from './members.ts';
import type { ChangeContact } from './use-contact.ts';

interface ContactMembersProps {
  of: 'attributes' | 'properties';
  lead: LeadRecordView;
  change: ChangeContact;
}

/** The attributes of a contact, or the values of the project's own fields. Only what was changed is sent. */
export function ContactMembers(props: ContactMembersProps) {
  const { of } = props;
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data, error, refetch } = useQuery({
    queryKey: [listProperties.spec.name, projectId],
    queryFn: ({ signal }) => listProperties(parley, {}, { signal }),
    enabled: of === 'properties',
  });
  // The answer is shared by both; attributes are not defined anywhere.
  const defined = of === 'properties' ? data : [];
  return (
    <Section title={t(`contacts.${of}`)} help={t(`contacts.${of}Help`)}>
      {defined ? (
        <MembersForm {...props} defined={defined} />
      ) : error ? (
        <Failure small problem={problemOf(error, t)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Section>
  );
}

function MembersForm({ of, lead, change, defined: known }: ContactMembersProps & { defined: readonly PropertyView[] }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  // One that is defined meanwhile would look like a change of this person's.
  const [defined] = useState(known);
  const form = useVersionedForm<LeadRecordView, MemberForm>({
    record: lead,
    formOf: (record) => memberFormOf(record[of] ?? {}, defined),
    save: (changes, from) => {
      const { name } = of === 'attributes' ? mergeLeadAttributes.spec : mergeLeadProperties.spec;
      // Not by the function of the operation: a member may be called `lead`, which it takes for the id.
      const spec = { name, address: `PATCH /v3/${projectId}/leads/${lead._id}/${of}` };
      const options = { ifMatch: etagOf(from) };
      return change(async () => (await parley.send<LeadRecordView>(spec, patchOf(changes, defined), options)).data);
    },
    reload: () => getLead(parley, { lead: lead._id }),
    // `change` keeps it.
    onSaved: () => undefined,
  });
  const rows = Object.entries(form.draft).flatMap(([key, row]) => (row ? [{ key, row }] : []));
  const faults = faultsOf(rows.map(({ row }) => row));
  const labelOf = (member: string) => defined.find(({ name }) => name === member)?.label;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!faults.some(Boolean)) form.save();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      {rows.map(({ key, row }, index) => (
        <MemberFields
          key={key}
          row={row}
          label={labelOf(row.name)}
          problem={faults[index] && t(`contacts.fault.${faults[index]}`)}
          onChange={(edited) => form.set({ [key]: { ...row, ...edited } })}
          onRemove={() => form.set({ [key]: undefined })}
        />
      ))}
      <div>
        <Button look="quiet" onClick={() => form.set({ [crypto.randomUUID()]: { name: '', kind: 'text', value: '' } })}>
          <Plus size={14} aria-hidden />
          {t('contacts.addMember')}
        </Button>
      </div>
      <FormEnd
        form={form}
        refusal={faults.some(Boolean) ? t('contacts.correctFirst') : undefined}
        describe={(key, { [key]: row }) => {
          const name = row?.name ?? key.slice(1);
          return { label: labelOf(name) ?? name, value: row?.value ?? '' };
        }}
      />
    </form>
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
