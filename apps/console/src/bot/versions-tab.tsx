import { listPublishedBots, publishBot } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { type BotRecord, useReadBotsAgain } from './use-bots.ts';

/** Published versions, newest first. An earlier one can be published again; the draft stays as it is. */
export function VersionsTab({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { full } = useFormats();
  const { parley, projectId } = useWorkplace();
  const [chosen, setChosen] = useState<BotRecord>();
  const versions = useQuery({
    queryKey: ['bots', projectId, bot._id, 'versions'],
    queryFn: ({ signal }) => listPublishedBots(parley, { bot: bot._id }, { signal }) as Promise<BotRecord[]>,
  });
  if (versions.error && !versions.data)
    return <Failure problem={problemOf(versions.error, t)} onRetry={() => void versions.refetch()} />;
  if (!versions.data) return <Skeleton className="h-40" />;
  if (versions.data.length === 0)
    return (
      <Empty icon={<History size={28} strokeWidth={1.5} />} title={t('bots.noVersions')}>
        {t('bots.noVersionsText')}
      </Empty>
    );
  return (
    <>
      <Table
        label={t('bots.tab.versions')}
        rows={versions.data}
        keyOf={({ _id }) => _id}
        columns={[
          {
            id: 'number',
            title: t('bots.version'),
            cell: ({ published_version: version }) => version,
          },
          {
            id: 'at',
            title: t('bots.publishedAt'),
            folds: true,
            cell: ({ publishedAt, createdAt }) => full(Date.parse(publishedAt ?? createdAt)),
          },
          { id: 'note', title: t('bots.note'), cell: ({ release_note }) => <span dir="auto">{release_note}</span> },
          {
            id: 'by',
            title: t('bots.publishedBy'),
            onlyWide: true,
            cell: (version) => <bdi>{publisherOf(version)}</bdi>,
          },
          {
            id: 'restore',
            title: t('bots.actions'),
            isActions: true,
            cell: (version) =>
              version._id === bot.published_id ? (
                <span className="text-good">{t('bots.current')}</span>
              ) : (
                <Button small onClick={() => setChosen(version)}>
                  {t('bots.publishAgain')}
                </Button>
              ),
          },
        ]}
      />
      {chosen && <PublishAgain bot={bot} version={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function publisherOf({ publishedBy }: BotRecord): string {
  if (typeof publishedBy !== 'object') return '';
  const { firstname, lastname, email = '' } = publishedBy;
  return [firstname, lastname].filter(Boolean).join(' ') || email;
}

function PublishAgain({ bot, version, onClose }: { bot: BotRecord; version: BotRecord; onClose: () => void }) {
  const t = useTexts();
  const { full } = useFormats();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const when = full(Date.parse(version.publishedAt ?? version.createdAt));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      publishBot(parley, {
        bot: bot._id,
        restore_from: version._id,
        release_note: t('bots.restoredNote', { when }).slice(0, 1000),
      }),
    onSuccess: async () => {
      await readAgain();
      onClose();
    },
  });
  return (
    <Confirm
      title={t('bots.publishAgain')}
      action={t('bots.publishAgain')}
      pending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('bots.publishAgainText', { when })}</p>
    </Confirm>
  );
}
