import { exportMessages, updateRequest } from '@parley/sdk';
import {
  AlarmClock,
  AlarmClockOff,
  Ban,
  BellOff,
  BellRing,
  Building2,
  Download,
  Ellipsis,
  Hourglass,
  Lock,
  MailOpen,
  Merge,
  Tag,
  Timer,
  UserPlus,
  Zap,
} from 'lucide-react';

import { failures } from '../app/failures.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { saveStream } from '../transfer/save-file.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';

/** Makes a call that answers with the changed conversation. */
type Act = (call: () => Promise<unknown>) => void;

/** What is asked for in a dialog. */
export type Choice =
  | 'assign'
  | 'department'
  | 'tag'
  | 'ban'
  | 'snooze'
  | 'snoozeDate'
  | 'sla'
  | 'merge'
  | 'macro'
  | 'hold';

interface MoreMenuProps {
  requestId: string;
  act: Act;
  onUnread: () => void;
  follows: boolean;
  toggleFollow: () => void;
  choose: (choice: Choice) => void;
  /** Why it cannot be assigned. */
  closed: string | undefined;
  isPending: boolean;
  isSnoozed: boolean;
  onWake: () => void;
  isAdmin: boolean;
  mayHold: boolean;
}

/** What can be done with a conversation, beside claiming and closing it. */
export function MoreMenu(props: MoreMenuProps) {
  const { requestId, act, onUnread, follows, toggleFollow, choose, closed, isPending, isSnoozed, isAdmin, mayHold } =
    props;
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
      <MenuItem icon={<Zap size={16} aria-hidden />} onSelect={() => choose('macro')}>
        {t('conversation.macro')}
      </MenuItem>
      <MenuItem
        icon={<Hourglass size={16} aria-hidden />}
        refusal={closed}
        onSelect={() =>
          act(() => updateRequest(parley, { request_id: requestId, workingStatus: isPending ? 'open' : 'pending' }))
        }
      >
        {t(isPending ? 'conversation.notPending' : 'conversation.pending')}
      </MenuItem>
      <MenuItem icon={<AlarmClock size={16} aria-hidden />} refusal={closed} onSelect={() => choose('snooze')}>
        {t('snooze.title')}
      </MenuItem>
      {isSnoozed && (
        <MenuItem icon={<AlarmClockOff size={16} aria-hidden />} onSelect={props.onWake}>
          {t('snooze.wake')}
        </MenuItem>
      )}
      <MenuItem icon={<Timer size={16} aria-hidden />} onSelect={() => choose('sla')}>
        {t('sla.title')}
      </MenuItem>
      <MenuItem icon={<Merge size={16} aria-hidden />} onSelect={() => choose('merge')}>
        {t('merge.title')}
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
      <MenuItem icon={<Download size={16} aria-hidden />} onSelect={() => failures.run('transcript', saveTranscript)}>
        {t('conversation.transcript')}
      </MenuItem>
      <MenuLine />
      <MenuItem
        icon={<Lock size={16} aria-hidden />}
        refusal={mayHold ? undefined : t('state.forbiddenText', { role: 'admin' })}
        onSelect={() => choose('hold')}
      >
        {t('hold.title')}
      </MenuItem>
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
    const answer = await exportMessages(parley, { request_id: requestId });
    await saveStream(answer, 'transcript.csv', 'text/csv');
  }
}
