import {
  createIntent,
  deleteIntent,
  getIntent,
  type IntentView,
  isParleyError,
  limits,
  type Parley,
  updateIntent,
} from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem, problemOf } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { ActionBlocks } from './action-blocks.tsx';
import { AnswerPreview } from './answer-preview.tsx';
import { BackToList } from './back-to-list.tsx';
import { FormEditor } from './form-editor.tsx';
import { draftOf, emptyDraft, type IntentDraft, sentOf } from './intent-draft.ts';
import { wordsOf } from './intent-words.ts';
import { type BotRecord, useMayEdit, useReadBotsAgain } from './use-bots.ts';

const bounds = limits.createIntent;

/** A record that is not stored yet. */
const newIntent = { ...emptyDraft, _id: '', __v: 0, updatedAt: '' } as unknown as IntentView;

/** The form of one intent; without an id, of a new one. */
export function IntentEditor({ bot, id }: { bot: BotRecord; id: string | undefined }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['bots', projectId, bot._id, 'intent', id],
    queryFn: ({ signal }) => getIntent(parley, { intent: id ?? '' }, { signal }),
    enabled: id !== undefined,
  });
  if (id === undefined) return <EditorForm bot={bot} intent={newIntent} />;
  if (query.error && !query.data)
    return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-96" />;
  return <EditorForm bot={bot} intent={query.data} />;
}

function store(parley: Parley, bot: BotRecord, changes: Partial<IntentDraft>, from: IntentView): Promise<IntentView> {
  const sent = sentOf(changes);
  if (from !== newIntent)
    return updateIntent(parley, { intent: from._id, ...sent } as never, { ifMatch: etagOf(from) });
  return createIntent(parley, { id_faq_kb: bot._id, ...sent } as Parameters<typeof createIntent>[1]);
}

interface Place {
  params: { id?: string; tab?: string };
  search: { intent?: string };
}

/** The test of a bot stands beside the form, so going there leaves nothing. */
function leavesForm(from: object, to: object): boolean {
  const [here, there] = [from as Place, to as Place];
  const isForm = ({ params: { tab = 'intents' } }: Place) => tab === 'intents' || tab === 'test';
  const isSame = here.params.id === there.params.id && here.search.intent === there.search.intent;
  return !(isSame && isForm(here) && isForm(there));
}

function EditorForm({ bot, intent }: { bot: BotRecord; intent: IntentView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const mayEdit = useMayEdit();
  const isNew = intent === newIntent;
  const form = useVersionedForm<IntentView, IntentDraft>({
    record: intent,
    formOf: draftOf,
    save: (changes, from) => store(parley, bot, changes, from),
    reload: () => getIntent(parley, { intent: intent._id }),
    onSaved: (stored) => {
      queries.setQueryData(['bots', projectId, bot._id, 'intent', stored._id], stored);
      void readAgain();
      if (isNew)
        void navigate({
          to: '/$project/bots/{-$id}/{-$tab}',
          params: { project: projectId, id: bot._id, tab: 'intents' },
          search: ({ q }: { q?: string }) => ({ q, intent: stored._id }),
          ignoreBlocker: true,
        });
    },
  });
  const { draft, set: change, error } = form;
  const remove = useRemoval(bot, intent._id);

  function submit(event: FormEvent) {
    event.preventDefault();
    form.save();
  }

  const problem = (field: string) => fieldProblem(error, field);
  const isNameTaken = isParleyError(error, 'intent_name_taken');
  return (
    <form
      onSubmit={submit}
      aria-label={t('bots.intentForm')}
      className="flex flex-col gap-4 rounded-box border border-line p-4"
    >
      <div className="flex items-center gap-2">
        <BackToList bot={bot} />
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-title font-semibold">
          {isNew ? t('bots.newIntent') : <bdi>{intent.intent_display_name}</bdi>}
        </h2>
        {mayEdit && !isNew && (
          <Button look="danger" small onClick={remove.ask}>
            {t('bots.deleteIntent')}
          </Button>
        )}
      </div>
      <fieldset disabled={!mayEdit} className="contents">
        <Field
          label={t('bots.field.intent_display_name')}
          value={draft.intent_display_name}
          onChange={({ target }) => change({ intent_display_name: target.value })}
          required
          dir="auto"
          maxLength={bounds.intent_display_name.maxLength}
          problem={isNameTaken ? problemOf(error, t).msg : problem('intent_display_name')}
        />
        <TextArea
          label={t('bots.field.question')}
          value={draft.question}
          onChange={({ target }) => change({ question: target.value })}
          maxLength={bounds.question.maxLength}
          rows={5}
          problem={problem('question')}
          help={t('bots.questionHelp')}
        />
        <div className="grid gap-4 2xl:grid-cols-2">
          <TextArea
            label={t('bots.field.answer')}
            value={draft.answer}
            onChange={({ target }) => change({ answer: target.value })}
            maxLength={bounds.answer.maxLength}
            rows={8}
            problem={problem('answer')}
            help={t('bots.answerHelp')}
          />
          <AnswerPreview text={draft.answer} language={bot.language} />
        </div>
        {draft.actions && <ActionBlocks actions={draft.actions} onChange={(actions) => change({ actions })} />}
        <FormEditor form={draft.form} onChange={(form) => change({ form })} />
        <Field
          label={t('bots.field.topic')}
          value={draft.topic}
          onChange={({ target }) => change({ topic: target.value })}
          required
          dir="auto"
          maxLength={bounds.topic.maxLength}
          problem={problem('topic')}
        />
        <CheckField
          label={t('bots.field.enabled')}
          checked={draft.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        <CheckField
          label={t('bots.field.webhook_enabled')}
          checked={draft.webhook_enabled}
          onChange={({ target }) => change({ webhook_enabled: target.checked })}
          help={t('bots.webhookHelp')}
        />
      </fieldset>
      {mayEdit && (
        <div className="sticky -bottom-4 -mx-4 -mb-4 rounded-b-box border-t border-line bg-paper px-4 py-3">
          <FormEnd
            form={form}
            leaves={leavesForm}
            describe={(name, state) => ({ label: t(`bots.field.${name}`), value: wordsOf(name, state, t) })}
          />
        </div>
      )}
      {remove.dialog}
    </form>
  );
}

/** The second step before an intent is deleted. */
function useRemoval(bot: BotRecord, id: string) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteIntent(parley, { intent: id }),
    onSuccess: async () => {
      await navigate({
        to: '/$project/bots/{-$id}/{-$tab}',
        params: { project: projectId, id: bot._id, tab: 'intents' },
        search: {},
        ignoreBlocker: true,
      });
      await readAgain();
    },
  });
  return {
    ask: () => setAsking(true),
    dialog: isAsking && (
      <Confirm
        title={t('bots.deleteIntent')}
        action={t('bots.deleteIntent')}
        pending={isPending}
        error={error}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{t('bots.deleteIntentText')}</p>
      </Confirm>
    ),
  };
}
