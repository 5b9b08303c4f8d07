import { deleteSegment, getSegment, listSegments, type SegmentView } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { RecordFailure } from '../app/record-failure.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { newSegment, SegmentForm, segmentKey } from './segment-form.tsx';

export function NewSegmentPage() {
  const t = useTexts();
  return (
    <Page title={t('segments.new')} tabs={<Back />}>
      <SegmentForm segment={newSegment} />
    </Page>
  );
}

export function SegmentPage({ id }: { id: string }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: segmentKey(projectId, id),
    queryFn: ({ signal }) => getSegment(parley, { segment: id }, { signal }),
  });
  if (query.error && !query.data)
    return (
      <Page title={t('segments.one')} tabs={<Back />}>
        <RecordFailure error={query.error} missing="segment_not_found" onRetry={() => void query.refetch()} />
      </Page>
    );
  if (!query.data)
    return (
      <Page title={t('segments.one')} tabs={<Back />}>
        <Skeleton className="h-64 max-w-3xl" />
      </Page>
    );
  const segment = query.data;
  return (
    <Page title={segment.name} tabs={<Back />} actions={<SegmentActions segment={segment} />}>
      <SegmentForm segment={segment} />
    </Page>
  );
}

function SegmentActions({ segment }: { segment: SegmentView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteSegment(parley, { segment: segment._id }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [listSegments.spec.name] });
      toast.add({ title: t('segments.removed') });
      void navigate({
        to: '/$project/segments/{-$id}',
        params: { project: projectId, id: undefined },
        ignoreBlocker: true,
      });
    },
  });
  return (
    <>
      <Link
        to="/$project/contacts/{-$lead}"
        params={{ project: projectId }}
        search={{ segment: segment._id }}
        className="px-2 font-semibold text-accent underline-offset-2 hover:underline"
      >
        {t('segments.showContacts')}
      </Link>
      <Button look="danger" onClick={() => setAsking(true)}>
        <Trash2 size={14} aria-hidden />
        {t('segments.remove')}
      </Button>
      {asking && (
        <Confirm
          title={t('segments.removeTitle', { name: segment.name })}
          action={t('segments.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('segments.removeText')}</p>
        </Confirm>
      )}
    </>
  );
}

function Back() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Link
      to="/$project/segments/{-$id}"
      params={{ project: projectId, id: undefined }}
      className="inline-flex items-center gap-1 py-1 -outline-offset-2 text-ink-soft hover:text-ink"
    >
      <ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />
      {t('segments.back')}
    </Link>
  );
}
