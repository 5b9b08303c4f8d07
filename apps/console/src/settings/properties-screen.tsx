import { createProperty, limits, listProperties, type PropertyView, removeProperty, updateProperty } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
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
  const [edited, setEdited] = useState<PropertyView | 'new'>();
  const [removed, setRemoved] = useState<PropertyView>();
  const query = useQuery({ queryKey: ['properties', projectId], queryFn: () => listProperties(parley) });
  const remove = useMutation({
    mutationFn: ({ _id }: PropertyView) => removeProperty(parley, { property: _id }),
    onSuccess: () => {
      setRemoved(undefined);
      void query.refetch();
    },
  });
  if (query.isError) return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-48 max-w-3xl" />;
  const add = (
    <Button look="primary" onClick={() => setEdited('new')}>
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
              { id: 'name', title: t('settings.properties.name'), cell: ({ name }) => <code>{name}</code> },
              {
                id: 'type',
                title: t('settings.properties.type'),
                cell: ({ type }) => {
                  const word = wordOf(type);
                  return word ? t(word) : type;
                },
              },
              {
                id: 'actions',
                title: t('settings.actions'),
                cell: (one) => (
                  <RowActions name={one.label} onEdit={() => setEdited(one)} onRemove={() => setRemoved(one)} />
                ),
              },
            ]}
          />
        </>
      )}
      {edited && (
        <PropertyDialog
          property={edited === 'new' ? undefined : edited}
          onStored={() => void query.refetch()}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <Confirm
          title={t('settings.properties.removeTitle', { name: removed.label })}
          action={t('state.remove')}
          pending={remove.isPending}
          problem={remove.error ? problemOf(remove.error, t).msg : undefined}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.properties.removeText')}</p>
        </Confirm>
      )}
    </div>
  );
}

function PropertyDialog({
  property,
  onStored,
  onClose,
}: {
  property: PropertyView | undefined;
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name));
      const body = { label: text('label'), type: text('type') };
      return property
        ? updateProperty(parley, { property: property._id, ...body }, { ifMatch: etagOf(property) })
        : createProperty(parley, { name: text('name'), ...body });
    },
    onSuccess: () => {
      onStored();
      onClose();
    },
  });
  const bounds = limits.createProperty;
  // A kind that another program has set stays among the choices.
  const types = [...new Set([...Object.keys(kinds), property?.type ?? 'text'])];
  return (
    <FormDialog
      title={t(property ? 'settings.properties.edit' : 'settings.properties.new')}
      onSubmit={(form) => save.mutate(form)}
      onClose={onClose}
      pending={save.isPending}
      error={save.error}
    >
      <Field
        label={t('settings.properties.label')}
        name="label"
        dir="auto"
        required
        defaultValue={property?.label}
        maxLength={bounds.label?.maxLength}
        problem={fieldProblem(save.error, 'label')}
      />
      <Field
        label={t('settings.properties.name')}
        name="name"
        required
        disabled={property !== undefined}
        defaultValue={property?.name}
        maxLength={bounds.name?.maxLength}
        help={t('settings.properties.nameHelp')}
        problem={fieldProblem(save.error, 'name')}
      />
      <SelectField
        label={t('settings.properties.type')}
        name="type"
        defaultValue={property?.type ?? 'text'}
        choices={types.map((type) => {
          const word = wordOf(type);
          return { value: type, label: word ? t(word) : type };
        })}
        problem={fieldProblem(save.error, 'type')}
      />
    </FormDialog>
  );
}
