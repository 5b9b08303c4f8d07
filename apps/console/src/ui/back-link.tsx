import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { useWorkplace } from '../app/workplace.tsx';

/** From one record to the list it is of. */
export function BackLink({
  to,
  children,
}: {
  to:
    | '/$project/team/groups'
    | '/$project/team/departments'
    | '/$project/settings'
    | '/$project/settings/mailboxes/{-$mailbox}'
    | '/$project/settings/webhooks'
    | '/$project/settings/macros/{-$macro}'
    | '/$project/settings/rules/{-$rule}'
    | '/$project/settings/service-levels/{-$policy}';
  children: ReactNode;
}) {
  const { projectId } = useWorkplace();
  return (
    <Link
      to={to}
      params={{ project: projectId, policy: undefined, mailbox: undefined, macro: undefined, rule: undefined }}
      className="mb-3 inline-flex min-h-6 items-center gap-1 text-accent underline-offset-2 hover:underline"
    >
      <ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />
      {children}
    </Link>
  );
}
