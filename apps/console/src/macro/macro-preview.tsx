import { isParleyError, type MacroView, previewMacro } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Minus, X } from 'lucide-react';
import { useRef } from 'react';

import { useActionWords } from '../action/action-choices.ts';
import type { Action } from '../action/actions.ts';
import { problemOf } from '../app/problem.ts';
import { refusalWords } from '../app/refusal-words.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Refusal, Skeleton } from '../ui/states.tsx';

interface MacroPreviewProps {
  requestId: string;
  macro: MacroView;
  onRun: (macro: MacroView) => Promise<unknown>;
  onClose: () => void;
}

/** What a macro would do to the conversation as it is now, with its texts filled; then it is run. */
export function MacroPreview({ requestId, macro, onRun, onClose }: MacroPreviewProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const wordsOf = useActionWords();
  const start = useRef<HTMLButtonElement>(null);
  const preview = useQuery({
    queryKey: ['macro-preview', requestId, macro._id],
    queryFn: ({ signal }) => previewMacro(parley, { request_id: requestId, macro_id: macro._id }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () => onRun(macro),
    onSuccess: onClose,
    // What a colleague did meanwhile is in the next preview.
    onError: () => void preview.refetch(),
  });
  const steps = stepsOf(macro, preview.data);
  const isRefused = steps.some(({ state }) => state === 'refused');
  return (
    <Dialog
      open
      title={macro.name}
      closeLabel={t('state.close')}
      onClose={onClose}
      initialFocus={start}
      actions={
        <>
          <Button onClick={onClose}>{t('state.cancel')}</Button>
          <Button
            ref={start}
            look="primary"
            pending={run.isPending}
            refusal={isRefused ? t('macro.refused') : undefined}
            onClick={() => run.mutate()}
          >
            {t('macro.run')}
          </Button>
        </>
      }
    >
      {macro.description && <p className="mb-2 text-ink-soft">{macro.description}</p>}
      {preview.isPending && <Skeleton className="h-16" />}
      {preview.isError && (
        <Failure small problem={problemOf(preview.error, t)} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && (
        <ol aria-label={t('macro.preview')} className="flex flex-col gap-2">
          {steps.map(({ action, state, code, says }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one macro keep their places.
            <li key={index} className="flex items-start gap-2">
              <StepMark state={state} />
              <span className="min-w-0 flex-1">
                <bdi className="whitespace-pre-wrap wrap-anywhere">
                  {wordsOf(says === undefined ? action : { ...action, text: says })}
                </bdi>
                {state !== 'changes' && (
                  <span className="block text-small text-ink-soft">
                    {code === undefined ? t(`macro.step.${state}`) : refusalWords(code, t)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {run.isError && (
        <div className="mt-3">
          <Refusal>
            {t('macro.undone', { reason: problemOf(run.error, t).msg, place: refusedPlace(run.error) })}
          </Refusal>
        </div>
      )}
    </Dialog>
  );
}

type StepState = 'changes' | 'same' | 'refused' | 'untried';

interface Step {
  action: Action;
  state: StepState;
  code?: string | undefined;
  /** Its text, filled. */
  says?: string | undefined;
}

function stepsOf(macro: MacroView, preview: Awaited<ReturnType<typeof previewMacro>> | undefined): Step[] {
  const texts = [...(preview?.texts ?? [])];
  return macro.actions.map((stored, index) => {
    const action = stored as Action;
    const outcome = preview?.outcome[index];
    if (!outcome) return { action, state: 'untried' };
    if (!outcome.ok) return { action, state: 'refused', code: outcome.code };
    const says = action.type === 'send_message' || action.type === 'add_note' ? texts.shift() : undefined;
    return { action, state: outcome.changed ? 'changes' : 'same', says };
  });
}

const marks = { changes: Check, same: Minus, refused: X, untried: Minus } as const;
const colours = { changes: 'text-good', same: 'text-ink-soft', refused: 'text-bad', untried: 'text-ink-soft' } as const;

function StepMark({ state }: { state: StepState }) {
  const Mark = marks[state];
  return <Mark size={16} aria-hidden className={`mt-0.5 shrink-0 ${colours[state]}`} />;
}

/** The place of the action that was refused, from 1; 0 where the refusal names none. */
function refusedPlace(error: unknown): number {
  const [param = ''] = isParleyError(error) ? error.errors.map((one) => one.param) : [];
  const [, index] = /^actions\[(\d+)\]/.exec(param) ?? [];
  return index === undefined ? 0 : Number(index) + 1;
}
