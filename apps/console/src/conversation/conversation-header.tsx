import { addFollower, claimRequest, type MacroView, type RequestRecord, removeFollower, runMacro } from '@parley/sdk';
import { AlarmClock, ArrowLeft, Check, PanelRight, RotateCcw, UserCheck, Zap } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';

import { departmentName } from '../app/department-name.ts';
import { mayPass } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { useMayHold } from '../hold/use-holds.ts';
import { contactName, Priority, Status } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { DueBadge } from '../inbox/row-clocks.tsx';
import { useScreenActions } from '../keyboard/screen-actions.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { AssigneeControl, DepartmentControl } from './assignment-controls.tsx';
import { ChangeRefused } from './change-refused.tsx';
import { HeaderChoice } from './header-choice.tsx';
import { type Choice, MoreMenu } from './more-menu.tsx';
import { SnoozeLine } from './snooze-line.tsx';
import { useUndoable } from './undoable.ts';
import type { Changes } from './use-changes.ts';
import type { Viewer } from './use-viewers.ts';
import { Viewers } from './viewers.tsx';

const closedStatus = 1000;

/** Keys of the first macros. */
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

interface ConversationHeaderProps {
  requestId: string;
  row: InboxRow | undefined;
  request: RequestRecord | undefined;
  requesterId: string | undefined;
  onBack: () => void;
  changes: Changes;
  onChanged: (request: RequestRecord) => void;
  mayClose: boolean;
  onClose: () => void;
  onReopen: () => void;
  viewers: readonly Viewer[];
  onUnread: () => void;
  detailsShown: boolean;
  onDetails: () => void;
}

/** Who it is with, in which state, and what can be done. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { requestId, row, request, onBack, onClose, onReopen, mayClose } = props;
  const t = useTexts();
  const { me, parley, teammate } = useWorkplace();
  const { change, isChanging, refusal, dismiss, again } = props.changes;
  const act = (call: () => Promise<unknown>) => void change(call).catch(() => undefined);
  const shown = request ?? row;
  const name = shown ? contactName(shown as Pick<InboxRow, 'lead' | 'ticket_id'>, t) : '';
  const participants = shown?.participants ?? [];
  const department = shown?.department?.name && departmentName(shown.department.name, t);
  const isPending = shown?.workingStatus === 'pending';
  const isClosed = shown?.status === closedStatus;
  const isMine = participants.includes(me);
  const closed = isClosed ? t('conversation.isClosed') : undefined;
  const follows = request?.followers.includes(teammate._id) === true;
  const [choice, setChoice] = useState<Choice>();
  const undoable = useUndoable(requestId, change, props.onChanged);
  const assignee = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLButtonElement>(null);
  const clock = useRef<HTMLButtonElement>(null);
  const dues = useRef<HTMLButtonElement>(null);
  const macros = useRef<HTMLButtonElement>(null);
  const [digit, setDigit] = useState<number>();
  const now = useNow(30_000);
  const mayHold = useMayHold();
  const toggle = (wanted: Choice) => setChoice((known) => (known === wanted ? undefined : wanted));
  const closeChoice = useCallback(() => setChoice(undefined), []);
  const claim = () => {
    if (isMine || isClosed) return;
    noteOwnChange([requestId]);
    act(() => claimRequest(parley, { request_id: requestId }));
  };
  const snooze = request?.snooze;
  const isSnoozed = shown?.snooze !== undefined && !isClosed;
  const wake = () => void undoable.wake(snooze).catch(() => undefined);
  // A message moves clocks without a new version of the record; the row follows it.
  const sla = row ? row.sla : dueOf(request);
  const toggleFollow = () =>
    act(() =>
      follows
        ? removeFollower(parley, { request_id: requestId, follower_id: teammate._id })
        : addFollower(parley, { request_id: requestId, member: teammate._id }),
    );
  /** @param pressed the digit of a macro, whose preview opens instead of the menu */
  const choose = (wanted: Choice, pressed?: number) => {
    setDigit(pressed);
    toggle(wanted);
  };
  const run = async ({ _id, name: macro }: MacroView) => {
    const { request: changed } = await runMacro(parley, { request_id: requestId, macro_id: _id });
    props.onChanged(changed as RequestRecord);
    toast.add({ title: t('conversation.macroDone', { macro }) });
  };
  useShortcuts({
    m: claim,
    q: () => choose('macro'),
    ...Object.fromEntries(digits.map((one) => [String(one), () => choose('macro', one)])),
    f: toggleFollow,
    t: () => setChoice('tag'),
    ...(!isClosed && {
      a: () => setChoice('assign'),
      d: () => setChoice('department'),
      s: () => setChoice('snooze'),
    }),
  });
  useScreenActions([
    ...(isClosed
      ? [{ title: t('conversation.reopen'), run: onReopen }]
      : [
          { title: t('conversation.close'), run: onClose },
          { title: t('conversation.assignTo'), run: () => setChoice('assign') },
          { title: t('conversation.department'), run: () => setChoice('department') },
          { title: t('snooze.title'), run: () => setChoice('snooze') },
          ...(isSnoozed ? [{ title: t('snooze.wake'), run: wake }] : []),
          ...(isMine ? [] : [{ title: t('conversation.claim'), run: claim }]),
        ]),
    { title: t('conversation.macro'), run: () => choose('macro') },
    { title: t('contact.addTag'), run: () => setChoice('tag') },
    { title: t('sla.title'), run: () => setChoice('sla') },
    { title: t('merge.title'), run: () => setChoice('merge') },
    { title: t(follows ? 'conversation.unfollow' : 'conversation.follow'), run: toggleFollow },
    { title: t('conversation.unread'), run: props.onUnread },
  ]);
  return (
    <header className="@container border-b border-line">
      <div className="flex h-14 items-center gap-1.5 px-3">
        <span className="md:hidden">
          <IconButton label={t('conversation.back')} onClick={onBack}>
            <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
        </span>
        {shown ? (
          <>
            <span className="me-1 hidden @2xl:inline-flex">
              <Avatar small id={leadIdOf(shown)} name={name} />
            </span>
            <h2 dir="auto" className="min-w-12 truncate text-title font-semibold">
              <bdi>{name}</bdi>
            </h2>
            <span className="flex flex-1 items-center gap-2 text-small text-ink-soft">
              <span className="hidden @2xl:inline">#{shown.ticket_id}</span>
              <Status row={shown as Pick<InboxRow, 'status' | 'participants' | 'workingStatus'>} named="wide" />
              <Priority row={shown} named="wide" />
            </span>
            {sla && (
              <button
                ref={dues}
                type="button"
                aria-haspopup="dialog"
                aria-expanded={choice === 'sla'}
                onClick={() => toggle('sla')}
                className="hidden h-7 min-w-7 shrink-[100] items-center rounded-box px-0.5 hover:bg-hover @[23rem]:inline-flex"
              >
                <DueBadge sla={sla} now={now} narrow />
              </button>
            )}
            {/* Where there is no room for them, the menu has all. */}
            <span className="hidden @[21rem]:inline-flex">
              <AssigneeControl
                ref={assignee}
                participants={participants}
                roomy={isMine}
                refusal={closed}
                isOpen={choice === 'assign'}
                onOpen={() => toggle('assign')}
              />
            </span>
            <span className="hidden @lg:inline-flex">
              <DepartmentControl
                ref={place}
                name={department}
                refusal={closed}
                isOpen={choice === 'department'}
                onOpen={() => toggle('department')}
              />
            </span>
          </>
        ) : (
          <span className="flex-1">
            <Skeleton className="h-5 w-40" />
          </span>
        )}
        <Viewers viewers={props.viewers} />
        <span className="hidden @lg:inline-flex">
          <IconButton
            ref={clock}
            label={t('snooze.title')}
            keys="s"
            refusal={closed}
            pressed={isSnoozed}
            aria-haspopup="dialog"
            aria-expanded={choice === 'snooze'}
            onClick={() => toggle('snooze')}
          >
            <AlarmClock size={16} aria-hidden />
          </IconButton>
          <IconButton
            ref={macros}
            label={t('conversation.macro')}
            keys="q"
            aria-haspopup="dialog"
            aria-expanded={choice === 'macro'}
            onClick={() => choose('macro')}
          >
            <Zap size={16} aria-hidden />
          </IconButton>
        </span>
        {!isMine && (
          <Button small refusal={closed} pending={isChanging} onClick={claim}>
            <UserCheck size={14} aria-hidden className="@2xl:hidden" />
            <span className="sr-only @2xl:not-sr-only @2xl:whitespace-nowrap">{t('conversation.claim')}</span>
          </Button>
        )}
        {isClosed ? (
          <Button small onClick={onReopen}>
            <RotateCcw size={14} aria-hidden className="@2xl:hidden" />
            <span className="sr-only @2xl:not-sr-only @2xl:whitespace-nowrap">{t('conversation.reopen')}</span>
          </Button>
        ) : (
          <Button
            small
            look="primary"
            refusal={mayClose ? undefined : t('conversation.closeRefused')}
            onClick={onClose}
          >
            <Check size={14} aria-hidden className="@md:hidden" />
            <span className="sr-only @md:not-sr-only @md:whitespace-nowrap">{t('conversation.close')}</span>
          </Button>
        )}
        <MoreMenu
          requestId={requestId}
          act={act}
          onUnread={props.onUnread}
          follows={follows}
          toggleFollow={toggleFollow}
          choose={choose}
          closed={closed}
          isPending={isPending}
          isSnoozed={isSnoozed}
          onWake={wake}
          isAdmin={isAtLeast(teammate.role, 'admin')}
          mayHold={mayHold}
        />
        <IconButton label={t('conversation.details')} pressed={props.detailsShown} onClick={props.onDetails}>
          <PanelRight size={16} aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      {shown?.snooze && isSnoozed && (
        <SnoozeLine snooze={{ ...shown.snooze, ...snooze }} now={now} pending={isChanging} onWake={wake} />
      )}
      {refusal && (
        <ChangeRefused refusal={refusal} onDismiss={dismiss} onRetry={mayPass(refusal) ? again : undefined} />
      )}
      <HeaderChoice
        {...{
          choice,
          digit,
          anchors: { assignee, place, clock, dues, macros },
          closed,
          onClose: closeChoice,
          onRun: run,
        }}
        {...{ requestId, request, row, requesterId: props.requesterId, name, undoable, change, choose: setChoice }}
      />
    </header>
  );
}

/** The clock that is due first, as a row has it. */
function dueOf(request: RequestRecord | undefined): InboxRow['sla'] {
  const { due_at, metric } = request?.sla ?? {};
  return due_at && metric ? { due_at, metric, overdue: Date.parse(due_at) <= Date.now() } : undefined;
}

/** The lead of a request is an id alone until its copy has arrived. */
function leadIdOf({ lead }: Pick<InboxRow, 'lead'> | RequestRecord): string | undefined {
  return lead?.lead_id;
}
