import { getRequest, type RequestRecord } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Merge } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { ConversationLink } from '../merge/conversation-link.tsx';
import { Bubble } from './bubble.tsx';
import type { ThreadMessage } from './thread.ts';

interface MergedPartProps {
  messages: readonly ThreadMessage[];
  requesterId: string | undefined;
}

/** What was said, one after the other, in a conversation that was merged into the one that is open. */
export function MergedPart({ messages, requesterId }: MergedPartProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const requestId = messages[0]?.mergedFrom ?? '';
  const { data: request } = useQuery({
    queryKey: [getRequest.spec.name, requestId],
    queryFn: ({ signal }) => getRequest(parley, { request_id: requestId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The team gets the full form.
  const face = (request as RequestRecord | undefined)?.lead.lead_id;
  const name = request ? t('merge.from', { ticket: request.ticket_id }) : t('merge.merged');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={name} className="mx-4 mt-4 border-s-2 border-accent bg-hover/40 pb-3">
      <p className="flex items-center gap-2 px-4 pt-2 text-small font-semibold text-ink-soft">
        <Merge size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0">
          <ConversationLink requestId={requestId} isClosed>
            {name} <bdi>{request?.subject || request?.first_text}</bdi>
          </ConversationLink>
        </span>
      </p>
      {messages.map((message, index) => (
        <Bubble
          key={message._id}
          message={message}
          fromTeam={message.sender !== requesterId}
          face={message.sender === requesterId ? face : undefined}
          first={message.sender !== messages[index - 1]?.sender}
          last={message.sender !== messages[index + 1]?.sender}
        />
      ))}
    </div>
  );
}
