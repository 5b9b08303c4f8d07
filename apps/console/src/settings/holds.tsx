import { createHold, deleteHold, type HoldView, limits, listHolds } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';

const kindWords = { request: 'settings.holds.request', lead: 'settings.holds.lead' } as const;

/** Requests and contacts that are kept, whatever the retention says. */
export function Holds() {
  const t = useTexts();
  const { date } = useFormats();
  const { parley, projectId } = useWorkplace();
  const [adding, setAdding] = useState(false);
  const [ended, setEnded] = useState<HoldView>();
  const query = useQuery({ queryKey: ['holds', projectId], queryFn: () => listHolds(parley, {}) });
  const end = useMutation({
    mutationFn: ({ _id }: HoldView) => deleteHold(parley, { hold_id: _id }),
    onSuccess: () => {
      setEnded(undefined);
      void query.refetch();
    },
  });
  const holds = query.data ?? [];
  return (
    <Section title={t('settings.holds')} help={t('settings.holds.help')}>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-16" />}
      {query.data && holds.length === 0 && <p className="text-ink-soft">{t('settings.holds.none')}</p>}
      {holds.length > 0 && (
        <Table
          label={t('settings.holds')}
          rows={holds}
          keyOf={({ _id }) => _id}
          columns={[
            {
              id: 'record',
              title: t('settings.holds.record'),
              cell: ({ kind, record, request_id }) => (
                <span className="break-all">
                  {t(kindWords[kind])} <code>{request_id ?? record}</code>
                </span>
              ),
            },
            { id: 'reason', title: t('settings.holds.reason'), folds: true, cell: ({ reason }) => <bdi>{reason}</bdi> },
            {
              id: 'since',
              title: t('settings.holds.since'),
              folds: true,
              cell: ({ createdAt }) => date(Date.parse(createdAt)),
            },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (hold) => <Button onClick={() => setEnded(hold)}>{t('settings.holds.end')}</Button>,
            },
          ]}
        />
      )}
      <div>
        <Button onClick={() => setAdding(true)}>
          <Plus size={14} aria-hidden />
          {t('settings.holds.new')}
        </Button>
      </div>
      {adding && (
        <HoldDialog
          onClose={() => setAdding(false)}
          onStored={() => {
            setAdding(false);
            void query.refetch();
          }}
        />
      )}
      {ended && (
        <Confirm
          title={t('settings.holds.endTitle')}
          action={t('settings.holds.end')}
          pending={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(ended)}
          onClose={() => setEnded(undefined)}
        >
          <p>{t('settings.holds.endText')}</p>
        </Confirm>
      )}
    </Section>
  );
}

function HoldDialog({ onStored, onClose }: { onStored: () => void; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [kind, setKind] = useState<HoldView['kind']>('request');
  const [record, setRecord] = useState('');
  const [reason, setReason] = useState('');
  const create = useMutation({ mutationFn: () => createHold(parley, { kind, record, reason }), onSuccess: onStored });
  return (
    <FormDialog
      title={t('settings.holds.new')}
      action={t('settings.holds.new')}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <SelectField
        label={t('settings.holds.kind')}
        value={kind}
        choices={(['request', 'lead'] as const).map((value) => ({ value, label: t(kindWords[value]) }))}
        onChange={(event) => setKind(event.target.value === 'lead' ? 'lead' : 'request')}
      />
      <Field
        label={t('settings.holds.id')}
        value={record}
        onChange={(event) => setRecord(event.target.value)}
        required
        maxLength={limits.createHold.record?.maxLength}
        problem={fieldProblem(create.error, 'record')}
      />
      <Field
        label={t('settings.holds.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        required
        maxLength={limits.createHold.reason?.maxLength}
        problem={fieldProblem(create.error, 'reason')}
      />
    </FormDialog>
  );
}
