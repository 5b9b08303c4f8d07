import { listRequests, type RequestRecord } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useDeferredValue, useState } from 'react';

import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { Picker } from '../ui/picker.tsx';

interface ConversationPickerProps {
  title: string;
  request: RequestRecord;
  /** Those of the same contact alone. */
  sameContact?: boolean;
  onPick: (row: InboxRow) => void;
  onClose: () => void;
}

/** Another conversation: of the contact, or one that is found by its words. */
export function ConversationPicker({ title, request, sameContact, onPick, onClose }: ConversationPickerProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { ago } = useFormats();
  const [words, setWords] = useState('');
  const sought = useDeferredValue(words);
  const { data } = useQuery({
    queryKey: ['other-conversations', request.request_id, sought, sameContact],
    queryFn: ({ signal }) =>
      listRequests(
        parley,
        {
          ...(sameContact || sought === '' ? { lead: request.lead._id } : {}),
          ...(sought !== '' && { full_text: sought }),
          ...{ status: 'all', view: 'row', no_count: true, limit: 20 },
        },
        { signal },
      ),
    placeholderData: (known) => known,
  });
  const rows = (data?.requests as InboxRow[] | undefined) ?? [];
  const lines = rows
    .filter(({ request_id }) => request_id !== request.request_id)
    .map((row) => ({
      key: row.request_id,
      title: `#${row.ticket_id} ${row.subject || row.first_text}`,
      text: ago(Date.parse(row.createdAt), Date.now()),
      icon: <MessageSquare size={14} aria-hidden />,
      pick: () => onPick(row),
    }));
  return (
    <Picker
      title={title}
      hint={t('merge.hint')}
      closeLabel={t('state.close')}
      options={() => lines}
      none={t('merge.none')}
      onWords={setWords}
      onClose={onClose}
    />
  );
}
