import { getRule, listRuleRuns, type RuleView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { bodyOf, draftOf } from './rules.ts';
import { RunLine } from './run-line.tsx';

const results = ['applied', 'failed', 'skipped', 'suppressed'] as const;
const pageSize = 20;
/** Of one call. */
const mostRuns = 200;

/** What a stored rule did in the last 30 days. */
export function RuleRuns({ rule }: { rule: RuleView }) {
  const t = useTexts();
  const { number } = useFormats();
  const { parley, projectId } = useWorkplace();
  const [result, setResult] = useState<(typeof results)[number]>();
  const [limit, setLimit] = useState(pageSize);
  const of = { rule_id: rule._id };
  const { data: counted } = useQuery({
    queryKey: ['rule', projectId, rule._id, rule.__v],
    queryFn: () => getRule(parley, of),
  });
  const runs = useQuery({
    queryKey: ['rule-runs', projectId, rule._id, result, limit],
    queryFn: () => listRuleRuns(parley, { ...of, limit, ...(result && { result }) }),
    placeholderData: (before) => before,
  });
  const body = bodyOf(draftOf(rule));
  return (
    <Section title={t('rule.runs')} help={t('rule.runs.help')}>
      {counted && (
        <p>
          {t('rule.runs.stats', {
            evaluated: number(counted.stats.evaluated),
            matched: number(counted.stats.matched),
            applied: number(counted.stats.applied),
            failed: number(counted.stats.failed),
          })}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={t('rule.runs.result')}
          value={result ?? ''}
          onChange={({ target }) => setResult(results.find((one) => one === target.value))}
          choices={[
            { value: '', label: t('inbox.filter.any') },
            ...results.map((value) => ({ value, label: t(`rule.result.${value}`) })),
          ]}
        />
        <Button pending={runs.isFetching} onClick={() => void runs.refetch()}>
          {t('rule.runs.reload')}
        </Button>
      </div>
      {runs.isPending && <Skeleton className="h-16" />}
      {runs.isError && <Failure small problem={problemOf(runs.error, t)} onRetry={() => void runs.refetch()} />}
      {runs.data && runs.data.runs.length === 0 && <p className="text-ink-soft">{t('rule.runs.none')}</p>}
      {runs.data && runs.data.runs.length > 0 && (
        <ul aria-label={t('rule.runs')} className="divide-y divide-line">
          {runs.data.runs.map((run) => (
            <RunLine key={run._id} run={run} of={body} />
          ))}
        </ul>
      )}
      {runs.data && runs.data.runs.length < runs.data.count && limit < mostRuns && (
        <div>
          <Button onClick={() => setLimit(limit + pageSize)}>{t('state.more')}</Button>
        </div>
      )}
    </Section>
  );
}
