import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { classes } from '../ui/classes.ts';
import { type InboxPlace, placeOf } from './views.ts';

interface ViewLinkProps {
  view: InboxPlace['view'];
  active: boolean;
  icon: ReactNode;
  open?: number;
  /** There are more than that. */
  more?: boolean | undefined;
  unread?: number;
  children: ReactNode;
}

/** One view in the column beside the list. */
export function ViewLink({ view, active, icon, open, more, unread, children }: ViewLinkProps) {
  const t = useTexts();
  const { number } = useFormats();
  const { projectId } = useWorkplace();
  return (
    <Link
      to="/$project/inbox/$"
      params={{ project: projectId, _splat: placeOf({ view }) }}
      aria-current={active ? 'page' : undefined}
      draggable={false}
      className={classes(
        'flex h-8 items-center gap-2 rounded-box px-2 transition-colors',
        active ? 'bg-accent-soft font-semibold text-accent' : 'text-ink hover:bg-hover',
      )}
    >
      <span className={active ? '' : 'text-ink-soft'}>{icon}</span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {unread ? (
        <span className="rounded-full bg-accent px-1.5 text-small font-semibold text-on-accent">
          <span aria-hidden>{number(unread)}</span>
          <span className="sr-only">{t('inbox.unread', { count: unread })}</span>
        </span>
      ) : (
        open !== undefined &&
        open > 0 && (
          <span className="text-small text-ink-soft">
            <span aria-hidden>
              {number(open)}
              {more && '+'}
            </span>
            <span className="sr-only">{t('inbox.open', { count: open })}</span>
          </span>
        )
      )}
    </Link>
  );
}
