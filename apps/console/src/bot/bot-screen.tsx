import { exportBot, exportIntents, publishBot } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Rocket } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { RecordFailure } from '../app/record-failure.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useDownloadDialog } from '../transfer/download-dialog.tsx';
import { CsvCounter } from '../transfer/row-counters.ts';
import { saveFile } from '../transfer/save-file.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Page, tabLook } from '../ui/page.tsx';
import { Empty, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { State } from './bot-list.tsx';
import { CallsTab } from './calls-tab.tsx';
import { Running } from './file-button.tsx';
import { IntentsTab } from './intents-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { type BotRecord, useBot, useMayEdit, useReadBotsAgain } from './use-bots.ts';
import { VersionsTab } from './versions-tab.tsx';

type Tab = 'intents' | 'test' | 'settings' | 'versions' | 'calls';

/** One bot: what it answers, how it is set up, its versions, and whom it called. */
export function BotScreen({ id, tab }: { id: string; tab: string | undefined }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const mayEdit = useMayEdit();
  const query = useBot(id);
  if (query.error && !query.data)
    return (
      <Page title={t('bots.title')}>
        <RecordFailure
          error={query.error}
          missing="bot_not_found"
          back={
            <Link
              to="/$project/bots/{-$id}/{-$tab}"
              params={{ project: projectId, id: undefined, tab: undefined }}
              className="text-accent underline underline-offset-2"
            >
              {t('bots.all')}
            </Link>
          }
          onRetry={() => void query.refetch()}
        />
      </Page>
    );
  if (!query.data)
    return (
      <Page title={t('bots.title')}>
        <Skeleton className="h-40" />
      </Page>
    );
  const bot = query.data;
  const open = tabsOf(bot, mayEdit);
  const shown = open.find((name) => name === tab) ?? open[0];
  return (
    <Page
      title={bot.name}
      actions={
        <>
          <span className="text-small text-ink-soft">
            <State bot={bot} />
          </span>
          {mayEdit && <ExportMenu bot={bot} />}
          {mayEdit && !bot.external && <PublishButton bot={bot} />}
        </>
      }
      tabs={
        <>
          <Link
            to="/$project/bots/{-$id}/{-$tab}"
            params={{ project: projectId, id: undefined, tab: undefined }}
            className={tabLook}
            activeOptions={{ exact: true }}
          >
            {t('bots.all')}
          </Link>
          {open.map((name) => (
            <Link
              key={name}
              to="/$project/bots/{-$id}/{-$tab}"
              params={{ project: projectId, id, tab: name }}
              // The intent stays open beside its test.
              search={({ intent, q }) => (name === 'intents' || name === 'test' ? { intent, q } : {})}
              aria-current={name === shown ? 'page' : undefined}
              className={tabLook}
            >
              {t(`bots.tab.${name}`)}
            </Link>
          ))}
        </>
      }
    >
      {shown === undefined ? (
        <Empty title={t('bots.elsewhere')}>{t('bots.elsewhereText')}</Empty>
      ) : shown === 'intents' || shown === 'test' ? (
        <IntentsTab bot={bot} isTesting={shown === 'test'} />
      ) : shown === 'settings' ? (
        <SettingsTab bot={bot} />
      ) : shown === 'versions' ? (
        <VersionsTab bot={bot} />
      ) : (
        <CallsTab bot={bot} />
      )}
    </Page>
  );
}

/** External bots have no intents here; agents read intents alone. */
function tabsOf({ external }: BotRecord, mayEdit: boolean): Tab[] {
  if (!mayEdit) return external ? [] : ['intents'];
  return external ? ['settings', 'calls'] : ['intents', 'test', 'settings', 'versions', 'calls'];
}

function PublishButton({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [isOpen, setOpen] = useState(false);
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: (note: string) => publishBot(parley, { bot: bot._id, ...(note && { release_note: note }) }),
    onSuccess: async () => {
      await readAgain();
      setOpen(false);
      toast.add({ title: t('bots.publishedNow') });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) mutate(String(new FormData(event.currentTarget).get('note') ?? '').trim());
  }

  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        <Rocket size={16} aria-hidden />
        {t('bots.publish')}
      </Button>
      {isOpen && (
        <Dialog open title={t('bots.publishTitle')} onClose={() => setOpen(false)} closeLabel={t('state.close')}>
          <form onSubmit={submit} className="flex flex-col gap-4">
            <p>{t('bots.publishText')}</p>
            <TextArea name="note" label={t('bots.note')} maxLength={1000} />
            <RefusedCall error={error} onRetry={() => mutate(variables ?? '')} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{t('state.cancel')}</Button>
              <Button type="submit" look="primary" pending={isPending}>
                {t('bots.publish')}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

function ExportMenu({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await exportBot(parley, { bot: bot._id });
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${bot.slug}.json`);
    },
    meta: { action: 'bot.export' },
  });
  const intents = useDownloadDialog(t('bots.exportCsv'), () => ({
    name: `${bot.slug}.csv`,
    type: 'text/csv',
    counter: new CsvCounter(),
    open: (signal) => exportIntents(parley, { id_faq_kb: bot._id }, { signal }),
  }));
  return (
    <Running label={t('bots.exportJson')} pending={isPending}>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            className="inline-flex h-9 items-center gap-1.5 rounded-box border border-control bg-paper px-3 font-semibold hover:bg-hover"
          >
            <Download size={16} aria-hidden />
            {t('bots.export')}
          </button>
        }
      >
        <MenuItem onSelect={() => mutate()}>{t('bots.exportJson')}</MenuItem>
        {!bot.external && <MenuItem onSelect={intents.begin}>{t('bots.exportCsv')}</MenuItem>}
      </Menu>
      {intents.dialog}
    </Running>
  );
}
