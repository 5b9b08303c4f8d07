import { createRule, getRule, limits, type RuleView, updateRule } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { ActionFields } from '../action/action-fields.tsx';
import { isWhole } from '../action/actions.ts';
import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { ConditionFields } from '../condition/condition-fields.tsx';
import { isComplete } from '../condition/conditions.ts';
import { useRequestFields } from '../condition/request-fields.ts';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { FrequencyFields } from './frequency-fields.tsx';
import { RuleCheck } from './rule-check.tsx';
import { bodyOf, draftOf, missingIn, type RuleDraft } from './rules.ts';
import { WhenFields } from './when-fields.tsx';

/** The form of one rule, in sentences: when, if, then. */
export function RuleEditor({ rule }: { rule: RuleView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const { fields, choicesOf } = useRequestFields('rule');
  const isNew = rule._id === '';
  const form = useVersionedForm<RuleView, RuleDraft>({
    record: rule,
    formOf: draftOf,
    save: (changes, from) => {
      const body = bodyOf({ ...draftOf(from), ...changes });
      if (isNew) return createRule(parley, body);
      return updateRule(parley, { rule_id: from._id, ...body }, { ifMatch: etagOf(from) });
    },
    reload: () => getRule(parley, { rule_id: rule._id }),
    onSaved: (stored) => {
      void client.invalidateQueries({ queryKey: ['rules', projectId] });
      const params = { project: projectId, rule: stored._id };
      if (isNew) void navigate({ to: '/$project/settings/rules/{-$rule}', params, ignoreBlocker: true, replace: true });
    },
  });
  const { draft, set, error } = form;
  const names = useMemberNames();
  const refusal = refusalOf(draft);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isNew && !form.isDirty) form.store({});
          else form.save();
        }}
      >
        <Section title={t('rule.one')}>
          <Field
            label={names.name}
            value={draft.name}
            required
            dir="auto"
            maxLength={limits.createRule.name.maxLength}
            onChange={({ target }) => set({ name: target.value })}
            problem={fieldProblem(error, 'name')}
          />
          <Field
            label={names.description}
            value={draft.description}
            dir="auto"
            maxLength={limits.createRule.description?.maxLength}
            onChange={({ target }) => set({ description: target.value })}
            problem={fieldProblem(error, 'description')}
          />
          <CheckField
            label={names.enabled}
            checked={draft.enabled}
            onChange={({ target }) => set({ enabled: target.checked })}
            help={t('rule.enabledHelp')}
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
          <FormEnd
            form={isNew ? { ...form, isDirty: true } : form}
            {...(!form.isDirty && { leaves: () => false })}
            describe={(name, state) => ({ label: names[name], value: shownValue(state[name]) })}
            refusal={refusal}
          />
        </Section>
      </form>
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

function shownValue(value: RuleDraft[keyof RuleDraft]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
