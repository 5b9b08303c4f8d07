import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useWorkplace } from '../app/workplace.tsx';
import { placeOf } from '../inbox/views.ts';

interface ConversationLinkProps {
  requestId: string;
  isClosed: boolean;
  children: ReactNode;
}

/** Opens another conversation of the inbox. */
export function ConversationLink({ requestId, isClosed, children }: ConversationLinkProps) {
  const { projectId } = useWorkplace();
  const place = placeOf({ view: { kind: isClosed ? 'closed' : 'all' }, requestId });
  return (
    <Link
      to="/$project/inbox/$"
      params={{ project: projectId, _splat: place }}
      className="block truncate text-accent hover:underline"
    >
      {children}
    </Link>
  );
}
