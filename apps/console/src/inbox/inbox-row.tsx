import { withVisibleBidi } from '@parley/sdk/markup';
import {
  AtSign,
  Bot,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleOff,
  CirclePause,
  Eye,
  Flag,
  Hourglass,
} from 'lucide-react';
import { memo } from 'react';
import { departmentName } from '../app/department-name.ts';
import type { MessageId } from '../app/language.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { type Translate, useFormats, useTexts } from '../app/texts.tsx';
import type { Viewer } from '../conversation/use-viewers.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classes } from '../ui/classes.ts';
import { priorities, spelled } from './filter.ts';
import type { InboxRow } from './row.ts';

const Hit = lazyPart(undefined, async () => (await import('./match-text.tsx')).MatchText);
const RowClocks = lazyPart('actions', async () => (await import('./row-clocks.tsx')).RowClocks);
const RowMail = lazyPart('actions', async () => (await import('./row-mail.tsx')).RowMail);

interface InboxRowProps {
  row: InboxRow;
  me: string;
  now: number;
  open: boolean;
  hasDraft: boolean;
  selected: boolean;
  /** Some row is selected: all show their boxes. */
  selecting: boolean;
  /** @param isRange with all rows from the last one that was chosen */
  onToggle: (requestId: string, isRange: boolean) => void;
  /** 52 px high, without the line below the text. */
  compact: boolean;
  /** Names of teammates and bots, by principal id. */
  nameOf: (principal: string) => string | undefined;
  pictureOf: (principal: string) => string | undefined;
  /** Colleagues who have it open now. */
  viewers?: readonly Viewer[] | undefined;
}

/** One conversation of the list, 72 px high, or 52. */
export const InboxRowView = memo(function InboxRowView(props: InboxRowProps) {
  const { row, me, now, open, hasDraft, selected, selecting, onToggle, compact, nameOf, pictureOf, viewers } = props;
  const t = useTexts();
  const formats = useFormats();
  const at = Date.parse(row.last_message_at);
  // A closed conversation has nothing to read: the visitor's next message reopens it.
  const unread = row.status === 1000 ? 0 : (row.read?.unread ?? 0);
  // The name stands in the row anyway.
  const hit = row.matches?.find((match) => match.in !== 'lead');
  const assignee = row.participants?.find((principal) => !principal.startsWith('bot_'));
  const isMine = row.participants?.includes(me) === true;
  return (
    <div
      className={classes(
        'relative flex items-start gap-3 border-b border-line px-3 transition-colors',
        compact ? 'h-13 py-1.5' : 'h-18 py-2.5',
        'group',
        open || selected ? 'bg-accent-soft' : 'hover:bg-hover',
        open && 'before:absolute before:inset-y-0 before:start-0 before:w-0.75 before:bg-accent',
      )}
    >
      <span className="relative">
        <Avatar id={row.lead?.lead_id} name={contactName(row, t)} />
        <label
          className={classes(
            'absolute inset-0 grid cursor-pointer place-items-center rounded-full bg-paper',
            selecting ? '' : 'opacity-0 group-hover:opacity-100',
          )}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            aria-label={t('inbox.row.select', { name: contactName(row, t) })}
            onClick={(event) => event.stopPropagation()}
            onChange={({ nativeEvent }) => onToggle(row.request_id, (nativeEvent as MouseEvent).shiftKey)}
            className="size-4.5 accent-accent"
          />
        </label>
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <bdi className={classes('min-w-0 flex-1 truncate', unread > 0 && 'font-semibold')}>{contactName(row, t)}</bdi>
          {viewers && <Present viewers={viewers} />}
          <Priority row={row} />
          <time
            dateTime={row.last_message_at}
            title={formats.full(at)}
            className={classes('shrink-0 text-small', unread > 0 ? 'font-semibold text-ink' : 'text-ink-soft')}
          >
            {formats.ago(at, now)}
          </time>
        </div>
        <div className="flex items-center gap-2">
          {compact && <Status row={row} />}
          <p dir="auto" className={classes('min-w-0 flex-1 truncate', unread > 0 ? 'text-ink' : 'text-ink-soft')}>
            {hasDraft && <span className="me-1 text-bad">{t('inbox.row.draft')}</span>}
            {row.channel?.name === 'email' && <RowMail row={row} />}
            {hit ? <Hit match={hit} /> : lastWords(row, me, t)}
          </p>
          {(row.snooze ?? row.sla) && <RowClocks row={row} now={now} />}
          {compact && assignee && <Assignee id={assignee} name={nameOf(assignee)} picture={pictureOf(assignee)} />}
          {row.read?.mentioned && (
            <span className="shrink-0 text-accent">
              <AtSign size={14} aria-hidden />
              <span className="sr-only">{t('inbox.row.mentioned')}</span>
            </span>
          )}
          {unread > 0 && (
            <span
              className={classes(
                'min-w-5 shrink-0 rounded-full px-1.5 text-center text-small font-semibold',
                // What waits for this person is strong, what waits for others is quiet.
                isMine ? 'bg-accent text-on-accent' : 'border border-line bg-raised text-accent',
              )}
            >
              <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
              <span className="sr-only">{t('inbox.unread', { count: unread })}</span>
            </span>
          )}
        </div>
        {!compact && (
          <div className="flex h-4 items-center gap-2 text-small text-ink-soft">
            {/* Of one that is being served, the assignee says it. */}
            <Status row={row} named={!assignee || statusOf(row) !== statuses[200]} />
            {/* Gives way before the tags do: of those, a fraction of a pixel would cost letters. */}
            {row.department?.name && (
              <bdi className="shrink-[10000] truncate">{departmentName(row.department.name, t)}</bdi>
            )}
            {row.tags?.slice(0, 3).map((tag) => (
              <bdi key={tag.tag} className="max-w-20 min-w-9 truncate rounded-box border border-line px-1">
                {tag.tag}
              </bdi>
            ))}
            <span className="flex-1" />
            {assignee && <Assignee id={assignee} name={nameOf(assignee)} picture={pictureOf(assignee)} named />}
          </div>
        )}
      </div>
    </div>
  );
});

function Assignee({
  id,
  name,
  picture,
  named,
}: {
  id: string;
  name: string | undefined;
  picture: string | undefined;
  named?: boolean;
}) {
  return (
    <span
      className={classes('inline-flex items-center gap-1', named ? 'max-w-32 min-w-16 shrink-[10000]' : 'shrink-0')}
      title={name}
    >
      <Avatar tiny id={id} name={name} picture={picture} />
      <bdi className={named ? 'truncate' : 'sr-only'}>{name}</bdi>
    </span>
  );
}

/** Who is in the conversation now. */
function Present({ viewers }: { viewers: readonly Viewer[] }) {
  const t = useTexts();
  const words = t('conversation.viewers', { names: viewers.map(({ fullname }) => fullname).join(', ') });
  return (
    <span title={words} className="inline-flex shrink-0 items-center gap-0.5 self-center text-accent">
      <Eye size={13} aria-hidden />
      {viewers.slice(0, 2).map(({ user_id, fullname }) => (
        <Avatar key={user_id} tiny id={user_id} name={fullname} />
      ))}
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** The person a conversation is with; guests without a name by their ticket. */
export function contactName(row: Pick<InboxRow, 'lead' | 'ticket_id'>, t: Translate): string {
  const name = row.lead?.fullname || row.lead?.email;
  return name ? withVisibleBidi(name) : t('inbox.row.guest', { ticket: row.ticket_id });
}

function lastWords(row: InboxRow, me: string, t: Translate): string {
  const last = row.last_message;
  if (!last) return row.first_text || t('inbox.row.noText');
  const text =
    last.text ||
    t(last.type === 'image' ? 'inbox.type.image' : last.type === 'file' ? 'inbox.type.file' : 'inbox.type.other');
  if (last.from === 'requester') return text;
  return last.sender === me
    ? t('inbox.row.you', { text })
    : t('inbox.row.by', { name: withVisibleBidi(last.senderFullname ?? ''), text });
}

const statuses: Record<string, { icon: typeof Bot; word: MessageId; colour: string }> = {
  50: { icon: CirclePause, word: 'status.parked', colour: '' },
  100: { icon: CircleDashed, word: 'status.unassigned', colour: 'text-warn' },
  150: { icon: CircleOff, word: 'status.abandoned', colour: 'text-bad' },
  200: { icon: CircleDot, word: 'status.assigned', colour: 'text-good' },
  1000: { icon: CircleCheck, word: 'status.closed', colour: '' },
};

const pending: (typeof statuses)[string] = { icon: Hourglass, word: 'status.pending', colour: '' };
const withBot: (typeof statuses)[string] = { icon: Bot, word: 'status.bot', colour: 'text-accent' };

type RowState = Pick<InboxRow, 'status' | 'participants' | 'workingStatus'>;

function statusOf({ status, participants, workingStatus }: RowState) {
  if (status < 1000 && workingStatus === 'pending') return pending;
  const isBots = status === 200 && participants?.length !== 0 && participants?.every((one) => one.startsWith('bot_'));
  return isBots ? withBot : statuses[status];
}

/** For screen readers alone where the container is narrow. */
const wideWord = 'sr-only @3xl:not-sr-only';

/** By icon and by word. @param named whether the word is shown; `wide`: in a wide container */
export function Status({ row, named = false }: { row: RowState; named?: boolean | 'wide' }) {
  const t = useTexts();
  const status = statusOf(row);
  if (!status) return null;
  const { icon: Icon, word, colour } = status;
  return (
    <span className={classes('inline-flex shrink-0 items-center gap-1', colour)}>
      <Icon size={13} aria-hidden />
      <span className={named === 'wide' ? wideWord : named ? '' : 'sr-only'}>{t(word)}</span>
    </span>
  );
}

/** The usual one is not worth a word. */
export function Priority({ row, named = true }: { row: Pick<InboxRow, 'priority'>; named?: true | 'wide' }) {
  const t = useTexts();
  const name = priorities.find((known) => known === spelled(row.priority));
  if (!name || name === 'medium') return null;
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-0.5 self-center rounded-box px-1 text-small',
        name === 'urgent' ? 'bg-bad-soft font-semibold text-bad' : name === 'high' ? 'text-bad' : 'text-ink-soft',
      )}
    >
      <Flag size={12} aria-hidden fill={name === 'urgent' ? 'currentColor' : 'none'} />
      <span className={named === 'wide' ? wideWord : ''}>{t(`priority.${name}`)}</span>
    </span>
  );
}
