import {
  addFollower,
  claimRequest,
  exportMessages,
  type RequestRecord,
  removeFollower,
  routeRequest,
  setParticipants,
} from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, BellOff, BellRing, Building2, Ellipsis, PanelRight, UserPlus } from 'lucide-react';

import { nameOfTeammate, userIdOf } from '../app/people.ts';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { contactName, Status } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { useDepartments } from '../inbox/views-column.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { toast } from '../ui/toasts.tsx';

const closedStatus = 1000;

interface ConversationHeaderProps {
  requestId: string;
  row: InboxRow | undefined;
  request: RequestRecord | undefined;
  onBack: () => void;
  onChanged: (request: RequestRecord) => void;
  onClose: () => void;
  onReopen: () => void;
  detailsShown: boolean;
  onDetails: () => void;
}

/** Who it is with, in which state, and what can be done. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { requestId, row, request, onBack, onClose, onReopen } = props;
  const t = useTexts();
  const { me, parley, people } = useWorkplace();
  const { act, pending } = useActions(props.onChanged);
  const shown = request ?? row;
  const name = shown ? contactName(shown as Pick<InboxRow, 'lead' | 'ticket_id'>, t) : '';
  const participants = shown?.participants ?? [];
  const isClosed = shown?.status === closedStatus;
  const humans = participants.filter((principal) => !principal.startsWith('bot_'));
  const isMine = participants.includes(me);
  return (
    <header className="flex min-h-14 items-center gap-2 border-b border-line px-3 py-2">
      <span className="md:hidden">
        <IconButton label={t('conversation.back')} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </span>
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
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
      <Button
        small
        refusal={isMine ? t('conversation.claimed') : isClosed ? t('conversation.isClosed') : undefined}
        pending={pending}
        onClick={() => act(() => claimRequest(parley, { request_id: requestId }))}
      >
        {t('conversation.claim')}
      </Button>
      {isClosed ? (
        <Button small onClick={onReopen}>
          {t('conversation.reopen')}
        </Button>
      ) : (
        <Button small look="primary" onClick={onClose}>
          {t('conversation.close')}
        </Button>
      )}
      <MoreMenu {...props} act={act} isClosed={isClosed} />
      <IconButton label={t('conversation.details')} pressed={props.detailsShown} onClick={props.onDetails}>
        <PanelRight size={16} aria-hidden className="rtl:-scale-x-100" />
      </IconButton>
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

function MoreMenu({ requestId, request, act, isClosed }: ConversationHeaderProps & { act: Act; isClosed: boolean }) {
  const t = useTexts();
  const { parley, people, me } = useWorkplace();
  const departments = useDepartments();
  const follows = request?.followers.includes(me) === true;
  const closed = isClosed ? t('conversation.isClosed') : undefined;
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
      <MenuItem
        icon={follows ? <BellOff size={16} aria-hidden /> : <BellRing size={16} aria-hidden />}
        onSelect={() =>
          act(() =>
            follows
              ? removeFollower(parley, { request_id: requestId, follower_id: me })
              : addFollower(parley, { request_id: requestId, member: me }),
          )
        }
      >
        {t(follows ? 'conversation.unfollow' : 'conversation.follow')}
      </MenuItem>
      <MenuItem onSelect={() => void saveTranscript()}>{t('conversation.transcript')}</MenuItem>
      <MenuLine />
      <p className="px-3 py-1 text-small text-ink-soft">{t('conversation.assignTo')}</p>
      {people.teammates.slice(0, 12).map((teammate) => (
        <MenuItem
          key={teammate._id}
          icon={<UserPlus size={16} aria-hidden />}
          refusal={closed}
          onSelect={() => act(() => setParticipants(parley, { request_id: requestId, items: [userIdOf(teammate)] }))}
        >
          <bdi>{nameOfTeammate(teammate)}</bdi>
        </MenuItem>
      ))}
      <MenuLine />
      <p className="px-3 py-1 text-small text-ink-soft">{t('conversation.department')}</p>
      {departments.map(({ _id, name }) => (
        <MenuItem
          key={_id}
          icon={<Building2 size={16} aria-hidden />}
          refusal={closed}
          onSelect={() => act(() => routeRequest(parley, { request_id: requestId, departmentid: _id, nobot: true }))}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );

  async function saveTranscript() {
    try {
      const answer = await exportMessages(parley, { request_id: requestId });
      const file = await new Response(answer as ReadableStream).blob();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = 'transcript.csv';
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      toast.add({ title: problemOf(error, t).msg });
    }
  }
}
