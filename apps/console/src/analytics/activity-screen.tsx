import { type ActivityPageView, type ActivityView, exportActivities, listActivities, withResponse } from '@parley/sdk';
import { ownZone } from '@parley/sdk/browser';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Download, History } from 'lucide-react';
import { isDay } from '../app/address.ts';
import { nextCursor } from '../app/next-cursor.ts';
import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useDownloadDialog } from '../transfer/download-dialog.tsx';
import { CsvCounter } from '../transfer/row-counters.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { activityParameters, namesOf } from './activity.ts';
import { type ActivityFilter, readActivityFilter, verbs } from './activity-filter.ts';
import { AsOf } from './as-of.tsx';
import { PersonField } from './filter-bar.tsx';

const route = getRouteApi('/person/$project/activity');
const pageSize = 50;
const maxPages = 100;

/** What was done in the project, newest first, in sentences of the person's language. */
export function ActivityScreen() {
  const t = useTexts();
  const { number } = useFormats();
  const filter = readActivityFilter({ ...route.useSearch() });
  const log = useActivities(filter);
  const [first] = log.data?.pages ?? [];
  const activities = log.data?.pages.flatMap(({ data }) => data.activities) ?? [];
  return (
    <Page title={t('activity.title')} actions={<ExportButton filter={filter} count={first?.data.count} />}>
      <div className="flex max-w-5xl flex-col gap-4">
        <Filters filter={filter} />
        {first && (
          <p className="flex flex-wrap items-center gap-2 text-small text-ink-soft">
            {t('activity.count', { shown: number(activities.length), count: first.data.count })}
            <AsOf figures={first} />
          </p>
        )}
        {log.error && !log.data ? (
          <Failure problem={problemOf(log.error, t)} onRetry={() => void log.refetch()} />
        ) : !log.data ? (
          <Skeleton className="h-64" />
        ) : activities.length === 0 ? (
          <NothingFound isFiltered={Object.keys(filter).length > 0} />
        ) : (
          <ol aria-label={t('activity.title')} className="rounded-box border border-line">
            {activities.map((activity) => (
              <Entry key={activity._id} activity={activity} />
            ))}
          </ol>
        )}
        {log.error && log.data && (
          <Failure problem={problemOf(log.error, t)} onRetry={() => void log.fetchNextPage()} />
        )}
        {log.hasNextPage && !log.error && (
          <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('state.more')}
          </Button>
        )}
      </div>
    </Page>
  );
}

interface LogPage {
  data: ActivityPageView;
  asOf: number;
  lagMs: number;
  next: string | undefined;
}

function useActivities(filter: ActivityFilter) {
  const { parley, projectId } = useWorkplace();
  const parameters = activityParameters(filter, ownZone());
  return useInfiniteQuery({
    queryKey: ['activities', projectId, parameters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<LogPage> => {
      const { data, headers } = await withResponse(listActivities)(
        parley,
        { ...parameters, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      );
      return {
        data,
        asOf: Date.parse(headers.get('parley-as-of') ?? ''),
        lagMs: Number(headers.get('parley-lag-ms')),
        next: nextCursor(headers),
      };
    },
    getNextPageParam: ({ next }, pages) => (pages.length < maxPages ? next : undefined),
  });
}

function useSetActivityFilter() {
  const navigate = useNavigate();
  const filter = route.useSearch();
  return (change: { [Name in keyof ActivityFilter]: string | undefined }) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(next) });
  };
}

function Filters({ filter }: { filter: ActivityFilter }) {
  const t = useTexts();
  const setFilter = useSetActivityFilter();
  return (
    <search className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label={t('activity.verb')}
        value={filter.verb ?? ''}
        onChange={({ target }) => setFilter({ verb: target.value })}
        choices={[
          { value: '', label: t('analytics.all') },
          ...verbs.map((verb) => ({ value: verb, label: t(`activity.kind.${verb}`) })),
        ]}
      />
      <PersonField
        label={t('analytics.filter.person')}
        value={filter.person}
        onChange={(person) => setFilter({ person })}
      />
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          type="date"
          label={t(`analytics.${name}`)}
          value={filter[name] ?? ''}
          onChange={({ target: { value } }) => (value === '' || isDay(value)) && setFilter({ [name]: value })}
        />
      ))}
    </search>
  );
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts();
  const setFilter = useSetActivityFilter();
  const clear = () => setFilter({ verb: undefined, person: undefined, from: undefined, to: undefined });
  return (
    <Empty
      icon={<History size={28} strokeWidth={1.5} />}
      title={t(isFiltered ? 'activity.noMatch' : 'activity.none')}
      action={isFiltered && <Button onClick={clear}>{t('analytics.clear')}</Button>}
    >
      {!isFiltered && t('activity.noneText')}
    </Empty>
  );
}

function Entry({ activity }: { activity: ActivityView }) {
  const t = useTexts();
  const { full } = useFormats();
  const { projectId, people } = useWorkplace();
  const names = namesOf(activity);
  // The log of the first moments may know a person by id alone.
  const related = names.related || (activity.related && people.nameOf(activity.related.id));
  const sentence = t(`activity.sentence.${activity.verb}`, {
    actor: isolated(names.actor || t(activity.actor.type === 'system' ? 'activity.system' : 'activity.unknown')),
    target: isolated(names.target || t('activity.unknown')),
    related: isolated(related || t('activity.unknown')),
  });
  const requestId = activity.target.type === 'request' ? activity.target.object?.request_id : undefined;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-2 last:border-b-0">
      <p className="min-w-0 flex-1 basis-80 wrap-anywhere">
        {sentence}
        {names.detail && (
          <>
            {' '}
            <bdi className="text-ink-soft">({names.detail})</bdi>
          </>
        )}{' '}
        {typeof requestId === 'string' && activity.verb !== 'REQUEST_DELETE' && (
          <Link
            to="/$project/inbox/$"
            params={{ project: projectId, _splat: `all/${requestId}` }}
            className="text-small whitespace-nowrap text-ink-soft underline underline-offset-2 hover:text-accent"
          >
            {t('activity.open')}
          </Link>
        )}
      </p>
      <time dateTime={activity.createdAt} className="text-small text-ink-soft">
        {full(Date.parse(activity.createdAt))}
      </time>
    </li>
  );
}

/** A name inside a sentence, so that its direction does not turn that of the sentence. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

function ExportButton({ filter, count }: { filter: ActivityFilter; count: number | undefined }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { begin, dialog } = useDownloadDialog(
    t('analytics.csv'),
    () => ({
      name: 'activities.csv',
      type: 'text/csv',
      counter: new CsvCounter(),
      open: (signal) => exportActivities(parley, activityParameters(filter, ownZone()), { signal }),
    }),
    count,
  );
  return (
    <>
      <Button onClick={begin}>
        <Download size={16} aria-hidden />
        {t('analytics.csv')}
      </Button>
      {dialog}
    </>
  );
}
