import { Link, Outlet } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Page, tabLook } from '../ui/page.tsx';

const tabs = [
  { to: '/$project/team/people', word: 'team.people' },
  { to: '/$project/team/groups', word: 'team.groups' },
  { to: '/$project/team/departments', word: 'team.departments' },
] as const;

export function TeamScreen() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Page
      title={t('team.title')}
      tabs={tabs.map(({ to, word }) => (
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
