import { Link, Navigate, Outlet, useMatches } from '@tanstack/react-router';
import {
  Building2,
  Cable,
  CalendarClock,
  ChevronRight,
  FolderSync,
  KeyRound,
  Languages,
  LogIn,
  Mail,
  MessageCircle,
  MessageSquareText,
  ShieldCheck,
  SlidersHorizontal,
  Smile,
  Tag,
  TextCursorInput,
  Timer,
  TriangleAlert,
  UserCog,
  UserRound,
  UsersRound,
  Workflow,
  Zap,
} from 'lucide-react';
import { useEffect, useRef } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { classes } from '../ui/classes.ts';
import { Page } from '../ui/page.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useSubjects } from './subjects.ts';

const icons = {
  '/$project/settings/project': SlidersHorizontal,
  '/$project/settings/hours': CalendarClock,
  '/$project/team/people': UserRound,
  '/$project/team/groups': UsersRound,
  '/$project/team/departments': Building2,
  '/$project/settings/widget': MessageCircle,
  '/$project/settings/labels': Languages,
  '/$project/settings/mailboxes/{-$mailbox}': Mail,
  '/$project/settings/canned': MessageSquareText,
  '/$project/settings/tags': Tag,
  '/$project/settings/macros/{-$macro}': Zap,
  '/$project/settings/rules/{-$rule}': Workflow,
  '/$project/settings/service-levels/{-$policy}': Timer,
  '/$project/settings/surveys': Smile,
  '/$project/settings/properties': TextCursorInput,
  '/$project/settings/webhooks': Cable,
  '/$project/settings/data': FolderSync,
  '/$project/settings/roles': UserCog,
  '/$project/settings/sign-in': LogIn,
  '/$project/settings/tokens': KeyRound,
  '/$project/settings/security': ShieldCheck,
  '/$project/settings/danger': TriangleAlert,
};

/** The subjects beside the open one. Where there is no room for both, the list is a screen of its own, with the way back to it. */
export function SettingsScreen() {
  const t = useTexts();
  const isHome = useMatches({ select: (matches) => matches.at(-1)?.routeId === '/person/$project/settings/' });
  return (
    <Page title={t('settings.title')} rail={<Rail isHome={isHome} />}>
      {!isHome && (
        <div className="md:hidden">
          <BackLink to="/$project/settings">{t('settings.all')}</BackLink>
        </div>
      )}
      <Outlet />
    </Page>
  );
}

function Rail({ isHome }: { isHome: boolean }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const nav = useRef<HTMLElement>(null);
  // A link may lead to one that stands below the edge.
  useEffect(() => {
    // In newer browsers it returns a promise, which React would take for what to do at the end.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav
      ref={nav}
      aria-label={t('settings.title')}
      className={classes(
        'shrink-0 flex-col gap-4 overflow-y-auto p-3 md:flex md:w-56 md:border-e md:border-line',
        isHome ? 'flex w-full' : 'hidden',
      )}
    >
      {useSubjects().map(({ word, places }) => (
        <section key={word} aria-label={t(word)}>
          <h2 className="px-2 pb-1 text-small font-semibold text-ink-soft">{t(word)}</h2>
          <ul>
            {places.map(({ to, word: name }) => {
              const Icon = icons[to];
              return (
                <li key={to}>
                  <Link
                    to={to}
                    // Otherwise the one that is open stays.
                    params={{
                      project: projectId,
                      policy: undefined,
                      mailbox: undefined,
                      macro: undefined,
                      rule: undefined,
                    }}
                    className="flex min-h-11 items-center gap-2 rounded-box px-2 text-ink-soft hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent md:min-h-8"
                    activeProps={{ 'aria-current': 'page' }}
                  >
                    <Icon size={16} aria-hidden className={classes('shrink-0', Icon === LogIn && 'rtl:-scale-x-100')} />
                    <span className="min-w-0 flex-1">{t(name)}</span>
                    <ChevronRight size={16} aria-hidden className="md:hidden rtl:-scale-x-100" />
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Without a screen of its own: the first of the settings, where there is room for it beside the list. */
export function SettingsHome() {
  const { projectId } = useWorkplace();
  const hasRoom = useMedia('(width >= 48rem)');
  const [first] = useSubjects();
  const to = first?.places[0]?.to;
  return to && hasRoom && <Navigate to={to} params={{ project: projectId }} replace />;
}
