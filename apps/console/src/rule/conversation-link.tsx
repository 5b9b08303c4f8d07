import { Link } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { placeOf } from '../inbox/views.ts';

/** Opens the conversation that a line is about. */
export function ConversationLink({ requestId }: { requestId: string }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Link
      to="/$project/inbox/$"
      params={{ project: projectId, _splat: placeOf({ view: { kind: 'all' }, requestId }) }}
      className="text-accent underline underline-offset-2"
    >
      {t('rule.openConversation')}
    </Link>
  );
}
