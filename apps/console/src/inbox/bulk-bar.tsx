import { type BulkRequestsParams, bulkRequests } from '@parley/sdk';
import { Ellipsis, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { problemOf, Refused } from '../app/problem.ts';
import { refusalWords } from '../app/refusal-words.ts';
import { useTexts } from '../app/texts.tsx';
import { offerUndo } from '../app/undo.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { tagNamed } from '../conversation/inverse.ts';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { Progress } from '../ui/progress.tsx';
import { Failure } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { useCountdown } from '../ui/use-countdown.ts';
import { type BulkItem, BulkRun, type BulkState } from './bulk-run.ts';
import { priorities } from './filter.ts';
import { contactName } from './inbox-row.tsx';
import { DepartmentPicker, PersonPicker, TagPicker } from './pickers.tsx';
import { noSelection, type Selection } from './selection.ts';
import { SnoozeDialog, SnoozePicker } from './snooze-picker.tsx';

const MacroPicker = lazyPart(
  'automation',
  async () => (await import('../macro/macro-picker.tsx')).MacroPicker,
  takesKeys,
);

type Change = Pick<BulkRequestsParams, 'operation' | 'args'>;

interface BulkBarProps {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Rows that are loaded. */
  loaded: number;
  onAll: () => void;
}

/** What can be done to the selected conversations at once. */
export function BulkBar({ selection, onSelect, loaded, onAll }: BulkBarProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [choice, setChoice] = useState<'assign' | 'department' | 'tag' | 'snooze' | 'snoozeDate' | 'macro'>();
  const [run, setRun] = useState<BulkRun>();

  function begin(change: Change) {
    const items = itemsOf(selection);
    if (change.operation === 'claim' || change.operation === 'assign') noteOwnChange(items.map(({ id }) => id));
    const next = runOf(change, items);
    setRun(next);
    void next.run().then((state) => ended(next, state, change, items));
  }

  /** All done: nothing is left to show. */
  function ended(of: BulkRun, { done, refused, left }: BulkState, change: Change, items: readonly BulkItem[]) {
    if (refused.length + left.length > 0) return;
    setRun((current) => (current === of ? undefined : current));
    onSelect(noSelection);
    const title = t('bulk.done', { count: done });
    const inverse = inverseOf(change, selection);
    if (!inverse) return void toast.add({ title });
    offerUndo({
      title,
      label: t('conversation.undo'),
      action: 'conversation.undo',
      undo: () => undoAll(inverse, items),
    });
  }

  /** The bar is gone by then, as nothing is selected any more. */
  async function undoAll(inverse: Change, items: readonly BulkItem[]) {
    const { done, refused, left, error } = await runOf(inverse, items).run();
    if (error) throw error;
    if (refused.length + left.length > 0) throw new Refused(t('bulk.refused', { count: refused.length + left.length }));
    toast.add({ title: t('bulk.done', { count: done }) });
  }

  function runOf(change: Change, items: readonly BulkItem[]): BulkRun {
    return new BulkRun(items, async (ids) => {
      const { results } = await bulkRequests(parley, { ...change, request_ids: ids });
      return results;
    });
  }

  function itemsOf(rows: Selection): BulkItem[] {
    return [...rows.values()].map((row) => ({ id: row.request_id, name: contactName(row, t) }));
  }

  return (
    <section
      aria-label={t('bulk.label')}
      className="flex flex-wrap items-center gap-1.5 border-t border-line bg-raised px-3 py-2"
    >
      <span className="me-auto flex items-center">
        <IconButton label={t('bulk.clear')} onClick={() => onSelect(noSelection)}>
          <X size={16} aria-hidden />
        </IconButton>
        <span role="status" className="font-semibold">
          {t('bulk.selected', { count: selection.size })}
        </span>
      </span>
      <Button
        small
        onClick={onAll}
        refusal={loaded <= selection.size ? t('bulk.selected', { count: loaded }) : undefined}
      >
        {t('bulk.all', { count: loaded })}
      </Button>
      <div className="flex w-full items-end gap-1.5">
        {/* Where they need two lines, both are full. */}
        <div className="flex min-w-0 flex-1 flex-wrap gap-1.5 [&>button]:grow">
          <Button small look="primary" onClick={() => begin({ operation: 'close' })}>
            {t('bulk.close')}
          </Button>
          <Button small onClick={() => begin({ operation: 'claim' })}>
            {t('bulk.claim')}
          </Button>
          <Button small onClick={() => setChoice('assign')}>
            {t('bulk.assign')}
          </Button>
          <Button small onClick={() => setChoice('tag')}>
            {t('bulk.tag')}
          </Button>
        </div>
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              aria-label={t('bulk.more')}
              className="inline-flex size-7 items-center justify-center rounded-box border border-control bg-paper hover:bg-hover"
            >
              <Ellipsis size={14} aria-hidden />
            </button>
          }
        >
          <MenuItem onSelect={() => setChoice('macro')}>{t('conversation.macro')}</MenuItem>
          <MenuItem onSelect={() => setChoice('department')}>{t('bulk.department')}</MenuItem>
          <MenuItem onSelect={() => setChoice('snooze')}>{t('snooze.title')}</MenuItem>
          <MenuItem onSelect={() => begin({ operation: 'wake' })}>{t('snooze.wake')}</MenuItem>
          <MenuItem onSelect={() => begin({ operation: 'read' })}>{t('bulk.read')}</MenuItem>
          <MenuItem onSelect={() => begin({ operation: 'follow' })}>{t('bulk.follow')}</MenuItem>
          <MenuItem onSelect={() => begin({ operation: 'reopen' })}>{t('bulk.reopen')}</MenuItem>
          <MenuLine />
          {priorities.map((priority) => (
            <MenuItem key={priority} onSelect={() => begin({ operation: 'priority', args: { priority } })}>
              {t('bulk.priority', { priority: t(`priority.${priority}`) })}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {choice === 'macro' && (
        <MacroPicker
          onPick={({ _id }) => begin({ operation: 'macro', args: { macro: _id } })}
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'snooze' && (
        <SnoozePicker
          onPick={(args) => begin({ operation: 'snooze', args })}
          onDate={() => setChoice('snoozeDate')}
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'snoozeDate' && (
        <SnoozeDialog onPick={(args) => begin({ operation: 'snooze', args })} onClose={() => setChoice(undefined)} />
      )}
      {choice === 'assign' && (
        <PersonPicker
          onPick={(member) => begin({ operation: 'assign', args: { member } })}
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'department' && (
        <DepartmentPicker
          onPick={(departmentid) => begin({ operation: 'department', args: { departmentid, nobot: true } })}
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'tag' && (
        <TagPicker
          onPick={(tag) => begin({ operation: 'tag', args: { tags: [tag] } })}
          onClose={() => setChoice(undefined)}
        />
      )}
      {run && <RunDialog run={run} onClose={() => setRun(undefined)} onRetried={() => onSelect(noSelection)} />}
    </section>
  );
}

/** What undoes a change of these rows; nothing where they tell too little of what was there before. */
function inverseOf({ operation, args }: Change, rows: Selection): Change | undefined {
  if (operation === 'close') return { operation: 'reopen' };
  // Of one that was snoozed already, another snooze is gone.
  if (operation === 'snooze')
    return [...rows.values()].some(({ snooze }) => snooze) ? undefined : { operation: 'wake' };
  if (operation !== 'tag') return undefined;
  const tags = args?.tags ?? [];
  // A row names a few of its tags. One that had the tag already keeps it, and so must all.
  const areNew = [...rows.values()].every(
    (row) =>
      (row.tagsCount ?? row.tags?.length ?? 0) <= (row.tags?.length ?? 0) &&
      tags.every((tag) => !tagNamed(row.tags ?? [], typeof tag === 'string' ? tag : tag.tag)),
  );
  return areNew ? { operation: 'untag', args: { tags } } : undefined;
}

/** How far it is, and what was refused. */
function RunDialog({ run, onClose, onRetried }: { run: BulkRun; onClose: () => void; onRetried: () => void }) {
  const t = useTexts();
  const { done, total, refused, left, unanswered, error, phase } = useSyncExternalStore(run.subscribe, run.state);
  const rest = refused.length + left.length;
  const isRunning = phase !== 'ended';

  const problem = error === undefined ? undefined : problemOf(error, t);
  useCountdown(problem?.retryAfter, error, () => void end(run.run()));

  async function end(running: Promise<BulkState>) {
    const state = await running;
    if (state.refused.length + state.left.length > 0) return;
    toast.add({ title: t('bulk.done', { count: state.done }) });
    onRetried();
    onClose();
  }

  return (
    <Dialog
      open
      {...(!isRunning && { onClose })}
      title={t(isRunning ? 'bulk.progress' : 'bulk.result', { done, total })}
      closeLabel={t('state.close')}
      actions={
        isRunning ? (
          <Button pending={phase === 'stopping'} onClick={() => run.stop()}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('state.close')}</Button>
            <Button look="primary" onClick={() => void end(run.retry())}>
              {t('bulk.retry', { count: rest })}
            </Button>
          </>
        )
      }
    >
      <Progress label={t('bulk.progress', { done, total })} value={done + refused.length} max={total} />
      <p role="status" className="mt-2">
        {[
          t('bulk.done', { count: done }),
          refused.length > 0 && t('bulk.refused', { count: refused.length }),
          !isRunning && unanswered > 0 && t('bulk.unanswered', { count: unanswered }),
          !isRunning && left.length > unanswered && t('bulk.left', { count: left.length - unanswered }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {problem && (
        <div className="mt-2">
          <Failure small problem={problem} />
        </div>
      )}
      <ul className="mt-2 max-h-64 overflow-y-auto">
        {refused.map(({ item, code }) => (
          <li key={item.id} className="flex justify-between gap-3 border-t border-line py-1">
            <bdi className="truncate">{item.name}</bdi>
            <span className="text-end text-small text-bad">{refusalWords(code, t)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
