import {
  createProperty,
  getProperty,
  limits,
  listProperties,
  type PropertyView,
  removeProperty,
  updateProperty,
} from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { RowActions } from './row-actions.tsx';

const kinds = {
  text: 'settings.kind.text',
  number: 'settings.kind.number',
  boolean: 'settings.kind.boolean',
  date: 'settings.kind.date',
} as const;
const wordOf = (type: string) => (Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : undefined);

/** Fields of contacts that the project adds. */
export function PropertiesScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [edited, setEdited] = useState<PropertyView>();
  const [removed, setRemoved] = useState<PropertyView>();
  const query = useQuery({ queryKey: ['properties', projectId], queryFn: () => listProperties(parley) });
  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-48 max-w-3xl" />;
  const add = (
    <Button look="primary" onClick={() => setEdited(newProperty)}>
      <Plus size={16} aria-hidden />
      {t('settings.properties.new')}
    </Button>
  );
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {query.data.length === 0 ? (
        <Empty icon={<ListPlus size={28} strokeWidth={1.5} />} title={t('settings.properties.none')} action={add}>
          {t('settings.properties.noneText')}
        </Empty>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <Table
            label={t('settings.properties')}
            rows={query.data}
            keyOf={({ _id }) => _id}
            columns={[
              { id: 'label', title: t('settings.properties.label'), cell: ({ label }) => <bdi>{label}</bdi> },
              {
                id: 'name',
                title: t('settings.properties.name'),
                folds: true,
                cell: ({ name }) => <code>{name}</code>,
              },
              {
                id: 'type',
                title: t('settings.properties.type'),
                folds: true,
                cell: ({ type }) => {
                  const word = wordOf(type);
                  return word ? t(word) : type;
                },
              },
              {
                id: 'actions',
                title: t('settings.actions'),
                isActions: true,
                cell: (one) => (
                  <RowActions name={one.label} onEdit={() => setEdited(one)} onRemove={() => setRemoved(one)} />
                ),
              },
            ]}
          />
        </>
      )}
      {edited && (
        <PropertyDialog property={edited} onStored={() => void query.refetch()} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <ConfirmCall
          title={t('settings.properties.removeTitle', { name: removed.label })}
          action={t('state.remove')}
          call={() => removeProperty(parley, { property: removed._id })}
          onDone={() => {
            setRemoved(undefined);
            void query.refetch();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.properties.removeText')}</p>
        </ConfirmCall>
      )}
    </div>
  );
}

interface PropertyForm {
  label: string;
  name: string;
  type: string;
}

const newProperty = { _id: '', __v: 0, updatedAt: '', label: '', name: '', type: 'text' } as PropertyView;

function PropertyDialog({
  property,
  onStored,
  onClose,
}: {
  property: PropertyView;
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const isNew = property === newProperty;
  const bounds = limits.createProperty;
  // A kind that another program has set stays among the choices.
  const types = [...new Set([...Object.keys(kinds), property.type])];
  const typeLabel = (type: string) => {
    const word = wordOf(type);
    return word ? t(word) : type;
  };
  return (
    <RecordDialog<PropertyView, PropertyForm>
      title={t(isNew ? 'settings.properties.new' : 'settings.properties.edit')}
      record={property}
      formOf={({ label, name, type }) => ({ label, name, type })}
      save={(changes, from) =>
        isNew
          ? createProperty(parley, { label: from.label, name: from.name, type: from.type, ...changes })
          : updateProperty(parley, { property: from._id, ...changes }, { ifMatch: etagOf(from) })
      }
      reload={() => getProperty(parley, { property: property._id })}
      describe={(member, form) => ({
        label: t(`settings.properties.${member}`),
        value: member === 'type' ? typeLabel(form.type) : form[member],
      })}
      onStored={onStored}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <Field
            label={t('settings.properties.label')}
            dir="auto"
            required
            value={draft.label}
            onChange={({ target }) => set({ label: target.value })}
            maxLength={bounds.label?.maxLength}
            problem={fieldProblem(error, 'label')}
          />
          <Field
            label={t('settings.properties.name')}
            required
            disabled={!isNew}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            maxLength={bounds.name?.maxLength}
            help={t('settings.properties.nameHelp')}
            problem={fieldProblem(error, 'name')}
          />
          <SelectField
            label={t('settings.properties.type')}
            value={draft.type}
            onChange={({ target }) => set({ type: target.value })}
            choices={types.map((type) => ({ value: type, label: typeLabel(type) }))}
            problem={fieldProblem(error, 'type')}
          />
        </>
      )}
    </RecordDialog>
  );
}
