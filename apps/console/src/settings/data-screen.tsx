import { createExport, deleteExport, type ExportView, listExports } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { RunProgress } from '../transfer/run-progress.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { ExportParts } from './export-parts.tsx';
import { ImportGuide } from './import-guide.tsx';
import { Imports } from './imports.tsx';

/** An export that is running is read again so often. */
const readAgainMs = 2_000;
const isRunning = ({ status }: ExportView) => status === 'running';

/** The whole project, out of this installation and into it. */
export function DataScreen() {
  const t = useTexts();
  return (
    <>
      <Section title={t('settings.data.export')} help={t('settings.data.exportHelp')}>
        <Exports />
      </Section>
      <Section title={t('settings.data.import')} help={t('settings.data.importHelp')}>
        <Imports />
        <ImportGuide />
      </Section>
    </>
  );
}

function Exports() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [opened, setOpened] = useState<ExportView>();
  const [removed, setRemoved] = useState<ExportView>();
  const query = useQuery({
    queryKey: [listExports.spec.name, projectId],
    queryFn: ({ signal }) => listExports(parley, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.exports.some(isRunning) ? readAgainMs : false),
  });
  if (query.isError && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-24" />;
  const { exports } = query.data;
  const running = exports.find(isRunning);
  const finished = exports.filter((one) => one !== running);
  return (
    <>
      {running ? (
        <Running export={running} onStop={() => setRemoved(running)} />
      ) : (
        <NewExport onMade={() => void query.refetch()} />
      )}
      {finished.length > 0 && <History exports={finished} onOpen={setOpened} onRemove={setRemoved} />}
      {opened && <ExportParts export={opened} onClose={() => setOpened(undefined)} />}
      {removed && (
        <RemoveExport export={removed} onRemoved={() => void query.refetch()} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
}

function NewExport({ onMade }: { onMade: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [withFiles, setWithFiles] = useState(true);
  const create = useMutation({
    mutationFn: () => createExport(parley, { include_files: withFiles }),
    onSuccess: onMade,
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <CheckField
        label={t('settings.data.files')}
        checked={withFiles}
        onChange={({ target }) => setWithFiles(target.checked)}
      />
      <Button look="primary" pending={create.isPending} onClick={() => create.mutate()}>
        {t('settings.data.start')}
      </Button>
      <RefusedCall error={create.error} onRetry={() => create.mutate()} />
    </div>
  );
}

function Running({ export: { progress }, onStop }: { export: ExportView; onStop: () => void }) {
  const t = useTexts();
  const kinds = Object.values(progress);
  const sum = (member: 'done' | 'total') => kinds.reduce((all, kind) => all + kind[member], 0);
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <RunProgress label={t('settings.data.running')} done={sum('done')} total={sum('total') || undefined}>
          {kinds.length > 0 ? t('settings.data.records', { count: sum('done') }) : t('settings.data.waiting')}
        </RunProgress>
      </div>
      <Button onClick={onStop}>{t('settings.data.stop')}</Button>
    </div>
  );
}

interface HistoryProps {
  exports: readonly ExportView[];
  onOpen: (one: ExportView) => void;
  onRemove: (one: ExportView) => void;
}

function History({ exports, onOpen, onRemove }: HistoryProps) {
  const t = useTexts();
  const { full, date, bytes } = useFormats();
  const { people } = useWorkplace();
  return (
    <Table
      label={t('settings.data.history')}
      rows={exports}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'created',
          title: t('settings.data.created'),
          cell: ({ createdAt, createdBy }) => (
            <>
              {full(Date.parse(createdAt))}
              <span className="block text-small text-ink-soft">
                <bdi>{people.nameOf(createdBy) ?? createdBy}</bdi>
              </span>
            </>
          ),
        },
        {
          id: 'state',
          title: t('settings.data.state'),
          cell: ({ status, error, expiresAt }) => (
            <>
              {t(`settings.data.status.${status}`)}
              {error && <span className="block text-small text-ink-soft">{t(`settings.data.error.${error}`)}</span>}
              {status === 'done' && expiresAt && (
                <span className="block text-small text-ink-soft">
                  {t('settings.data.until', { when: date(Date.parse(expiresAt)) })}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'size',
          title: t('settings.data.size'),
          folds: true,
          cell: ({ size, status }) => (status === 'done' ? bytes(size) : ''),
        },
        {
          id: 'actions',
          title: t('settings.actions'),
          isActions: true,
          cell: (one) => {
            const when = full(Date.parse(one.createdAt));
            return (
              <span className="inline-flex">
                {one.status === 'done' && (
                  <IconButton label={t('settings.data.download', { when })} onClick={() => onOpen(one)}>
                    <Download size={16} aria-hidden />
                  </IconButton>
                )}
                <IconButton label={t('settings.data.remove', { when })} onClick={() => onRemove(one)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </span>
            );
          },
        },
      ]}
    />
  );
}

interface RemoveProps {
  export: ExportView;
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveExport({ export: one, onRemoved, onClose }: RemoveProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const remove = useMutation({
    mutationFn: () => deleteExport(parley, { export: one._id }),
    onSuccess: () => {
      onClose();
      onRemoved();
    },
  });
  const word = isRunning(one) ? 'stop' : 'remove';
  return (
    <Confirm
      title={t(`settings.data.${word}Title`)}
      action={word === 'stop' ? t('settings.data.stop') : t('state.remove')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t(`settings.data.${word}Text`)}</p>
    </Confirm>
  );
}
