import {
  linkRequest,
  listRelatedRequests,
  type RelatedRequestView,
  type RequestRecord,
  unlinkRequest,
} from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Merge, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { ConversationLink } from './conversation-link.tsx';
import { ConversationPicker } from './conversation-picker.tsx';

const closed = 1000;

/** What was merged into a conversation, and what is linked to it. */
export function RelatedConversations({ request }: { request: RequestRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const client = useQueryClient();
  const { request_id, __v } = request;
  const [isPicking, setIsPicking] = useState(false);
  const key = [listRelatedRequests.spec.name, request_id];
  const related = useQuery({
    // Each link and each merge is a version of the record.
    queryKey: [...key, __v],
    queryFn: ({ signal }) => listRelatedRequests(parley, { request_id }, { signal }),
    placeholderData: (known) => known,
  });
  const keep = (data: unknown) => client.setQueryData([...key, __v], data);
  const link = useMutation({
    mutationFn: (other_id: string) => linkRequest(parley, { request_id, other_id }),
    onSuccess: keep,
    meta: { action: 'link.add' },
  });
  const unlink = useMutation({
    mutationFn: (other_id: string) => unlinkRequest(parley, { request_id, other_id }),
    onSuccess: keep,
    meta: { action: 'link.remove' },
  });
  if (related.error)
    return <Failure small problem={problemOf(related.error, t)} onRetry={() => void related.refetch()} />;
  if (!related.data) return <Skeleton className="h-8" />;
  const { merged, links, links_hidden: hidden } = related.data;
  return (
    <>
      <ul className="flex flex-col gap-1 empty:hidden">
        {merged.map((one) => (
          <Line key={one.request_id} one={one} icon={<Merge size={14} aria-label={t('merge.merged')} />} />
        ))}
        {links.map((one) => (
          <Line key={one.request_id} one={one} icon={<Link2 size={14} aria-hidden />}>
            <button
              type="button"
              aria-label={t('links.remove', { ticket: one.ticket_id })}
              onClick={() => unlink.mutate(one.request_id)}
              className="inline-flex size-6 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
            >
              <X size={12} aria-hidden />
            </button>
          </Line>
        ))}
      </ul>
      {hidden > 0 && <p className="text-small text-ink-soft">{t('links.hidden', { count: hidden })}</p>}
      <Button small pending={link.isPending} onClick={() => setIsPicking(true)}>
        {t('links.add')}
      </Button>
      {isPicking && (
        <ConversationPicker
          title={t('links.add')}
          request={request}
          onPick={(row) => link.mutate(row.request_id)}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}

function Line({ one, icon, children }: { one: RelatedRequestView; icon: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span className="shrink-0 text-ink-soft">{icon}</span>
      <span className="min-w-0 flex-1">
        <ConversationLink requestId={one.request_id} isClosed={one.status === closed}>
          #{one.ticket_id} <bdi>{one.subject || one.first_text}</bdi>
        </ConversationLink>
      </span>
      {children}
    </li>
  );
}
