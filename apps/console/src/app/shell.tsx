import { updateOwnTeammate } from '@parley/sdk';
import { Link, type LinkProps, Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
  ChartColumn,
  CircleUser,
  Contact,
  Ellipsis,
  Inbox,
  LogOut,
  Monitor,
  Moon,
  Repeat,
  Settings,
  ShieldOff,
  Sun,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';

import { GlobalKeys } from '../palette/global-keys.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { classes } from '../ui/classes.ts';
import { Hint } from '../ui/hint.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx';
import { Empty } from '../ui/states.tsx';
import { isDismissed } from '../welcome/tour.ts';
import { FailureBar } from './failure-bar.tsx';
import { failures } from './failures.ts';
import type { MessageId } from './language.ts';
import { lazyPart, takesKeys } from './lazy-part.tsx';
import { onPreferences, type Preferences, preferences, setPreferences } from './preferences.ts';
import { ReleaseBar } from './release-bar.tsx';
import { isAtLeast, type Role } from './roles.ts';
import { useSessionState } from './session-context.tsx';
import { TabMark } from './tab-mark.tsx';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

const ConnectionBar = lazyPart('actions', async () => (await import('../notifications/parts.ts')).ConnectionBar);
const Notifier = lazyPart('actions', async () => (await import('../notifications/parts.ts')).Notifier);
const SignOutDialog = lazyPart('actions', async () => (await import('./sign-out.tsx')).SignOutDialog, takesKeys);
const SoundBar = lazyPart('actions', async () => (await import('../notifications/parts.ts')).SoundBar);
const TourStrip = lazyPart(
  'welcome',
  async () => (await import('../welcome/tour-strip.tsx')).TourStrip,
  // As high as the strip, so that nothing below it moves.
  <div className="h-12 shrink-0 border-b border-line bg-accent-soft" />,
);

/** The frame of every screen of a project: a rail of where to go, the line of the connection, the screen. */
export function Shell() {
  const t = useTexts();
  return (
    <div className="relative top-(--view-top) flex h-(--view-height) flex-col-reverse md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-box bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
      >
        {t('app.skip')}
      </a>
      <TabMark place={usePlace()} />
      <Rail />
      <Notifier />
      <SoundBar place="line" />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <ReleaseBar />
        <FailureBar />
        <FirstSteps />
        <main id="content" className="flex min-h-0 flex-1">
          <Screen />
        </main>
      </div>
    </div>
  );
}

/** In the demo project, for those who may do all of them, until they are dismissed. */
function FirstSteps() {
  const { tour, teammate } = useWorkplace();
  if (!tour || !isAtLeast(teammate.role, 'admin') || isDismissed(teammate.settings)) return null;
  return <TourStrip tour={tour} />;
}

/** The screen of the address, or why this person may not have it: nothing of it is loaded then. */
function Screen() {
  const t = useTexts();
  const { teammate } = useWorkplace();
  const needed = useMatches({ select: (matches) => matches.at(-1)?.staticData.role });
  if (!needed || isAtLeast(teammate.role, needed)) return <Outlet />;
  return (
    <Empty icon={<ShieldOff size={28} strokeWidth={1.5} />} title={t('state.forbidden')}>
      {t('state.forbiddenText', { role: needed })}
    </Empty>
  );
}

interface Place {
  to: NonNullable<LinkProps['to']>;
  word: MessageId;
  icon: typeof Inbox;
  /** Leads there behind `g`. */
  key: string;
  /** Least role that may go there. */
  role?: Role;
}

const places: readonly Place[] = [
  { to: '/$project/inbox/$', word: 'nav.inbox', key: 'i', icon: Inbox },
  { to: '/$project/contacts/{-$lead}', word: 'nav.contacts', key: 'c', icon: Contact },
  { to: '/$project/bots/{-$id}/{-$tab}', word: 'nav.bots', key: 'b', icon: Bot },
  { to: '/$project/analytics/{-$tab}', word: 'nav.analytics', key: 'a', icon: ChartColumn, role: 'admin' },
  { to: '/$project/team', word: 'nav.team', key: 't', icon: UsersRound },
  { to: '/$project/settings', word: 'nav.settings', key: 's', icon: Settings },
];

/** The word for where the person is; none for what the rail does not name. */
function usePlace(): string | undefined {
  const t = useTexts();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const place = places.find(({ to }) => path.startsWith(to.replace(/\/(?:\$|\{.*)$/, '')));
  return place && t(place.word);
}

/** Places with a link of their own where the rail lies below the screen; the others are in a menu there. */
const placesOnPhone = 3;

/** A place is its list: what the present address names besides is not taken along. */
const noRecord = { _splat: '', lead: undefined, id: undefined, tab: undefined };

function Rail() {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId, teammate } = useWorkplace();
  const open = places.filter(({ role }) => !role || isAtLeast(teammate.role, role));
  const go = (to: Place['to']) => void navigate({ to, params: { ...noRecord, project: projectId } });
  return (
    <nav
      aria-label={t('nav.label')}
      className="flex shrink-0 items-center justify-between border-t border-line bg-raised px-2 md:w-23 md:flex-col md:border-e md:border-t-0 md:px-0 md:py-3"
    >
      <div className="flex min-w-0 flex-1 md:flex-none md:flex-col md:gap-1">
        {open.map((place, index) => (
          <RailLink key={place.to} place={place} isOnPhone={index < placesOnPhone} />
        ))}
        <div className="flex max-w-18 min-w-0 flex-1 items-center md:hidden">
          <Menu
            trigger={
              <button
                type="button"
                className="flex w-full min-w-0 flex-col items-center gap-0.5 rounded-box py-1.5 text-small text-ink-soft"
              >
                <Ellipsis size={20} aria-hidden />
                {t('nav.more')}
              </button>
            }
          >
            {open.slice(placesOnPhone).map(({ to, word, icon: Icon }) => (
              <MenuItem key={to} icon={<Icon size={16} aria-hidden />} onSelect={() => go(to)}>
                {t(word)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
      <div className="flex items-center gap-1 py-1 md:flex-col md:gap-3">
        <SoundBar place="rail" />
        <AvailabilitySwitch />
        <AccountMenu />
      </div>
      <GlobalKeys places={open.map((place) => ({ ...place, title: t(place.word), go: () => go(place.to) }))} />
    </nav>
  );
}

function RailLink({ place: { to, word, icon: Icon }, isOnPhone }: { place: Place; isOnPhone: boolean }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Link
      to={to}
      params={{ ...noRecord, project: projectId }}
      className={classes(
        'max-w-20 min-w-0 flex-auto flex-col items-center gap-0.5 rounded-box py-1.5 text-small text-ink-soft hover:text-ink aria-[current]:text-accent md:max-w-none md:flex-none',
        isOnPhone ? 'flex' : 'hidden md:flex',
      )}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: false }}
    >
      <Icon size={20} aria-hidden />
      <span className="max-w-full truncate">{t(word)}</span>
    </Link>
  );
}

function AvailabilitySwitch() {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const [available, setAvailable] = useState(teammate.user_available);

  async function turn(wanted: boolean) {
    setAvailable(wanted);
    try {
      const next = await updateOwnTeammate(parley, { user_available: wanted });
      setAvailable(next.user_available);
    } catch (error) {
      setAvailable(!wanted);
      throw error;
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
        onClick={() => failures.run('availability', () => turn(!available))}
        className={classes(
          'inline-flex h-6 w-10 items-center rounded-full border px-0.5 transition-colors',
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
  const { me, people } = useWorkplace();
  const { theme } = useSyncExternalStore(onPreferences, preferences);
  const [leaving, setLeaving] = useState(false);
  const name = [user?.firstname, user?.lastname].filter(Boolean).join(' ');
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" aria-label={t('nav.account', { name })} className="rounded-full">
            <Avatar id={me} name={name} picture={people.pictureOf(me)} />
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
        <MenuItem
          icon={<CircleUser size={16} aria-hidden />}
          onSelect={() => void navigate({ to: '/account/{-$tab}', params: {} })}
        >
          {t('nav.ownAccount')}
        </MenuItem>
        <MenuItem icon={<Repeat size={16} aria-hidden />} onSelect={() => void navigate({ to: '/projects' })}>
          {t('nav.projects')}
        </MenuItem>
        <MenuItem icon={<BookOpen size={16} aria-hidden />} onSelect={() => window.open('/docs', '_blank', 'noopener')}>
          {t('nav.reference')}
        </MenuItem>
        <MenuItem
          icon={<LogOut size={16} aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => setLeaving(true)}
        >
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
