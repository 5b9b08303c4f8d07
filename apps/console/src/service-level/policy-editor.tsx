import { createSlaPolicy, limits, listSlaPolicies, type SlaPolicyView, updateSlaPolicy } from '@parley/sdk';
import { useState } from 'react';

import { fieldProblem } from '../app/problem.ts';
import { NameFields, RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { ConditionFields } from '../condition/condition-fields.tsx';
import { useRequestFields } from '../condition/request-fields.ts';
import { CheckField, RadioField } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { HoursField } from './hours-field.tsx';
import { bodyOf, draftOf, isFilled, type PolicyDraft, pageOf, pauses } from './policy-form.ts';
import { LengthField, TargetFields } from './target-fields.tsx';

/** The form of one policy, stored or not yet. */
export function PolicyEditor({ policy }: { policy: SlaPolicyView }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const isNew = policy._id === '';
  const [apply, setApply] = useState<'new' | 'open'>('new');
  const { fields, choicesOf } = useRequestFields();
  const form = useRecordForm<SlaPolicyView, PolicyDraft>({
    listKey: ['sla_policies', projectId],
    pageOf: (id) => pageOf(projectId, id),
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
  });
  const { draft, set, error } = form;
  const { conditions, targets, dueSoon, pause } = draft;
  const isWhole = [...Object.values(targets).flatMap((times) => Object.values(times)), dueSoon].every(isFilled);
  const names = useMemberNames();

  return (
    <RecordFormPage form={form}>
      <Section title={t('settings.sla.one')}>
        <NameFields draft={draft} set={set} names={names} limits={limits.createSlaPolicy} error={error} />
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
        <RecordFormEnd form={form} names={names} refusal={isWhole ? undefined : t('settings.sla.numberMissing')} />
      </Section>
    </RecordFormPage>
  );
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
