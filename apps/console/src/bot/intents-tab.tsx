import { type IntentView, importIntents } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ListTree, Plus, Upload } from 'lucide-react';
import { useMemo } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { FileButton } from './file-button.tsx';
import { IntentEditor } from './intent-editor.tsx';
import { TestChat } from './test-chat.tsx';
import { type BotRecord, useIntents, useMayEdit, useReadBotsAgain } from './use-bots.ts';

const route = getRouteApi('/person/$project/bots/{-$id}/{-$tab}');
/** Rows that are drawn; the search finds the others. */
const maxRows = 300;

/** The intents of a bot, the form of one of them, and the test beside it. */
export function IntentsTab({ bot, isTesting }: { bot: BotRecord; isTesting: boolean }) {
  const t = useTexts();
  const { intent: open } = route.useSearch();
  const query = useIntents(bot._id);
  if (query.error && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-64" />;
  const hasSide = open !== undefined || isTesting;
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:flex-row lg:items-start">
      <div className={classes('min-w-0 lg:w-72 lg:shrink-0', hasSide && 'hidden lg:block', !hasSide && 'w-full')}>
        <IntentList bot={bot} intents={query.data} />
      </div>
      {open !== undefined && (
        <div className={classes('min-w-0 flex-1', isTesting && 'hidden xl:block')}>
          <IntentEditor key={open} bot={bot} id={open === 'new' ? undefined : open} />
        </div>
      )}
      {open === undefined && !isTesting && query.data.length > 0 && (
        <div className="hidden flex-1 lg:block">
          <Empty icon={<ListTree size={28} strokeWidth={1.5} />} title={t('bots.noIntentOpen')}>
            {t('bots.noIntentOpenText')}
          </Empty>
        </div>
      )}
      {isTesting && (
        <div className="min-w-0 flex-1 xl:max-w-md">
          <TestChat bot={bot} />
        </div>
      )}
    </div>
  );
}

function IntentList({ bot, intents }: { bot: BotRecord; intents: readonly IntentView[] }) {
  const t = useTexts();
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const { projectId } = useWorkplace();
  const { q = '' } = route.useSearch();
  const found = useMemo(() => matching(intents, q), [intents, q]);
  const to = '/$project/bots/{-$id}/{-$tab}' as const;
  const params = { project: projectId, id: bot._id };
  const create = (
    <Button
      small
      onClick={() =>
        void navigate({ to, params: { ...params, tab: 'intents' }, search: { intent: 'new', ...(q && { q }) } })
      }
    >
      <Plus size={14} aria-hidden />
      {t('bots.newIntent')}
    </Button>
  );
  return (
    <section aria-label={t('bots.tab.intents')} className="flex flex-col gap-3">
      <Field
        type="search"
        label={t('bots.searchIntents')}
        value={q}
        dir="auto"
        onChange={({ target: { value } }) =>
          void navigate({
            to: '.',
            search: ({ intent }: { intent?: string }) => ({ intent, ...(value && { q: value }) }),
            replace: true,
          })
        }
      />
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          {create}
          <CsvButton bot={bot} />
        </div>
      )}
      {found.length === 0 ? (
        <Empty
          icon={<ListTree size={28} strokeWidth={1.5} />}
          title={t(q ? 'bots.noIntentFound' : 'bots.noIntents')}
          action={
            q ? (
              <Button
                onClick={() => void navigate({ to: '.', search: ({ intent }: { intent?: string }) => ({ intent }) })}
              >
                {t('bots.clearSearch')}
              </Button>
            ) : undefined
          }
        >
          {!q && t('bots.noIntentsText')}
        </Empty>
      ) : (
        <ul className="flex flex-col rounded-box border border-line">
          {found.slice(0, maxRows).map((intent) => (
            <li key={intent._id} className="border-b border-line last:border-b-0">
              <Link
                to="."
                params={(before) => before}
                search={{ intent: intent._id, ...(q && { q }) }}
                className="block px-3 py-2 hover:bg-hover aria-[current]:bg-accent-soft"
              >
                <span className="flex items-baseline justify-between gap-2">
                  <bdi className="truncate font-semibold">{intent.intent_display_name}</bdi>
                  {!intent.enabled && <span className="text-small text-warn">{t('bots.disabled')}</span>}
                </span>
                <span dir="auto" className="block truncate text-small text-ink-soft">
                  {firstLine(intent.question) || firstLine(intent.answer) || '–'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {found.length > maxRows && (
        <p className="text-small text-ink-soft">{t('bots.searchForMore', { shown: maxRows, count: found.length })}</p>
      )}
    </section>
  );
}

/** Intents in whose name, phrases or answer every word of the search occurs. */
function matching(intents: readonly IntentView[], words: string): readonly IntentView[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return intents.filter(({ intent_display_name, question, answer }) => {
    const text = [intent_display_name, question, answer].filter(Boolean).join('\n').toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

function firstLine(text: unknown): string {
  return typeof text === 'string' ? (text.split('\n')[0] ?? '') : '';
}

/** Takes intents from a CSV file: the ones it names are changed, others are made. */
function CsvButton({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => importIntents(parley, { id_faq_kb: bot._id, file }),
    onSuccess: async ({ created, updated }) => {
      await readAgain();
      toast.add({ title: t('bots.csvImported', { created, updated }) });
    },
    meta: { action: 'intents.import' },
  });
  return (
    <FileButton
      small
      accept="text/csv,.csv"
      label={t('bots.importCsv')}
      icon={<Upload size={14} aria-hidden />}
      pending={isPending}
      onFile={mutate}
    />
  );
}
