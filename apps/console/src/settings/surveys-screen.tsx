import { createSurvey, deleteSurvey, getSurvey, limits, listSurveys, type SurveyView, updateSurvey } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Smile } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { RowActions } from './row-actions.tsx';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** What customers are asked after their conversations; the first survey that matches is sent. */
export function SurveysScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [edited, setEdited] = useState<SurveyView>();
  const [removed, setRemoved] = useState<SurveyView>();
  const query = useQuery({ queryKey: ['surveys', projectId], queryFn: () => listSurveys(parley, {}) });
  const remove = useMutation({
    mutationFn: ({ _id }: SurveyView) => deleteSurvey(parley, { survey_id: _id }),
    onSuccess: () => {
      setRemoved(undefined);
      void query.refetch();
    },
  });
  const surveys = query.data?.surveys ?? [];
  const add = (
    <Button look="primary" onClick={() => setEdited(newSurvey(surveys.length))}>
      <Plus size={16} aria-hidden />
      {t('settings.surveys.new')}
    </Button>
  );
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-ink-soft">{t('settings.surveys.help')}</p>
      <div className="flex justify-end">{surveys.length > 0 && add}</div>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data && surveys.length === 0 && (
        <Empty icon={<Smile size={28} strokeWidth={1.5} />} title={t('settings.surveys.none')} action={add}>
          {t('settings.surveys.noneText')}
        </Empty>
      )}
      {surveys.length > 0 && (
        <Table
          label={t('settings.surveys')}
          rows={surveys}
          keyOf={({ _id }) => _id}
          columns={[
            { id: 'name', title: t('settings.surveys.name'), cell: ({ name }) => <bdi>{name}</bdi> },
            {
              id: 'state',
              title: t('settings.surveys.state'),
              cell: ({ enabled }) => t(enabled ? 'settings.surveys.on' : 'settings.surveys.off'),
            },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (one) => (
                <RowActions name={one.name} onEdit={() => setEdited(one)} onRemove={() => setRemoved(one)} />
              ),
            },
          ]}
        />
      )}
      {edited && (
        <SurveyDialog survey={edited} onStored={() => void query.refetch()} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <Confirm
          title={t('settings.surveys.removeTitle', { name: removed.name })}
          action={t('state.remove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('settings.surveys.removeText')}</p>
        </Confirm>
      )}
    </div>
  );
}

interface SurveyForm {
  name: string;
  enabled: boolean;
  ask: string;
  comment: boolean;
  on_auto_close: boolean;
  min_team_messages: number;
  /** Minutes after the closing. */
  delay: number;
  /** Days in which a customer is not asked again. */
  cooldown: number;
}

const newSurvey = (position: number) =>
  ({
    ...{ _id: '', __v: 0, updatedAt: '', name: '', enabled: true, ask: '', comment: true, on_auto_close: false },
    ...{ min_team_messages: 1, delay: 0, cooldown: dayMs, position },
  }) as unknown as SurveyView;

const formOf = (survey: SurveyView): SurveyForm => ({
  ...{ name: survey.name, enabled: survey.enabled, ask: survey.ask, comment: survey.comment },
  ...{ on_auto_close: survey.on_auto_close, min_team_messages: survey.min_team_messages },
  ...{ delay: survey.delay / minuteMs, cooldown: survey.cooldown / dayMs },
});

const bodyOf = ({ delay, cooldown, ...form }: SurveyForm) => ({
  ...form,
  delay: Math.round(delay * minuteMs),
  cooldown: Math.round(cooldown * dayMs),
});

const words = {
  name: 'settings.surveys.name',
  enabled: 'settings.surveys.enabled',
  ask: 'settings.surveys.ask',
  comment: 'settings.surveys.comment',
  on_auto_close: 'settings.surveys.onAutoClose',
  min_team_messages: 'settings.surveys.minMessages',
  delay: 'settings.surveys.delay',
  cooldown: 'settings.surveys.cooldown',
} as const;

function SurveyDialog({
  survey,
  onStored,
  onClose,
}: {
  survey: SurveyView;
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const isNew = survey._id === '';
  return (
    <RecordDialog<SurveyView, SurveyForm>
      title={t(isNew ? 'settings.surveys.new' : 'settings.surveys.edit')}
      record={survey}
      formOf={formOf}
      save={(changes, from) => {
        const body = bodyOf({ ...formOf(from), ...changes });
        return isNew
          ? createSurvey(parley, { ...body, position: survey.position })
          : updateSurvey(parley, { survey_id: from._id, ...body }, { ifMatch: etagOf(from) });
      }}
      reload={() => getSurvey(parley, { survey_id: survey._id })}
      describe={(name, form) => ({ label: t(words[name]), value: String(form[name]) })}
      onStored={onStored}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <Field
            label={t(words.name)}
            dir="auto"
            required
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            maxLength={limits.createSurvey.name.maxLength}
            problem={fieldProblem(error, 'name')}
          />
          <TextArea
            label={t(words.ask)}
            rows={2}
            help={t('settings.surveys.askHelp')}
            value={draft.ask}
            onChange={({ target }) => set({ ask: target.value })}
            maxLength={limits.createSurvey.ask.maxLength}
            problem={fieldProblem(error, 'ask')}
          />
          <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-3">
            {(['delay', 'cooldown', 'min_team_messages'] as const).map((name) => (
              <Field
                key={name}
                type="number"
                min={0}
                required
                label={t(words[name])}
                value={draft[name]}
                onChange={({ target }) => set({ [name]: target.valueAsNumber || 0 })}
                problem={fieldProblem(error, name)}
              />
            ))}
          </div>
          {(['comment', 'on_auto_close', 'enabled'] as const).map((name) => (
            <CheckField
              key={name}
              label={t(words[name])}
              checked={draft[name]}
              onChange={({ target }) => set({ [name]: target.checked })}
            />
          ))}
        </>
      )}
    </RecordDialog>
  );
}
