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
import { RecordList } from '../app/record-list.tsx';
import { spanWords } from '../app/spans.ts';
import { TemplateCards } from '../app/template-cards.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BrokenParts } from '../condition/broken-parts.tsx';
import { useConditionWords } from '../condition/request-fields.ts';
import { pageOf, templateNames } from './rules.ts';
import { useRules } from './use-rules.ts';

/** The rules in their order, each with its switch. */
export function RuleList() {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { projectId } = useWorkplace();
  const { rules, ...query } = useRules();
  const change = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: () => query.refetch(),
  });
  return (
    <RecordList
      help={t('rule.help')}
      query={query}
      rows={rules}
      refused={change.error}
      none={{ icon: Workflow, title: t('rule.none'), text: t('rule.noneText') }}
      remove={({ _id }) => deleteRule(parley, { rule_id: _id })}
      removeText={() => t('rule.removeText')}
      end={
        <TemplateCards
          title={t('rule.new')}
          names={templateNames}
          wordsOf={(name) => ({ title: t(`rule.template.${name}`), about: t(`rule.template.${name}About`) })}
          blank={{ title: t('rule.blank'), about: t('rule.blankAbout') }}
          page={pageOf(projectId, 'new')}
        />
      }
    >
      {(onRemove) => (
        <OrderedRows
          rows={rules}
          onMove={(items) => change.mutate(() => orderRules(parley, { items }))}
          onRemove={onRemove}
        >
          {(rule) => (
            <RuleLine
              rule={rule}
              onSwitch={(enabled) => change.mutateAsync(() => updateRule(parley, { rule_id: rule._id, enabled }))}
            />
          )}
        </OrderedRows>
      )}
    </RecordList>
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
        <Link {...pageOf(projectId, _id)} className="font-semibold text-accent hover:underline">
          <bdi>{name}</bdi>
        </Link>
        {!isOn && <span className="ms-2 text-small text-ink-soft">{t('settings.off')}</span>}
        <p className="text-small text-ink-soft">
          <bdi>{sentence(rule)}</bdi>
        </p>
        <BrokenParts parts={rule.broken} />
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
