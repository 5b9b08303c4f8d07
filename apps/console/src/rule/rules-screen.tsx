import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { NotFound } from '../app/pages.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RuleList } from './rule-list.tsx';
import { RuleRuns } from './rule-runs.tsx';
import { newRule, templateNames } from './rules.ts';
import { useRules } from './use-rules.ts';

const path = '/person/$project/settings/rules/{-$rule}';

/** The rules of the project; one of them with what it did, or a new one. */
export function RulesScreen() {
  const t = useTexts();
  const { rule } = useParams({ from: path });
  if (rule === undefined) return <RuleList />;
  return (
    <div>
      <BackLink to="/$project/settings/rules/{-$rule}">{t('settings.automation')}</BackLink>
      {rule === 'new' ? <NewRule /> : <StoredRule key={rule} id={rule} />}
    </div>
  );
}

function NewRule() {
  const t = useTexts();
  const { from } = useSearch({ from: path });
  const rule = useMemo(() => {
    const template = templateNames.find((name) => name === from);
    const words = template
      ? { name: t(`rule.template.${template}`), says: t(`rule.template.${template}Says`) }
      : { name: '', says: '' };
    return newRule(template, words);
  }, [from, t]);
  return <RuleEditor rule={rule} />;
}

function StoredRule({ id }: { id: string }) {
  const t = useTexts();
  const { rules, data, error, isFetching, refetch } = useRules();
  const rule = rules.find(({ _id }) => _id === id);
  if (rule)
    return (
      <>
        <RuleEditor rule={rule} />
        <RuleRuns rule={rule} />
      </>
    );
  // One that was made a moment ago comes with the next reading.
  if (isFetching) return <Skeleton className="h-64 max-w-3xl" />;
  if (data) return <NotFound />;
  return <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />;
}
