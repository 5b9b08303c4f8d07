import { createRule, getRule, limits, type RuleView, updateRule } from '@parley/sdk';

import { ActionFields } from '../action/action-fields.tsx';
import { isWhole } from '../action/actions.ts';
import { NameFields, RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { ConditionFields } from '../condition/condition-fields.tsx';
import { isComplete } from '../condition/conditions.ts';
import { useRequestFields } from '../condition/request-fields.ts';
import { Section } from '../ui/page.tsx';
import { FrequencyFields } from './frequency-fields.tsx';
import { RuleCheck } from './rule-check.tsx';
import { bodyOf, draftOf, missingIn, pageOf, type RuleDraft } from './rules.ts';
import { WhenFields } from './when-fields.tsx';

/** The form of one rule, in sentences: when, if, then. */
export function RuleEditor({ rule }: { rule: RuleView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { fields, choicesOf } = useRequestFields('rule');
  const isNew = rule._id === '';
  const form = useRecordForm<RuleView, RuleDraft>({
    listKey: ['rules', projectId],
    pageOf: (id) => pageOf(projectId, id),
    record: rule,
    formOf: draftOf,
    save: (changes, from) => {
      const body = bodyOf({ ...draftOf(from), ...changes });
      if (isNew) return createRule(parley, body);
      return updateRule(parley, { rule_id: from._id, ...body }, { ifMatch: etagOf(from) });
    },
    reload: () => getRule(parley, { rule_id: rule._id }),
  });
  const { draft, set, error } = form;
  const names = useMemberNames();
  const refusal = refusalOf(draft);
  return (
    <>
      <RecordFormPage form={form}>
        <Section title={t('rule.one')}>
          <NameFields
            draft={draft}
            set={set}
            names={names}
            limits={limits.createRule}
            error={error}
            enabledHelp={t('rule.enabledHelp')}
          />
        </Section>
        <Section title={t('rule.when')}>
          <WhenFields draft={draft} onChange={set} error={error} />
        </Section>
        <Section title={t('rule.if')} help={t('rule.ifHelp')}>
          <ConditionFields
            label={t('settings.sla.match')}
            match={draft.match}
            conditions={draft.conditions}
            first={{ field: 'tags', operator: 'contains' }}
            fields={fields}
            choicesOf={choicesOf}
            none={t('settings.sla.everything')}
            errors={[error]}
            onChange={set}
          />
        </Section>
        <Section title={t('rule.then')} help={t('action.help')}>
          <ActionFields actions={draft.actions} of="rule" error={error} onChange={(actions) => set({ actions })} />
        </Section>
        <Section title={t('rule.frequency')}>
          <FrequencyFields draft={draft} onChange={set} error={error} />
          <RecordFormEnd form={form} names={names} refusal={refusal} />
        </Section>
      </RecordFormPage>
      <RuleCheck id={isNew ? undefined : rule._id} body={bodyOf(draft)} refusal={refusal} />
    </>
  );

  function refusalOf({ conditions, actions }: RuleDraft): string | undefined {
    const missing = missingIn(draft);
    if (missing) return t(`rule.missing.${missing}`);
    if (draft.name.trim() === '') return t('rule.missing.name');
    if (!conditions.every(isComplete)) return t('rule.missing.condition');
    return actions.length > 0 && actions.every(({ action }) => isWhole(action)) ? undefined : t('action.missing');
  }
}

function useMemberNames(): Record<keyof RuleDraft, string> {
  const t = useTexts();
  return {
    name: t('rule.name'),
    description: t('macro.description'),
    enabled: t('rule.enabled'),
    waits: t('rule.when'),
    on: t('rule.when'),
    since: t('rule.since'),
    after: t('rule.after'),
    hours: t('settings.sla.hours'),
    match: t('settings.sla.match'),
    conditions: t('rule.if'),
    actions: t('rule.then'),
    delay: t('rule.delay'),
    cancelOn: t('rule.cancelOn'),
    once: t('rule.once'),
    stop: t('rule.stop'),
  };
}
