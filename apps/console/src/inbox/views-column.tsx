import { listDepartments } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { AtSign, Bot, CircleCheck, CircleDashed, CircleOff, Eye, Inbox, Layers, UserCheck } from 'lucide-react';
import { useMemo } from 'react';

import { departmentName } from '../app/department-name.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { Counters } from './counters.ts';
import { useSavedViews } from './use-saved-views.ts';
import { ViewLink } from './view-link.tsx';
import { type InboxPlace, viewKinds } from './views.ts';

const SavedLists = lazyPart('actions', async () => (await import('./saved-list.tsx')).SavedLists);

export const viewIcons = {
  mine: UserCheck,
  unassigned: CircleDashed,
  all: Layers,
  bot: Bot,
  abandoned: CircleOff,
  followed: Eye,
  mentioned: AtSign,
  closed: CircleCheck,
} as const;

/** Up to this width, the column of the views and the contact panel do not both have room: while the panel is open, a menu has the views. */
export const besidePanel = {
  hidden: 'max-[1359px]:[main:has([data-contact-panel])_&]:hidden',
  shown: 'max-[1359px]:[main:has([data-contact-panel])_&]:block',
};

/** Views and departments, each with its figure. */
export function ViewsColumn({ view, counters }: { view: InboxPlace['view']; counters: Counters | undefined }) {
  const t = useTexts();
  const { projectName } = useWorkplace();
  const departments = useDepartments();
  const saved = useSavedViews() ?? [];
  return (
    <nav
      aria-label={t('inbox.views')}
      className="flex w-55 shrink-0 flex-col gap-0.5 overflow-y-auto border-e border-line bg-raised p-3"
    >
      <p className="mb-2 flex items-center gap-2 px-2 text-title font-semibold">
        <bdi className="truncate">{projectName}</bdi>
      </p>
      {viewKinds.map((kind) => {
        const Icon = viewIcons[kind];
        return (
          <ViewLink
            key={kind}
            view={{ kind }}
            active={view.kind === kind}
            icon={<Icon size={16} aria-hidden />}
            {...figureOf(counters, kind)}
          >
            {t(`inbox.view.${kind}`)}
          </ViewLink>
        );
      })}
      {departments.length > 0 && (
        <>
          <p className="mt-4 mb-1 px-2 text-small font-semibold text-ink-soft">{t('inbox.departments')}</p>
          {departments.map(({ _id, name }) => {
            const open = counters?.departments.find((one) => one._id === _id)?.open;
            return (
              <ViewLink
                key={_id}
                view={{ kind: 'department', id: _id }}
                active={view.kind === 'department' && view.id === _id}
                icon={<Inbox size={16} aria-hidden />}
                {...(open !== undefined && { open })}
              >
                <bdi>{name}</bdi>
              </ViewLink>
            );
          })}
        </>
      )}
      {saved.length > 0 && <SavedLists views={saved} openId={view.kind === 'saved' ? view.id : undefined} />}
    </nav>
  );
}

export function useDepartments() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['departments', projectId],
    queryFn: () => listDepartments(parley, { limit: 200 }),
    staleTime: 60_000,
  });
  return useMemo(() => (data ?? []).map((one) => ({ ...one, name: departmentName(one.name, t) })), [data, t]);
}

function figureOf(
  counters: Counters | undefined,
  kind: (typeof viewKinds)[number],
): { open?: number; unread?: number } {
  if (kind === 'closed') return {};
  const view = counters?.views[kind];
  const { open } = view ?? {};
  const unread = view && 'unread' in view ? view.unread : undefined;
  return { ...(open !== undefined && { open }), ...(unread !== undefined && { unread }) };
}
