import { createSlaPolicy, limits, listSlaPolicies, type SlaPolicyView, updateSlaPolicy } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { ConditionFields } from '../condition/condition-fields.tsx';
import { useRequestFields } from '../condition/request-fields.ts';
import { CheckField, RadioField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { HoursField } from './hours-field.tsx';
import { bodyOf, draftOf, isFilled, type PolicyDraft, pauses } from './policy-form.ts';
import { LengthField, TargetFields } from './target-fields.tsx';

/** The form of one policy, stored or not yet. */
export function PolicyEditor({ policy }: { policy: SlaPolicyView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const isNew = policy._id === '';
  const [apply, setApply] = useState<'new' | 'open'>('new');
  const { fields, choicesOf } = useRequestFields();
  const form = useVersionedForm<SlaPolicyView, PolicyDraft>({
    record: policy,
    formOf: draftOf,
    save: (changes, from) => {
      const body = bodyOf({ ...draftOf(from), ...changes });
      if (isNew) return createSlaPolicy(parley, { apply, ...body });
      return updateSlaPolicy(parley, { policy_id: from._id, apply, ...body }, { ifMatch: etagOf(from) });
    },
    reload: async () => {
      const { sla_policies } = await listSlaPolicies(parley, {});
      return sla_policies.find(({ _id }) => _id === policy._id) ?? policy;
    },
    onSaved: (stored) => {
      void client.invalidateQueries({ queryKey: ['sla_policies', projectId] });
      const params = { project: projectId, policy: stored._id };
      if (isNew)
        void navigate({
          to: '/$project/settings/service-levels/{-$policy}',
          params,
          ignoreBlocker: true,
          replace: true,
        });
    },
  });
  const { draft, set, error } = form;
  const { conditions, targets, dueSoon, pause } = draft;
  const isWhole = [...Object.values(targets).flatMap((times) => Object.values(times)), dueSoon].every(isFilled);
  const names = useMemberNames();

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew && !form.isDirty) form.store({});
        else form.save();
      }}
    >
      <Section title={t('settings.sla.one')}>
        <Field
          label={names.name}
          value={draft.name}
          required
          dir="auto"
          maxLength={limits.createSlaPolicy.name.maxLength}
          onChange={({ target }) => set({ name: target.value })}
          problem={fieldProblem(error, 'name')}
        />
        <Field
          label={names.description}
          value={draft.description}
          dir="auto"
          maxLength={limits.createSlaPolicy.description?.maxLength}
          onChange={({ target }) => set({ description: target.value })}
          problem={fieldProblem(error, 'description')}
        />
        <CheckField
          label={names.enabled}
          checked={draft.enabled}
          onChange={({ target }) => set({ enabled: target.checked })}
        />
      </Section>
      <Section title={names.conditions} help={t('settings.sla.conditionsHelp')}>
        <ConditionFields
          label={t('settings.sla.match')}
          match={draft.match}
          conditions={conditions}
          first={{ field: 'department', operator: '=' }}
          fields={fields}
          choicesOf={choicesOf}
          none={t('settings.sla.everything')}
          errors={[error]}
          onChange={set}
        />
      </Section>
      <Section title={names.targets} help={t('settings.sla.targetsHelp')}>
        <HoursField value={draft.hours} onChange={(hours) => set({ hours })} problem={fieldProblem(error, 'hours')} />
        <TargetFields
          targets={targets}
          problem={targetProblem(error)}
          onChange={(changed) => set({ targets: changed })}
        />
        <LengthField
          label={names.dueSoon}
          length={dueSoon}
          absent="none"
          onChange={(length) => set({ dueSoon: length })}
          problem={fieldProblem(error, 'due_soon')}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">{names.pause}</legend>
          {pauses.map((reason) => (
            <CheckField
              key={reason}
              label={t(`settings.sla.pause.${reason}`)}
              checked={pause.includes(reason)}
              onChange={({ target }) =>
                set({ pause: pauses.filter((one) => (one === reason ? target.checked : pause.includes(one))) })
              }
            />
          ))}
        </fieldset>
        <RadioField
          label={names.whileBot}
          value={draft.whileBot}
          onChange={(whileBot) => set({ whileBot })}
          choices={(['wait', 'count'] as const).map((value) => ({
            value,
            label: t(`settings.sla.bot.${value}`),
            about: t(`settings.sla.bot.${value}About`),
          }))}
        />
        <RadioField
          label={t('settings.sla.apply')}
          value={apply}
          onChange={setApply}
          choices={(['new', 'open'] as const).map((value) => ({
            value,
            label: t(`settings.sla.apply.${value}`),
            about: t(`settings.sla.apply.${value}About`),
          }))}
        />
        <FormEnd
          form={isNew ? { ...form, isDirty: true } : form}
          {...(!form.isDirty && { leaves: () => false })}
          describe={(name, state) => ({ label: names[name], value: shownValue(name, state) })}
          refusal={isWhole ? undefined : t('settings.sla.numberMissing')}
        />
      </Section>
    </form>
  );
}

function shownValue(name: keyof PolicyDraft, state: PolicyDraft): string {
  const value = state[name];
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function useMemberNames(): Record<keyof PolicyDraft, string> {
  const t = useTexts();
  return {
    name: t('settings.sla.name'),
    description: t('settings.sla.description'),
    enabled: t('settings.sla.enabled'),
    match: t('settings.sla.match'),
    conditions: t('segments.conditions'),
    hours: t('settings.sla.hours'),
    targets: t('settings.sla.targets'),
    dueSoon: t('settings.sla.dueSoon'),
    pause: t('settings.sla.pause'),
    whileBot: t('settings.sla.bot'),
  };
}

/** It names a target within: `targets.urgent.resolution`. */
function targetProblem(error: unknown): string | undefined {
  const { errors = [] } = Object(error) as { errors?: readonly { param: string; msg: string }[] };
  return errors.find(({ param }) => param.startsWith('targets'))?.msg;
}
