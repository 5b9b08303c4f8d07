import { type RequestRecord, unmergeRequest } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Merge } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConversationLink } from './conversation-link.tsx';

interface MergedLineProps {
  request: RequestRecord;
  onChanged: (request: RequestRecord) => void;
}

/** Where a merged conversation continues. */
export function MergedLine({ request, onChanged }: MergedLineProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const client = useQueryClient();
  const { request_id, merged_into } = request;
  const undo = useMutation({
    mutationFn: () => unmergeRequest(parley, { request_id }),
    onSuccess: (stored) => {
      onChanged(stored as RequestRecord);
      void client.invalidateQueries({ queryKey: ['merged', merged_into?.request_id] });
    },
    meta: { action: 'merge.unmerge' },
  });
  if (!merged_into) return null;
  return (
    <div className="flex items-center gap-2 border-t border-line bg-accent-soft px-4 py-1.5 text-small">
      <Merge size={14} aria-hidden className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <ConversationLink requestId={merged_into.request_id} isClosed={false}>
          {t('merge.goesOn', { ticket: merged_into.ticket_id })}
        </ConversationLink>
      </span>
      <Button small pending={undo.isPending} onClick={() => undo.mutate()}>
        {t('merge.unmerge')}
      </Button>
    </div>
  );
}
