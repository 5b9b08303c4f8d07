import { updateOwnTeammate } from '@parley/sdk';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, Inbox, LogOut, Monitor, Moon, Repeat, Sun } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';

import { Avatar } from '../ui/avatar.tsx';
import { classes } from '../ui/classes.ts';
import { Hint } from '../ui/hint.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx';
import { toast } from '../ui/toasts.tsx';
import { onPreferences, type Preferences, preferences, setPreferences } from './preferences.ts';
import { problemOf } from './problem.ts';
import { useSessionState } from './session-context.tsx';
import { SignOutDialog } from './sign-out.tsx';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

/** The frame of every screen of a project: a rail of where to go, the line of the connection, the screen. */
export function Shell() {
  const t = useTexts();
  return (
    <div className="flex h-dvh flex-col-reverse md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-box bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
      >
        {t('app.skip')}
      </a>
      <Rail />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <main id="content" className="flex min-h-0 flex-1">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function Rail() {
  const t = useTexts();
  return (
    <nav
      aria-label={t('nav.label')}
      className="flex shrink-0 items-center justify-between border-t border-line bg-raised px-2 md:w-18 md:flex-col md:border-e md:border-t-0 md:px-0 md:py-3"
    >
      <div className="flex gap-1 md:flex-col">
        <RailLink label={t('nav.inbox')} icon={<Inbox size={20} aria-hidden />} />
      </div>
      <div className="flex items-center gap-1 py-1 md:flex-col md:gap-3">
        <AvailabilitySwitch />
        <AccountMenu />
      </div>
    </nav>
  );
}

function RailLink({ label, icon }: { label: string; icon: ReactNode }) {
  const { projectId } = useWorkplace();
  return (
    <Link
      to="/$project/inbox/$"
      params={{ project: projectId, _splat: '' }}
      className="flex w-18 flex-col items-center gap-0.5 rounded-box px-1 py-1.5 text-small text-ink-soft hover:text-ink aria-[current]:text-accent"
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: false }}
    >
      {icon}
      <span className="max-w-full truncate">{label}</span>
    </Link>
  );
}

function AvailabilitySwitch() {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const [available, setAvailable] = useState(teammate.user_available);

  async function toggle() {
    setAvailable(!available);
    try {
      const next = await updateOwnTeammate(parley, { user_available: !available });
      setAvailable(next.user_available);
    } catch (error) {
      setAvailable(available);
      toast.add({ title: problemOf(error, t).msg });
    }
  }

  const word = t(available ? 'nav.available' : 'nav.unavailable');
  return (
    <Hint text={`${word}. ${t('nav.availability')}`}>
      <button
        type="button"
        role="switch"
        aria-checked={available}
        aria-label={t('nav.available')}
        onClick={() => void toggle()}
        className={classes(
          'inline-flex h-6 w-10 items-center rounded-full border px-0.5 transition-colors duration-100',
          available ? 'justify-end border-good bg-good' : 'justify-start border-control bg-hover',
        )}
      >
        <span className={classes('size-4.5 rounded-full', available ? 'bg-paper' : 'bg-control')} />
      </button>
    </Hint>
  );
}

function AccountMenu() {
  const t = useTexts();
  const navigate = useNavigate();
  const { user } = useSessionState();
  const { theme } = useSyncExternalStore(onPreferences, preferences);
  const [leaving, setLeaving] = useState(false);
  const name = [user?.firstname, user?.lastname].filter(Boolean).join(' ');
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" aria-label={t('nav.account', { name })} className="rounded-full">
            <Avatar name={name} />
          </button>
        }
      >
        <p className="flex items-center gap-2 px-3 py-1.5 font-semibold">
          <CircleUser size={16} aria-hidden className="text-ink-soft" />
          <bdi>{name}</bdi>
        </p>
        <MenuLine />
        <p className="px-3 py-1 text-small text-ink-soft">{t('nav.theme')}</p>
        <MenuChoice
          value={theme}
          onChange={(value) => setPreferences({ theme: value as Preferences['theme'] })}
          choices={[
            {
              value: 'system',
              label: <ThemeChoice icon={<Monitor size={14} aria-hidden />} word={t('nav.themeSystem')} />,
            },
            { value: 'light', label: <ThemeChoice icon={<Sun size={14} aria-hidden />} word={t('nav.themeLight')} /> },
            { value: 'dark', label: <ThemeChoice icon={<Moon size={14} aria-hidden />} word={t('nav.themeDark')} /> },
          ]}
        />
        <MenuLine />
        <MenuItem icon={<Repeat size={16} aria-hidden />} onSelect={() => void navigate({ to: '/projects' })}>
          {t('nav.projects')}
        </MenuItem>
        <MenuItem icon={<BookOpen size={16} aria-hidden />} onSelect={() => window.open('/docs', '_blank', 'noopener')}>
          {t('nav.reference')}
        </MenuItem>
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => setLeaving(true)}>
          {t('nav.signOut')}
        </MenuItem>
      </Menu>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </>
  );
}

function ThemeChoice({ icon, word }: { icon: ReactNode; word: string }) {
  return (
    <span className="flex items-center gap-2">
      {icon}
      {word}
    </span>
  );
}

/** What the connection lacks, under the head of every screen, for as long as it lasts. */
function ConnectionBar() {
  const t = useTexts();
  const { connection } = useWorkplace();
  const status = useSyncExternalStore(connection.onStatus, connection.status);
  if (status !== 'reconnecting' && status !== 'offline') return <div aria-live="polite" />;
  return (
    <div
      aria-live="polite"
      className="flex items-center justify-center gap-3 border-b border-line bg-warn-soft px-3 py-1.5 text-warn"
    >
      {t(status === 'offline' ? 'state.offline' : 'state.reconnecting')}
    </div>
  );
}
