import {
  createIntent,
  deleteIntent,
  getIntent,
  type IntentView,
  isParleyError,
  limits,
  updateIntent,
  withResponse,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { ActionBlocks } from './action-blocks.tsx';
import { AnswerPreview } from './answer-preview.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormEditor } from './form-editor.tsx';
import { changesOf, differences, draftOf, emptyDraft, type IntentDraft, rebased } from './intent-draft.ts';
import { BackToList } from './intents-tab.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type BotRecord, useMayEdit, useReadBotsAgain } from './use-bots.ts';

const bounds = limits.createIntent;

interface Version {
  draft: IntentDraft;
  etag: string | undefined;
}

/** The form of one intent; without an id, of a new one. */
export function IntentEditor({ bot, id }: { bot: BotRecord; id: string | undefined }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({
    queryKey: ['bots', projectId, bot._id, 'intent', id],
    queryFn: ({ signal }) => readIntent(parley, id ?? '', signal),
    enabled: id !== undefined,
    // What is being edited is not replaced under the hands; saving finds out that it has changed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (id === undefined) return <EditorForm bot={bot} id={id} stored={{ draft: emptyDraft, etag: undefined }} />;
  if (query.error) return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-96" />;
  return <EditorForm bot={bot} id={id} stored={query.data} />;
}

async function readIntent(
  parley: Parameters<typeof getIntent>[0],
  intent: string,
  signal?: AbortSignal,
): Promise<Version> {
  const { data, etag } = await withResponse(getIntent)(parley, { intent }, signal ? { signal } : {});
  return { draft: draftOf(data), etag };
}

function EditorForm({ bot, id, stored }: { bot: BotRecord; id: string | undefined; stored: Version }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const mayEdit = useMayEdit();
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(stored.draft);
  const [theirs, setTheirs] = useState<Version>();
  const isDirty = differences(base.draft, draft).length > 0;
  const change = (part: Partial<IntentDraft>) => setDraft((now) => ({ ...now, ...part }));
  const place = {
    to: '/$project/bots/{-$id}/{-$tab}' as const,
    params: { project: projectId, id: bot._id, tab: 'intents' },
  };

  const save = useMutation({
    mutationFn: async (sent: IntentDraft) => {
      const changes = changesOf(base.draft, sent);
      if (id === undefined) return withResponse(createIntent)(parley, { id_faq_kb: bot._id, ...withoutNulls(changes) });
      return withResponse(updateIntent)(
        parley,
        { intent: id, ...(changes as object) },
        base.etag ? { ifMatch: base.etag } : {},
      );
    },
    onSuccess: async ({ data, etag }: { data: IntentView; etag: string | undefined }) => {
      const saved = { draft: draftOf(data), etag };
      setBase(saved);
      setDraft(saved.draft);
      setTheirs(undefined);
      toast.add({ title: t('state.saved') });
      await readAgain();
      if (id === undefined)
        void navigate({ ...place, search: ({ q }: { q?: string }) => ({ q, intent: data._id }), ignoreBlocker: true });
    },
    onError: async (error) => {
      if (id !== undefined && isParleyError(error, 'version_mismatch')) setTheirs(await readIntent(parley, id));
    },
  });
  const remove = useRemoval(bot, id);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && isDirty) save.mutate(draft);
  }

  const problem = (field: string) => fieldProblem(save.error, field);
  const atField = isParleyError(save.error) && save.error.errors.length > 0;
  const isNameTaken = isParleyError(save.error, 'intent_name_taken');
  return (
    <form
      onSubmit={submit}
      aria-label={t('bots.intentForm')}
      className="flex flex-col gap-4 rounded-box border border-line p-4"
    >
      <div className="flex items-center gap-2">
        <BackToList bot={bot} />
        <h2 className="min-w-0 flex-1 truncate text-title font-semibold">
          {id === undefined ? t('bots.newIntent') : <bdi>{base.draft.intent_display_name}</bdi>}
        </h2>
        {mayEdit && id !== undefined && (
          <Button look="danger" small onClick={remove.ask}>
            {t('bots.deleteIntent')}
          </Button>
        )}
        {mayEdit && (
          <Button
            look="primary"
            small
            type="submit"
            pending={save.isPending}
            refusal={isDirty ? undefined : t('bots.nothingChanged')}
          >
            {t('state.save')}
          </Button>
        )}
      </div>
      {theirs && (
        <ChangedMeanwhile
          fields={differences(base.draft, theirs.draft).map((field) => t(`bots.field.${field}`))}
          onTheirs={() => {
            setBase(theirs);
            setDraft(theirs.draft);
            setTheirs(undefined);
          }}
          onMine={() => {
            setDraft(rebased(draft, base.draft, theirs.draft));
            setBase(theirs);
            setTheirs(undefined);
          }}
        />
      )}
      {save.error && !theirs && !atField && !isNameTaken && (
        <p role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
          {problemOf(save.error, t).msg}
        </p>
      )}
      <fieldset disabled={!mayEdit} className="contents">
        <Field
          label={t('bots.field.intent_display_name')}
          value={draft.intent_display_name}
          onChange={({ target }) => change({ intent_display_name: target.value })}
          required
          dir="auto"
          maxLength={bounds.intent_display_name.maxLength}
          problem={isNameTaken ? problemOf(save.error, t).msg : problem('intent_display_name')}
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
          <AnswerPreview text={draft.answer} />
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
      <UnsavedGuard isDirty={isDirty} />
      {remove.dialog}
    </form>
  );
}

/** A new record has no members to clear. */
function withoutNulls(changes: ReturnType<typeof changesOf>): { intent_display_name: string } {
  const given = Object.entries(changes).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as { intent_display_name: string };
}

/** The second step before an intent is deleted. */
function useRemoval(bot: BotRecord, id: string | undefined) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteIntent(parley, { intent: id ?? '' }),
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
        problem={error ? problemOf(error, t).msg : undefined}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{t('bots.deleteIntentText')}</p>
      </Confirm>
    ),
  };
}
