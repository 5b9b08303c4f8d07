import { Link, useParams } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Page, tabLook } from '../ui/page.tsx';
import { ConversationFigures } from './conversation-figures.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Overview } from './overview.tsx';
import { PeopleFigures } from './people-figures.tsx';
import { TagFigures } from './tag-figures.tsx';

const tabs = {
  overview: Overview,
  conversations: ConversationFigures,
  people: PeopleFigures,
  tags: TagFigures,
} as const;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

/** Figures of the project. Period, filters and tab stand in the address. */
export function AnalyticsScreen() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const { tab } = useParams({ strict: false });
  const shown = names.find((name) => name === tab) ?? 'overview';
  const Figures = tabs[shown];
  return (
    <Page
      title={t('analytics.title')}
      actions={
        <Link to="/$project/activity" params={{ project: projectId }} className="font-semibold text-accent underline">
          {t('activity.title')}
        </Link>
      }
      tabs={names.map((name) => (
        <Link
          key={name}
          to="/$project/analytics/{-$tab}"
          params={{ project: projectId, tab: name }}
          search={(search) => search}
          aria-current={name === shown ? 'page' : undefined}
          className={tabLook}
        >
          {t(`analytics.tab.${name}`)}
        </Link>
      ))}
    >
      <div className="flex flex-col gap-4">
        <FilterBar />
        <Figures />
      </div>
    </Page>
  );
}
