import { Link, useParams } from '@tanstack/react-router';
import { Target } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Page, tabLook } from '../ui/page.tsx';
import { ConversationFigures } from './conversation-figures.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NothingYet, useIsEmpty } from './nothing-yet.tsx';
import { Overview } from './overview.tsx';
import { ReportFigures } from './report-figures.tsx';
import { TagFigures } from './tag-figures.tsx';
import { TargetsDialog } from './targets-dialog.tsx';
import { TeamFigures } from './team-figures.tsx';
import { useProjectOfTargets } from './use-targets.ts';

const tabs = {
  overview: Overview,
  conversations: ConversationFigures,
  people: TeamFigures,
  tags: TagFigures,
  reports: ReportFigures,
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
  const isEmpty = useIsEmpty();
  return (
    <Page
      title={t('analytics.title')}
      actions={
        <>
          <TargetsButton />
          <Link to="/$project/activity" params={{ project: projectId }} className="font-semibold text-accent underline">
            {t('activity.title')}
          </Link>
        </>
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
      {isEmpty ? (
        <NothingYet />
      ) : (
        <div className="flex flex-col gap-4">
          <FilterBar />
          <Figures />
        </div>
      )}
    </Page>
  );
}

function TargetsButton() {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const project = useProjectOfTargets();
  if (!project) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Target size={16} aria-hidden />
        {t('analytics.targets')}
      </Button>
      {isOpen && <TargetsDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}
