import { importBot, updateBot } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Bot, Plus, Upload } from 'lucide-react';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Page, tabLook } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { CreateBot } from './create-bot.tsx';
import { FileButton } from './file-button.tsx';
import { type BotRecord, useBots, useMayEdit, useReadBotsAgain } from './use-bots.ts';

const route = getRouteApi('/person/$project/bots/{-$id}/{-$tab}');

/** The bots of the project, or those in the trash. */
export function BotList() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const mayEdit = useMayEdit();
  const trashed = route.useSearch().trashed === true && mayEdit;
  const bots = useBots(trashed);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('bots.create')}
    </Button>
  );
  return (
    <Page
      title={t('bots.title')}
      actions={
        mayEdit && (
          <>
            <ImportButton />
            {create}
          </>
        )
      }
      tabs={
        mayEdit &&
        [false, true].map((isTrash) => (
          <Link
            key={String(isTrash)}
            to="/$project/bots/{-$id}/{-$tab}"
            params={{ project: projectId, id: undefined, tab: undefined }}
            search={isTrash ? { trashed: true } : {}}
            activeOptions={{ exact: true }}
            className={tabLook}
          >
            {t(isTrash ? 'bots.trash' : 'bots.inUse')}
          </Link>
        ))
      }
    >
      {bots.error && !bots.data ? (
        <Failure problem={problemOf(bots.error, t)} onRetry={() => void bots.refetch()} />
      ) : !bots.data ? (
        <Skeleton className="h-40" />
      ) : bots.data.length === 0 ? (
        <Empty
          icon={<Bot size={28} strokeWidth={1.5} />}
          title={t(trashed ? 'bots.trashEmpty' : 'bots.none')}
          action={mayEdit && !trashed && create}
        >
          {t(trashed ? 'bots.trashEmptyText' : 'bots.noneText')}
        </Empty>
      ) : (
        <BotTable bots={bots.data} trashed={trashed} />
      )}
      {creating && <CreateBot onClose={() => setCreating(false)} />}
    </Page>
  );
}

function BotTable({ bots, trashed }: { bots: readonly BotRecord[]; trashed: boolean }) {
  const t = useTexts();
  const { full } = useFormats();
  const { projectId } = useWorkplace();
  return (
    <Table
      label={t('bots.title')}
      rows={bots}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          title: t('bots.name'),
          cell: ({ _id, name, description }) => (
            <>
              {trashed ? (
                <bdi className="font-semibold">{name}</bdi>
              ) : (
                <Link
                  to="/$project/bots/{-$id}/{-$tab}"
                  params={{ project: projectId, id: _id, tab: undefined }}
                  className="font-semibold text-accent underline underline-offset-2"
                >
                  <bdi>{name}</bdi>
                </Link>
              )}
              {description && (
                <p dir="auto" className="line-clamp-1 text-small text-ink-soft">
                  {description}
                </p>
              )}
            </>
          ),
        },
        {
          id: 'kind',
          title: t('bots.kind'),
          folds: true,
          cell: ({ external }) => t(external ? 'bots.external' : 'bots.internal'),
        },
        { id: 'state', title: t('bots.state'), folds: true, cell: (bot) => <State bot={bot} /> },
        {
          id: 'changed',
          title: t('bots.changed'),
          onlyWide: true,
          cell: ({ updatedAt }) => <time dateTime={updatedAt}>{full(Date.parse(updatedAt))}</time>,
        },
        ...(trashed
          ? [
              {
                id: 'restore',
                title: t('bots.actions'),
                isActions: true,
                cell: (bot: BotRecord) => <RestoreButton bot={bot} />,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Which version visitors get, and whether the draft is ahead of it. */
export function State({
  bot: { external, published_id, published_version: version = 1, modified },
}: {
  bot: BotRecord;
}) {
  const t = useTexts();
  if (external) return t('bots.called');
  if (published_id === undefined) return t('bots.unpublished');
  return (
    <>
      {t('bots.published', { version })}
      {modified && (
        <>
          {' · '}
          <span className="text-warn">{t('bots.edited')}</span>
        </>
      )}
    </>
  );
}

function RestoreButton({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const { mutate, isPending } = useMutation({
    mutationFn: () => updateBot(parley, { bot: bot._id, trashed: false }),
    onSuccess: readAgain,
    meta: { action: 'bot.restore' },
  });
  return (
    <Button small pending={isPending} onClick={() => mutate()}>
      {t('bots.restore')}
    </Button>
  );
}

/** Makes a bot of a file. What of it will have no effect is said. */
function ImportButton() {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => importBot(parley, { bot: 'null', create: 'true', uploadFile: await file.text() }),
    onSuccess: async (bot) => {
      await readAgain();
      toast.add({
        title: t('bots.imported', { created: bot.import.created, warnings: bot.import.warnings.length }),
      });
      void navigate({
        to: '/$project/bots/{-$id}/{-$tab}',
        params: { project: projectId, id: bot._id, tab: 'intents' },
      });
    },
    meta: { action: 'bot.import' },
  });
  return (
    <FileButton
      accept="application/json,.json"
      label={t('bots.import')}
      icon={<Upload size={16} aria-hidden />}
      pending={isPending}
      onFile={mutate}
    />
  );
}
