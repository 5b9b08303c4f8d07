import { createSurvey, deleteSurvey, getSurvey, limits, listSurveys, type SurveyView, updateSurvey } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Smile } from 'lucide-react';
import { useState } from 'react';

import { newPlaces } from '../app/new-places.ts';
import { OrderedRows } from '../app/ordered-rows.tsx';
import { fieldProblem } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { RecordList } from '../app/record-list.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { BrokenParts } from '../condition/broken-parts.tsx';
import { ConditionFields } from '../condition/condition-fields.tsx';
import { type Condition, conditionOf, filterOf } from '../condition/conditions.ts';
import { useConditionWords, useRequestFields } from '../condition/request-fields.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** What customers are asked after their conversations; the first survey that matches is sent. */
export function SurveysScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [edited, setEdited] = useState<SurveyView>();
  const query = useQuery({ queryKey: ['surveys', projectId], queryFn: () => listSurveys(parley, {}) });
  const surveys = query.data?.surveys ?? [];
  const order = useMutation({
    mutationFn: async (ids: string[]) => {
      for (const { id, position } of newPlaces(surveys, ids)) await updateSurvey(parley, { survey_id: id, position });
    },
    onSettled: () => query.refetch(),
  });
  return (
    <>
      <RecordList
        help={t('settings.surveys.help')}
        query={query}
        rows={surveys}
        refused={order.error}
        none={{ icon: Smile, title: t('settings.surveys.none'), text: t('settings.surveys.noneText') }}
        remove={({ _id }) => deleteSurvey(parley, { survey_id: _id })}
        removeText={() => t('settings.surveys.removeText')}
        create={
          <Button look="primary" onClick={() => setEdited(newSurvey(surveys.length))}>
            <Plus size={16} aria-hidden />
            {t('settings.surveys.new')}
          </Button>
        }
      >
        {(onRemove) => (
          <OrderedRows rows={surveys} onMove={(ids) => order.mutate(ids)} onRemove={onRemove}>
            {(survey) => <SurveyLine survey={survey} onEdit={() => setEdited(survey)} />}
          </OrderedRows>
        )}
      </RecordList>
      {edited && (
        <SurveyDialog survey={edited} onStored={() => void query.refetch()} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

/** A survey, and which conversations it is for. */
function SurveyLine({ survey, onEdit }: { survey: SurveyView; onEdit: () => void }) {
  const t = useTexts();
  const wordsOf = useConditionWords();
  const { name, enabled, filters, match } = survey;
  return (
    <div className="min-w-0 flex-1">
      <button type="button" onClick={onEdit} className="text-start font-semibold text-accent hover:underline">
        <bdi>{name}</bdi>
      </button>
      {!enabled && <span className="ms-2 text-small text-ink-soft">{t('settings.off')}</span>}
      <p className="text-small text-ink-soft">
        <bdi>
          {filters.length === 0
            ? t('settings.sla.everything')
            : filters.map(wordsOf).join(` ${t(`settings.sla.joint.${match}`)} `)}
        </bdi>
      </p>
      <BrokenParts parts={survey.broken} />
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
  match: SurveyView['match'];
  conditions: Condition[];
  /** Minutes after the closing. */
  delay: number;
  /** Days in which a customer is not asked again. */
  cooldown: number;
}

const newSurvey = (position: number) =>
  ({
    ...{ _id: '', __v: 0, updatedAt: '', name: '', enabled: true, ask: '', comment: true, on_auto_close: false },
    ...{ min_team_messages: 1, delay: 0, cooldown: dayMs, position, match: 'all', filters: [] },
  }) as unknown as SurveyView;

const formOf = (survey: SurveyView): SurveyForm => ({
  ...{ name: survey.name, enabled: survey.enabled, ask: survey.ask, comment: survey.comment },
  ...{ on_auto_close: survey.on_auto_close, min_team_messages: survey.min_team_messages },
  ...{ delay: survey.delay / minuteMs, cooldown: survey.cooldown / dayMs, match: survey.match },
  conditions: survey.filters.map((filter, index) => conditionOf(filter, String(index))),
});

const bodyOf = ({ delay, cooldown, conditions, ...form }: SurveyForm) => ({
  ...form,
  filters: conditions.map(filterOf),
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
  match: 'settings.sla.match',
  conditions: 'segments.conditions',
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
  const { fields, choicesOf } = useRequestFields();
  const isNew = survey._id === '';
  return (
    <RecordDialog<SurveyView, SurveyForm>
      wide
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
      describe={(name, form) => ({ label: t(words[name]), value: shownValue(form[name]) })}
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
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-1 font-semibold">{t(words.conditions)}</legend>
            <ConditionFields
              label={t(words.match)}
              match={draft.match}
              conditions={draft.conditions}
              first={{ field: 'department', operator: '=' }}
              fields={fields}
              choicesOf={choicesOf}
              none={t('settings.sla.everything')}
              errors={[error]}
              onChange={({ match = draft.match, conditions = draft.conditions }) =>
                set({ match: match === 'any' ? 'any' : 'all', conditions })
              }
            />
          </fieldset>
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

function shownValue(value: SurveyForm[keyof SurveyForm]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
