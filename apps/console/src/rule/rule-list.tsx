import { useLingui } from '@lingui/react';
import { deleteRule, orderRules, type RuleView, updateRule } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert, Workflow } from 'lucide-react';
import { useState } from 'react';

import { useActionWords } from '../action/action-choices.ts';
import type { Action } from '../action/actions.ts';
import { localeOf } from '../app/locale.ts';
import { OrderedRows } from '../app/ordered-rows.tsx';
import { problemOf } from '../app/problem.ts';
import { spanWords } from '../app/spans.ts';
import { TemplateCards } from '../app/template-cards.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useConditionWords } from '../condition/request-fields.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { templateNames } from './rules.ts';
import { useRules } from './use-rules.ts';

/** The rules in their order, each with its switch. */
export function RuleList() {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [removed, setRemoved] = useState<RuleView>();
  const { rules, data, error, isPending, isError, refetch } = useRules();
  const change = useMutation({ mutationFn: (call: () => Promise<unknown>) => call(), onSettled: () => refetch() });
  const remove = useMutation({
    mutationFn: ({ _id }: RuleView) => deleteRule(parley, { rule_id: _id }),
    onSuccess: () => {
      setRemoved(undefined);
      void refetch();
    },
  });
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-ink-soft">{t('rule.help')}</p>
      {isError && <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />}
      {change.isError && <Failure small problem={problemOf(change.error, t)} />}
      {isPending && <Skeleton className="h-48" />}
      {data && rules.length === 0 && (
        <Empty icon={<Workflow size={28} strokeWidth={1.5} />} title={t('rule.none')}>
          {t('rule.noneText')}
        </Empty>
      )}
      {rules.length > 0 && (
        <OrderedRows
          rows={rules}
          onMove={(items) => change.mutate(() => orderRules(parley, { items }))}
          onRemove={setRemoved}
        >
          {(rule) => (
            <RuleLine
              rule={rule}
              onSwitch={(enabled) => change.mutateAsync(() => updateRule(parley, { rule_id: rule._id, enabled }))}
            />
          )}
        </OrderedRows>
      )}
      {data && <Templates />}
      {removed && (
        <Confirm
          title={t('settings.sla.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('rule.removeText')}</p>
        </Confirm>
      )}
    </div>
  );
}

function RuleLine({ rule, onSwitch }: { rule: RuleView; onSwitch: (enabled: boolean) => Promise<unknown> }) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const sentence = useRuleSentence();
  const { _id, name, enabled, suspended } = rule;
  /** What the switch was turned to, until that is stored. */
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? (enabled && !suspended);
  const turn = (to: boolean) => {
    setWanted(to);
    // The list says why it was refused.
    const settle = () => setWanted(undefined);
    onSwitch(to).then(settle, settle);
  };
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-label={t('rule.switch', { name })}
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
        className="mt-1 size-4.5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <Link
          to="/$project/settings/rules/{-$rule}"
          params={{ project: projectId, rule: _id }}
          className="font-semibold text-accent hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        {!isOn && <span className="ms-2 text-small text-ink-soft">{t('settings.off')}</span>}
        <p className="text-small text-ink-soft">
          <bdi>{sentence(rule)}</bdi>
        </p>
        {suspended && (
          <p className="flex items-center gap-1 text-small text-bad">
            <TriangleAlert size={14} aria-hidden className="shrink-0" />
            {t(`rule.suspended.${suspended.reason}`)}
          </p>
        )}
      </div>
    </>
  );
}

/** "When a conversation begins, if Tags contains vip, then Set priority: High." */
function useRuleSentence(): (rule: RuleView) => string {
  const t = useTexts();
  const { i18n } = useLingui();
  const conditionWords = useConditionWords('rule');
  const actionWords = useActionWords();
  return ({ on, timer, match, filters, actions }) => {
    const events = on
      .map((word) => (word === 'timer' ? '' : t(`rule.on.${word}`)))
      .join(` ${t('settings.sla.joint.any')} `);
    const when = timer
      ? t('rule.afterTime', {
          time: spanWords(timer.ms, localeOf(i18n.locale)),
          anchor: t(`rule.since.${timer.since}`),
        })
      : events;
    const then = actions.map((action) => actionWords(action as Action)).join('; ');
    if (filters.length === 0) return t('rule.sentence', { when, then });
    const conditions = filters.map(conditionWords).join(` ${t(`settings.sla.joint.${match}`)} `);
    return t('rule.sentenceIf', { when, conditions, then });
  };
}

/** What a new rule may begin from. */
function Templates() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const linkOf = (search: { from?: string }) => ({
    to: '/$project/settings/rules/{-$rule}' as const,
    params: { project: projectId, rule: 'new' },
    search,
  });
  const named = templateNames.map((name) => ({
    key: name,
    title: t(`rule.template.${name}`),
    about: t(`rule.template.${name}About`),
    link: linkOf({ from: name }),
  }));
  const blank = { key: '', title: t('rule.blank'), about: t('rule.blankAbout'), link: linkOf({}) };
  return <TemplateCards title={t('rule.new')} cards={[...named, blank]} />;
}
