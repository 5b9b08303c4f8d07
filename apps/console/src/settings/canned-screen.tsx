import {
  type CannedResponseView,
  createCannedResponse,
  deleteCannedResponse,
  getCannedResponse,
  limits,
  listCannedResponses,
  updateCannedResponse,
} from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareText, Plus } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { isAtLeast } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field, inputLook } from '../ui/field.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { RowActions } from './row-actions.tsx';

/** Texts that people put into their answers: shared ones, and the person’s own. */
export function CannedScreen() {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId, me, teammate } = useWorkplace();
  const { q } = useSearch({ from: '/person/$project/settings/canned' });
  const [edited, setEdited] = useState<CannedResponseView>();
  const [removed, setRemoved] = useState<CannedResponseView>();
  const query = useQuery({
    queryKey: ['canned', projectId, q],
    queryFn: () =>
      listCannedResponses(parley, { sortField: 'title', direction: 1, ...(q !== undefined && { full_text: q }) }),
    placeholderData: (before) => before,
  });
  const mayChange = ({ createdBy }: CannedResponseView) => createdBy === me || isAtLeast(teammate.role, 'admin');
  const search = (words: string) =>
    void navigate({
      to: '/$project/settings/canned',
      params: { project: projectId },
      search: words === '' ? {} : { q: words },
      replace: true,
    });

  const add = (
    <Button look="primary" onClick={() => setEdited(newCanned(isAtLeast(teammate.role, 'admin')))}>
      <Plus size={16} aria-hidden />
      {t('settings.canned.new')}
    </Button>
  );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <div className="flex flex-wrap justify-between gap-2">
        <input
          type="search"
          aria-label={t('settings.canned.search')}
          placeholder={t('settings.canned.search')}
          value={q ?? ''}
          onChange={(event) => search(event.target.value)}
          className={`${inputLook} h-9 max-w-72`}
        />
        {add}
      </div>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data?.length === 0 && (
        <Empty
          icon={<MessageSquareText size={28} strokeWidth={1.5} />}
          title={t(q === undefined ? 'settings.canned.none' : 'settings.noMatch')}
          action={q === undefined ? add : <Button onClick={() => search('')}>{t('settings.clearSearch')}</Button>}
        >
          {q === undefined && t('settings.canned.noneText')}
        </Empty>
      )}
      {query.data && query.data.length > 0 && (
        <Table
          label={t('settings.canned')}
          rows={query.data}
          keyOf={({ _id }) => _id}
          columns={[
            {
              id: 'text',
              title: t('settings.canned.text'),
              cell: ({ title, text }) => (
                <span className="flex max-w-xl flex-col">
                  {title && <bdi className="font-semibold">{title}</bdi>}
                  <bdi className="line-clamp-2 text-start text-ink-soft">{text}</bdi>
                </span>
              ),
            },
            {
              id: 'for',
              title: t('settings.canned.for'),
              folds: true,
              cell: ({ shared }) => t(shared ? 'settings.canned.all' : 'settings.canned.own'),
            },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (one) =>
                mayChange(one) && (
                  <RowActions
                    name={one.title ?? one.text}
                    onEdit={() => setEdited(one)}
                    onRemove={() => setRemoved(one)}
                  />
                ),
            },
          ]}
        />
      )}
      {edited && (
        <CannedDialog canned={edited} onStored={() => void query.refetch()} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <ConfirmCall
          title={t('settings.canned.removeTitle')}
          action={t('state.remove')}
          call={() => deleteCannedResponse(parley, { canned_id: removed._id })}
          onDone={() => {
            setRemoved(undefined);
            void query.refetch();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t(removed.shared ? 'settings.canned.removeShared' : 'settings.canned.removeOwn')}</p>
        </ConfirmCall>
      )}
    </div>
  );
}

interface CannedForm {
  title: string;
  text: string;
  shared: boolean;
}

/** An own one, unless the person may make texts for all. */
const newCanned = (shared: boolean) => ({ _id: '', __v: 0, updatedAt: '', text: '', shared }) as CannedResponseView;

function CannedDialog({
  canned,
  onStored,
  onClose,
}: {
  canned: CannedResponseView;
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const isNew = canned._id === '';
  const bounds = limits.createCannedResponse;
  const words = {
    title: 'settings.canned.title',
    text: 'settings.canned.text',
    shared: 'settings.canned.share',
  } as const;
  return (
    <RecordDialog<CannedResponseView, CannedForm>
      wide
      title={t(isNew ? 'settings.canned.new' : 'settings.canned.edit')}
      record={canned}
      formOf={({ title = '', text, shared }) => ({ title, text, shared })}
      save={(changes, from) =>
        isNew
          ? createCannedResponse(parley, { text: from.text, shared: from.shared, ...changes })
          : updateCannedResponse(parley, { canned_id: from._id, ...changes }, { ifMatch: etagOf(from) })
      }
      reload={() => getCannedResponse(parley, { canned_id: canned._id })}
      describe={(name, form) => ({
        label: t(words[name]),
        value: name === 'shared' ? t(form.shared ? 'settings.canned.all' : 'settings.canned.own') : form[name],
      })}
      onStored={onStored}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <Field
            label={t('settings.canned.title')}
            dir="auto"
            value={draft.title}
            onChange={({ target }) => set({ title: target.value })}
            maxLength={bounds.title?.maxLength}
            problem={fieldProblem(error, 'title')}
          />
          <TextArea
            label={t('settings.canned.text')}
            rows={6}
            required
            value={draft.text}
            onChange={({ target }) => set({ text: target.value })}
            maxLength={bounds.text?.maxLength}
            help={t('settings.canned.placeholders', { contact: '$recipient_name', agent: '$agent_name' })}
            problem={fieldProblem(error, 'text')}
          />
          <CheckField
            label={t('settings.canned.share')}
            checked={draft.shared}
            onChange={({ target }) => set({ shared: target.checked })}
            help={t('settings.canned.shareHelp')}
          />
        </>
      )}
    </RecordDialog>
  );
}
