import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentType } from 'react';

import { FailureBar } from '../app/failure-bar.tsx';
import { NotFoundPage } from '../app/pages.tsx';
import { useTexts } from '../app/texts.tsx';
import { Page, tabLook } from '../ui/page.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { KeyboardTab } from './keyboard-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';

const tabs: Record<string, ComponentType> = {
  profile: ProfileTab,
  security: SecurityTab,
  sessions: SessionsTab,
  notifications: NotificationsTab,
  appearance: AppearanceTab,
  keyboard: KeyboardTab,
};
const words = {
  profile: 'account.profile',
  security: 'account.security',
  sessions: 'account.sessions',
  notifications: 'account.notifications',
  appearance: 'account.appearance',
  keyboard: 'account.keyboard',
} as const;

/** What belongs to the person, whatever the project: outside of any project's frame, with the way back. */
export function AccountScreen() {
  const t = useTexts();
  const { tab = 'profile' } = useParams({ from: '/person/account/{-$tab}' });
  const Tab = Object.hasOwn(tabs, tab) ? tabs[tab] : undefined;
  if (!Tab) return <NotFoundPage />;
  return (
    <div className="flex h-dvh flex-col">
      <header className="border-b border-line bg-raised px-4 py-2 md:px-6">
        <Link to="/" className="inline-flex min-h-8 items-center gap-2 text-ink-soft hover:text-ink">
          <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />
          {t('account.back')}
        </Link>
      </header>
      <FailureBar />
      <main className="flex min-h-0 flex-1">
        <Page
          title={t('account.title')}
          tabs={Object.entries(words).map(([name, word]) => (
            <Link
              key={name}
              to="/account/{-$tab}"
              params={{ tab: name }}
              className={tabLook}
              {...(name === tab && { 'aria-current': 'page' })}
            >
              {t(word)}
            </Link>
          ))}
        >
          <Tab />
        </Page>
      </main>
    </div>
  );
}
