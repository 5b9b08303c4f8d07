import { Link, Navigate, Outlet } from '@tanstack/react-router';

import type { Role } from '../app/roles.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Page, tabLook } from '../ui/page.tsx';

const tabs = [
  { to: '/$project/settings/project', word: 'settings.project', role: 'admin' },
  { to: '/$project/settings/hours', word: 'settings.hours', role: 'admin' },
  { to: '/$project/settings/widget', word: 'settings.widget', role: 'admin' },
  { to: '/$project/settings/labels', word: 'settings.labels', role: 'admin' },
  { to: '/$project/settings/canned', word: 'settings.canned', role: 'agent' },
  { to: '/$project/settings/tags', word: 'settings.tags', role: 'agent' },
  { to: '/$project/settings/properties', word: 'settings.properties', role: 'admin' },
  { to: '/$project/settings/webhooks', word: 'settings.webhooks', role: 'admin' },
  { to: '/$project/settings/tokens', word: 'settings.tokens', role: 'admin' },
  { to: '/$project/settings/security', word: 'settings.security', role: 'admin' },
  { to: '/$project/settings/danger', word: 'settings.danger', role: 'owner' },
] as const satisfies readonly { to: string; word: string; role: Role }[];

/** The settings that a person’s role may open. */
function useTabs() {
  const { teammate } = useWorkplace();
  return tabs.filter(({ role }) => isAtLeast(teammate.role, role));
}

export function SettingsScreen() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Page
      title={t('settings.title')}
      tabs={useTabs().map(({ to, word }) => (
        <Link
          key={to}
          to={to}
          params={{ project: projectId }}
          className={tabLook}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t(word)}
        </Link>
      ))}
    >
      <Outlet />
    </Page>
  );
}

/** The first of the settings. */
export function SettingsHome() {
  const { projectId } = useWorkplace();
  const [first] = useTabs();
  return first && <Navigate to={first.to} params={{ project: projectId }} replace />;
}
