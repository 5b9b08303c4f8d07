import { isParleyError, type LeadRecordView, type OutputOf, previewSegment } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useDebounced } from '../app/use-debounced.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { type Condition, filterOf, isComplete } from '../condition/conditions.ts';
import { nameOfContact } from '../contact/contact-fields.ts';
import { EmailText } from '../ui/email-text.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';

const previewDelayMs = 300;

interface Preview {
  /** `incomplete` while a condition has something to be filled in. */
  status: 'incomplete' | 'loading' | 'ready' | 'failed';
  data: OutputOf<typeof previewSegment> | undefined;
  error: unknown;
  /** Counts once more. */
  retry: () => void;
}

/** Who would belong to a segment, counted as its conditions are being written. */
export function useSegmentPreview(match: string, conditions: readonly Condition[]): Preview {
  const { parley, projectId } = useWorkplace();
  const isWhole = conditions.every(isComplete);
  // As text: equal conditions are one value, whatever was redrawn.
  const written = JSON.stringify({ match, filters: conditions.map(filterOf) });
  const asked = useDebounced(written, previewDelayMs);
  const { data, error, refetch } = useQuery({
    queryKey: [previewSegment.spec.name, projectId, asked],
    queryFn: ({ signal }) => previewSegment(parley, JSON.parse(asked), { signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const retry = () => void refetch();
  if (!isWhole) return { status: 'incomplete', data: undefined, error: undefined, retry };
  // What was said of other conditions would stand at the wrong row.
  if (error && written === asked) return { status: 'failed', data: undefined, error, retry };
  return { status: data ? 'ready' : 'loading', data, error: undefined, retry };
}

export function SegmentPreview({ preview: { status, data, error, retry } }: { preview: Preview }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const isFaulty = status === 'failed' && isParleyError(error, 'validation_failed');
  const columns: Column<LeadRecordView>[] = [
    {
      id: 'fullname',
      title: t('contacts.fullname'),
      cell: (lead) => (
        <Link
          to="/$project/contacts/{-$lead}"
          params={{ project: projectId, lead: lead._id }}
          className="text-accent underline-offset-2 hover:underline"
        >
          <bdi>{withVisibleBidi(nameOfContact(lead))}</bdi>
        </Link>
      ),
    },
    {
      id: 'email',
      title: t('contact.email'),
      folds: true,
      cell: ({ email }) => email && <EmailText address={email} />,
    },
    { id: 'company', title: t('contacts.company'), onlyWide: true, cell: ({ company }) => <bdi>{company}</bdi> },
  ];
  return (
    <Section title={t('segments.preview')}>
      <p role="status">
        {status === 'incomplete' && t('segments.incomplete')}
        {data && t('segments.count', { count: data.count })}
        {isFaulty && <span className="text-bad">{t('segments.faulty')}</span>}
      </p>
      {status === 'failed' && !isFaulty && <Failure small problem={problemOf(error, t)} onRetry={retry} />}
      {status === 'loading' && <Skeleton className="h-24" />}
      {data && data.leads.length > 0 && (
        <Table label={t('segments.preview')} columns={columns} rows={data.leads} keyOf={({ _id }) => _id} />
      )}
    </Section>
  );
}
