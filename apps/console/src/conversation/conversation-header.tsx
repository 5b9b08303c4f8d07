import {
  addFollower,
  addRequestTags,
  claimRequest,
  type RequestRecord,
  removeFollower,
  routeRequest,
  setParticipants,
} from '@parley/sdk';
import { ArrowLeft, PanelRight, X } from 'lucide-react';
import { useState } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { mayPass, problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { contactName, Status } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { useScreenActions } from '../palette/screen-actions.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { NextTry, ProblemDetails } from '../ui/states.tsx';
import { type Choice, MoreMenu } from './more-menu.tsx';
import type { Changes } from './use-changes.ts';
import type { Viewer } from './use-viewers.ts';
import { Viewers } from './viewers.tsx';

const closedStatus = 1000;

const pickers = () => import('../inbox/pickers.tsx');
const PersonPicker = lazyPart('actions', async () => (await pickers()).PersonPicker, takesKeys);
const DepartmentPicker = lazyPart('actions', async () => (await pickers()).DepartmentPicker, takesKeys);
const BanDialog = lazyPart('actions', async () => (await import('./ban-dialog.tsx')).BanDialog, takesKeys);
const TagPicker = lazyPart('actions', async () => (await pickers()).TagPicker, takesKeys);

interface ConversationHeaderProps {
  requestId: string;
  row: InboxRow | undefined;
  request: RequestRecord | undefined;
  requesterId: string | undefined;
  onBack: () => void;
  changes: Changes;
  onClose: () => void;
  onReopen: () => void;
  viewers: readonly Viewer[];
  onUnread: () => void;
  detailsShown: boolean;
  onDetails: () => void;
}

/** Who it is with, in which state, and what can be done. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { requestId, row, request, onBack, onClose, onReopen } = props;
  const t = useTexts();
  const { me, parley, people, teammate } = useWorkplace();
  const { change, isChanging, refusal, dismiss, again } = props.changes;
  const act = (call: () => Promise<unknown>) => void change(call).catch(() => undefined);
  const shown = request ?? row;
  const name = shown ? contactName(shown as Pick<InboxRow, 'lead' | 'ticket_id'>, t) : '';
  const participants = shown?.participants ?? [];
  const department = shown?.department?.name;
  const isPending = shown?.workingStatus === 'pending';
  const isClosed = shown?.status === closedStatus;
  const humans = participants.filter((principal) => !principal.startsWith('bot_'));
  const isMine = participants.includes(me);
  const mayClose = isMine || isAtLeast(teammate.role, 'admin');
  const closed = isClosed ? t('conversation.isClosed') : undefined;
  const follows = request?.followers.includes(teammate._id) === true;
  const [choice, setChoice] = useState<Choice>();
  const claim = () => {
    if (isMine || isClosed) return;
    noteOwnChange([requestId]);
    act(() => claimRequest(parley, { request_id: requestId }));
  };
  const toggleFollow = () =>
    act(() =>
      follows
        ? removeFollower(parley, { request_id: requestId, follower_id: teammate._id })
        : addFollower(parley, { request_id: requestId, member: teammate._id }),
    );
  useShortcuts({
    m: claim,
    f: toggleFollow,
    t: () => setChoice('tag'),
    ...(!isClosed && { a: () => setChoice('assign'), d: () => setChoice('department') }),
  });
  useScreenActions([
    ...(isClosed
      ? [{ title: t('conversation.reopen'), run: onReopen }]
      : [
          { title: t('conversation.close'), run: onClose },
          { title: t('conversation.assignTo'), run: () => setChoice('assign') },
          { title: t('conversation.department'), run: () => setChoice('department') },
          ...(isMine ? [] : [{ title: t('conversation.claim'), run: claim }]),
        ]),
    { title: t('contact.addTag'), run: () => setChoice('tag') },
    { title: t(follows ? 'conversation.unfollow' : 'conversation.follow'), run: toggleFollow },
    { title: t('conversation.unread'), run: props.onUnread },
  ]);
  return (
    <header className="@container flex min-h-14 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <span className="md:hidden">
        <IconButton label={t('conversation.back')} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </span>
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="flex items-baseline gap-2 text-title font-semibold">
          <bdi className="truncate">{name}</bdi>
          {shown && <span className="shrink-0 text-small font-normal text-ink-soft">#{shown.ticket_id}</span>}
        </h2>
        {shown && (
          <p className="flex items-center gap-2 truncate text-small text-ink-soft">
            <Status row={shown as Pick<InboxRow, 'status' | 'participants' | 'workingStatus'>} named />
            {humans.length > 0 && (
              <bdi className="truncate">{humans.map((id) => people.nameOf(id) ?? id).join(', ')}</bdi>
            )}
            {department && <bdi className="min-w-0 shrink-2 truncate">{department}</bdi>}
          </p>
        )}
      </div>
      <div className="ms-auto flex items-center gap-2">
        <Viewers viewers={props.viewers} />
        {!isMine && (
          <Button small refusal={closed} pending={isChanging} onClick={claim}>
            {t('conversation.claim')}
          </Button>
        )}
        {/* Elsewhere it stands in the menu alone. */}
        <span className="hidden @xl:inline-flex">
          <Button small refusal={closed} onClick={() => setChoice('assign')}>
            {t('conversation.assign')}
          </Button>
        </span>
        {isClosed ? (
          <Button small onClick={onReopen}>
            {t('conversation.reopen')}
          </Button>
        ) : (
          <Button
            small
            look="primary"
            refusal={mayClose ? undefined : t('conversation.closeRefused')}
            onClick={onClose}
          >
            {t('conversation.close')}
          </Button>
        )}
        <MoreMenu
          requestId={requestId}
          act={act}
          onUnread={props.onUnread}
          follows={follows}
          toggleFollow={toggleFollow}
          choose={setChoice}
          closed={closed}
          isPending={isPending}
          isAdmin={isAtLeast(teammate.role, 'admin')}
        />
        <IconButton label={t('conversation.details')} pressed={props.detailsShown} onClick={props.onDetails}>
          <PanelRight size={16} aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      {refusal && (
        <div role="alert" className="flex w-full items-center gap-2 rounded-box bg-bad-soft py-1 ps-3 pe-1 text-bad">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
            {problemOf(refusal, t).msg}
            <ProblemDetails problem={problemOf(refusal, t)} />
            <NextTry problem={problemOf(refusal, t)} onRetry={mayPass(refusal) ? again : undefined} small />
          </span>
          <IconButton label={t('state.close')} onClick={dismiss}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      )}
      {choice === 'assign' && (
        <PersonPicker
          onPick={(member) => {
            if (member === me) noteOwnChange([requestId]);
            act(() => setParticipants(parley, { request_id: requestId, items: [member] }));
          }}
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'department' && (
        <DepartmentPicker
          onPick={(departmentid) =>
            act(() => routeRequest(parley, { request_id: requestId, departmentid, nobot: true }))
          }
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'tag' && (
        <TagPicker
          onPick={(tag) => act(() => addRequestTags(parley, { request_id: requestId, items: [tag] }))}
          onClose={() => setChoice(undefined)}
        />
      )}
      {choice === 'ban' && props.requesterId !== undefined && (
        <BanDialog visitor={props.requesterId} name={name} onClose={() => setChoice(undefined)} />
      )}
    </header>
  );
}
