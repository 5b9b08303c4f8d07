import {
  addFollower,
  addRequestTags,
  claimRequest,
  exportMessages,
  type RequestRecord,
  removeFollower,
  routeRequest,
  setParticipants,
  updateRequest,
} from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import {
  ArrowLeft,
  Ban,
  BellOff,
  BellRing,
  Building2,
  Download,
  Ellipsis,
  Hourglass,
  MailOpen,
  PanelRight,
  Tag,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { contactName, Status } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { noteOwnChange } from '../notifications/own-changes.ts';
import { useScreenActions } from '../palette/screen-actions.ts';
import { saveStream } from '../transfer/save-file.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { toast } from '../ui/toasts.tsx';
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
  onChanged: (request: RequestRecord) => void;
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
  const { act, pending } = useActions(props.onChanged);
  const shown = request ?? row;
  const name = shown ? contactName(shown as Pick<InboxRow, 'lead' | 'ticket_id'>, t) : '';
  const participants = shown?.participants ?? [];
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
    <header className="flex min-h-14 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
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
            <Status row={shown as Pick<InboxRow, 'status' | 'participants'>} named />
            {humans.length > 0 && (
              <bdi className="truncate">{humans.map((id) => people.nameOf(id) ?? id).join(', ')}</bdi>
            )}
          </p>
        )}
      </div>
      <div className="ms-auto flex items-center gap-2">
        <Viewers viewers={props.viewers} />
        <Button
          small
          refusal={isMine ? t('conversation.claimed') : isClosed ? t('conversation.isClosed') : undefined}
          pending={pending}
          onClick={claim}
        >
          {t('conversation.claim')}
        </Button>
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
          isAdmin={isAtLeast(teammate.role, 'admin')}
        />
        <IconButton label={t('conversation.details')} pressed={props.detailsShown} onClick={props.onDetails}>
          <PanelRight size={16} aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </div>
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

type Act = (call: () => Promise<unknown>) => void;

function useActions(onChanged: (request: RequestRecord) => void): { act: Act; pending: boolean } {
  const t = useTexts();
  const { mutate, isPending } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: (answer) => onChanged(answer as RequestRecord),
    onError: (error) => toast.add({ title: problemOf(error, t).msg }),
  });
  return { act: mutate, pending: isPending };
}

interface MoreMenuProps {
  requestId: string;
  act: Act;
  onUnread: () => void;
  follows: boolean;
  toggleFollow: () => void;
  choose: (choice: Choice) => void;
  /** Why it cannot be assigned. */
  closed: string | undefined;
  isAdmin: boolean;
}

type Choice = 'assign' | 'department' | 'tag' | 'ban';

function MoreMenu(props: MoreMenuProps) {
  const { requestId, act, onUnread, follows, toggleFollow, choose, closed, isAdmin } = props;
  const t = useTexts();
  const { parley } = useWorkplace();
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('conversation.more')}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
        >
          <Ellipsis size={16} aria-hidden />
        </button>
      }
    >
      <MenuItem icon={<UserPlus size={16} aria-hidden />} refusal={closed} onSelect={() => choose('assign')}>
        {t('conversation.assignTo')}
      </MenuItem>
      <MenuItem icon={<Building2 size={16} aria-hidden />} refusal={closed} onSelect={() => choose('department')}>
        {t('conversation.department')}
      </MenuItem>
      <MenuItem icon={<Tag size={16} aria-hidden />} onSelect={() => choose('tag')}>
        {t('contact.addTag')}
      </MenuItem>
      <MenuItem
        icon={<Hourglass size={16} aria-hidden />}
        refusal={closed}
        onSelect={() => act(() => updateRequest(parley, { request_id: requestId, workingStatus: 'pending' }))}
      >
        {t('conversation.pending')}
      </MenuItem>
      <MenuLine />
      <MenuItem
        icon={follows ? <BellOff size={16} aria-hidden /> : <BellRing size={16} aria-hidden />}
        onSelect={toggleFollow}
      >
        {t(follows ? 'conversation.unfollow' : 'conversation.follow')}
      </MenuItem>
      <MenuItem icon={<MailOpen size={16} aria-hidden />} onSelect={onUnread}>
        {t('conversation.unread')}
      </MenuItem>
      <MenuItem icon={<Download size={16} aria-hidden />} onSelect={() => void saveTranscript()}>
        {t('conversation.transcript')}
      </MenuItem>
      <MenuLine />
      <MenuItem
        danger
        icon={<Ban size={16} aria-hidden />}
        refusal={isAdmin ? undefined : t('state.forbiddenText', { role: 'admin' })}
        onSelect={() => choose('ban')}
      >
        {t('conversation.ban')}
      </MenuItem>
    </Menu>
  );

  async function saveTranscript() {
    try {
      const answer = await exportMessages(parley, { request_id: requestId });
      await saveStream(answer, 'transcript.csv', 'text/csv');
    } catch (error) {
      toast.add({ title: problemOf(error, t).msg });
    }
  }
}
