import { hostOf, isSafeLink, withVisibleBidi } from '@parley/sdk/markup';
import { Check, CircleAlert, Clock, FileText, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { lazyPart } from '../app/lazy-part.tsx';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { buttonsOf, galleryOf, isPressed, type OfferedButton, type OfferedCard } from './buttons.ts';
import { DeliveryState } from './delivery-state.tsx';
import { MarkupView } from './markup-view.tsx';
import type { OutboxEntry } from './outbox.ts';
import type { ThreadMessage } from './thread.ts';

const MailParts = lazyPart('actions', async () => (await import('./mail-message.tsx')).MailParts);
const RedactedLine = lazyPart('actions', async () => (await import('./redacted-line.tsx')).RedactedLine);
const MailDelivery = lazyPart('actions', async () => (await import('./mail-message.tsx')).MailDelivery);

interface BubbleProps {
  message: ThreadMessage;
  /** On which side: the visitor's at the start, the team's and bots' at the end. */
  fromTeam: boolean;
  /** What gives the visitor's picture its colour, as in the list; of others, their own id does. */
  face?: string | undefined;
  first: boolean;
  last: boolean;
  /** What the visitor said next to a message that offers buttons. */
  answer?: ThreadMessage | undefined;
  /** What can be done with the message, shown beside it while it is pointed at. */
  actions?: ReactNode;
}

/** One stored message. */
export function Bubble({ message, fromTeam, face, first, last, answer, actions }: BubbleProps) {
  const { people } = useWorkplace();
  const at = Date.parse(message.createdAt);
  const isPrivate = message.audience === 'team';
  return (
    <Beside
      fromTeam={fromTeam}
      first={first}
      avatar={
        <Avatar
          small
          id={face ?? message.sender}
          name={message.senderFullname}
          picture={fromTeam ? people.pictureOf(message.sender) : undefined}
        />
      }
    >
      {first && <Head name={message.senderFullname} at={at} isPrivate={isPrivate} />}
      <div className={classes('group/message flex max-w-full items-center gap-1', fromTeam && 'flex-row-reverse')}>
        <div className={classes('min-w-0 rounded-box px-3 py-2', groundOf(isPrivate, fromTeam))}>
          <Content message={message} answer={answer} />
        </div>
        {actions}
        {/* The group's head has that of its first message. */}
        {!first && <Time at={at} quiet />}
      </div>
      {fromTeam && !isPrivate && <Delivery message={message} last={last} />}
    </Beside>
  );
}

/** How far it has come: said once a group, and of each that has failed. */
function Delivery({ message, last }: { message: ThreadMessage; last: boolean }) {
  if (message.channel?.name !== 'email') return last && <DeliveryState status={message.status} />;
  return (last || message.status < 0) && <MailDelivery message={message} />;
}

/** The place of a message: its sender's picture, once a group, and beside it what was said. */
function Beside({
  fromTeam,
  first,
  avatar,
  children,
}: {
  fromTeam: boolean;
  first: boolean;
  avatar: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes('flex gap-2 px-4', fromTeam && 'flex-row-reverse', first ? 'pt-3' : 'pt-0.5')}>
      <span className="w-6 shrink-0">{first && avatar}</span>
      <div className={classes('flex max-w-[min(40rem,82%)] flex-col', fromTeam ? 'items-end' : 'items-start')}>
        {children}
      </div>
    </div>
  );
}

/** Who wrote, and when, on the line of the picture. */
function Head({ name, at, isPrivate = false }: { name: string; at: number; isPrivate?: boolean }) {
  const t = useTexts();
  return (
    <p className="flex h-6 max-w-full items-center gap-2 px-1 text-small text-ink-soft">
      <bdi className="min-w-0 truncate font-semibold text-ink">{withVisibleBidi(name)}</bdi>
      {isPrivate && (
        <span className="inline-flex shrink-0 items-center gap-1 text-private-ink">
          <Lock size={11} aria-hidden />
          {t('message.private')}
        </span>
      )}
      <Time at={at} />
    </p>
  );
}

/** @param quiet shown while the message is pointed at; screen readers always say it */
function Time({ at, quiet }: { at: number; quiet?: boolean }) {
  const { time, full } = useFormats();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={full(at)}
      className={classes(
        'shrink-0 text-small text-ink-soft',
        quiet && 'opacity-0 transition-opacity group-hover/message:opacity-100',
      )}
    >
      {time(at)}
    </time>
  );
}

function groundOf(isPrivate: boolean, fromTeam: boolean): string {
  if (isPrivate) return 'bg-private text-ink';
  return fromTeam ? 'bg-accent-soft text-ink' : 'border border-line bg-raised text-ink';
}

function Content({ message, answer }: Pick<BubbleProps, 'message' | 'answer'>) {
  return (
    <>
      {message.metadata && <Attached type={message.type} metadata={message.metadata} />}
      {message.text && <MarkupView text={message.text} />}
      {message.attributes.mail !== undefined && <MailParts message={message} />}
      {message.redacted && <RedactedLine message={message} />}
      <Gallery cards={galleryOf(message.attributes)} answer={answer} />
      <Buttons buttons={buttonsOf(message.attributes)} answer={answer} />
    </>
  );
}

/** The attachment of a message. Images of this installation are shown; anything else is a link that names its host, and loads nothing. */
function Attached({ type, metadata }: { type: string; metadata: Record<string, unknown> }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { src, name, width, height } = metadata;
  if (!isSafeLink(src)) return null;
  const host = hostOf(src) ?? '';
  const isOurs = URL.canParse(src) && new URL(src).origin === new URL(parley.url).origin;
  const shownName = typeof name === 'string' ? withVisibleBidi(name) : host;
  if (type === 'image' && isOurs)
    return (
      <a href={src} target="_blank" rel="noopener noreferrer" className="mb-1 block">
        <img
          src={src}
          alt={t('message.image', { name: shownName })}
          width={typeof width === 'number' ? width : 240}
          height={typeof height === 'number' ? height : 160}
          className="h-auto max-h-80 w-auto max-w-full rounded-box"
        />
      </a>
    );
  const isFile = isOurs || (type === 'file' && shownName !== host);
  const words = isFile
    ? t('message.download', { name: isOurs ? shownName : `${shownName} (${host})` })
    : t(type === 'frame' ? 'message.frame' : 'message.foreign', { host });
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="mb-1 flex items-center gap-2 rounded-box border border-line bg-paper px-2.5 py-2 text-ink"
    >
      <FileText size={16} aria-hidden className="shrink-0 text-ink-soft" />
      <bdi className="min-w-0 truncate">{words}</bdi>
    </a>
  );
}

/** Buttons of a bot as the visitor saw them; here they press nothing. */
function Buttons({ buttons, answer }: { buttons: readonly OfferedButton[]; answer: ThreadMessage | undefined }) {
  const t = useTexts();
  if (buttons.length === 0) return null;
  return (
    <ul aria-label={t('message.buttons')} className="mt-2 flex flex-wrap gap-1.5">
      {buttons.map((button, index) => {
        const pressed = isPressed(button, answer);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons of one message keep their order.
            key={index}
            className={classes(
              'inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-small',
              pressed ? 'border-accent bg-paper font-semibold text-accent' : 'border-control text-ink-soft',
            )}
          >
            {pressed && <Check size={12} aria-hidden />}
            <bdi>{withVisibleBidi(button.label)}</bdi>
            {pressed && <span className="sr-only">{t('message.pressed')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Cards of a bot. Their images are named by host and never loaded. */
function Gallery({ cards, answer }: { cards: readonly OfferedCard[]; answer: ThreadMessage | undefined }) {
  const t = useTexts();
  if (cards.length === 0) return null;
  return (
    <ul aria-label={t('message.gallery')} className="mt-2 flex flex-col gap-1.5">
      {cards.map(({ title, description, image, buttons }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of one message keep their order.
        <li key={index} className="rounded-box border border-line bg-paper px-2.5 py-2">
          <bdi className="block font-semibold">{withVisibleBidi(title)}</bdi>
          <bdi className="block text-ink-soft">{withVisibleBidi(description)}</bdi>
          {image && <p className="text-small text-ink-soft">{t('message.foreign', { host: hostOf(image) ?? '' })}</p>}
          <Buttons buttons={buttons} answer={answer} />
        </li>
      ))}
    </ul>
  );
}

interface OutgoingBubbleProps {
  entry: OutboxEntry;
  /** It begins a group. */
  first: boolean;
  /** It ends a group: what is being sent is said there, as what was sent will be. */
  last: boolean;
  onEdit: (entry: OutboxEntry) => void;
  onReopen: (entry: OutboxEntry) => void;
}

/** A message that the API does not have yet, or will not take. */
export function OutgoingBubble({ entry, first, last, onEdit, onReopen }: OutgoingBubbleProps) {
  const t = useTexts();
  const { outbox, people, me } = useWorkplace();
  const name = people.nameOf(me) ?? '';
  const { state, refusal, message } = entry;
  return (
    <div data-state={state}>
      <Beside fromTeam first={first} avatar={<Avatar small id={me} name={name} picture={people.pictureOf(me)} />}>
        {first && <Head name={name} at={entry.createdAt} />}
        <div
          className={classes(
            'rounded-box px-3 py-2',
            state === 'waiting' ? 'bg-accent-soft opacity-75' : 'bg-bad-soft',
          )}
        >
          {message.text && <MarkupView text={message.text} />}
          {!message.text && (
            <bdi className="wrap-anywhere">{withVisibleBidi(String(message.metadata?.name ?? ''))}</bdi>
          )}
        </div>
        {state === 'waiting' && last && (
          <p className="mt-0.5 flex items-center gap-1 px-1 text-small text-ink-soft">
            <Clock size={12} aria-hidden />
            {t(navigator.onLine ? 'message.sending' : 'message.waiting')}
          </p>
        )}
        {state !== 'waiting' && (
          <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-1 text-small text-bad">
            <CircleAlert size={13} aria-hidden />
            <span>
              {state === 'asking' ? t('message.asking') : t('message.refused', { reason: refusal?.msg ?? '' })}
            </span>
            {refusal?.code === 'request_closed' ? (
              <Button small onClick={() => onReopen(entry)}>
                {t('message.reopenAndSend')}
              </Button>
            ) : (
              <Button small onClick={() => void outbox.retry(entry.id)}>
                {t(state === 'asking' ? 'message.send' : 'message.retry')}
              </Button>
            )}
            <Button small look="quiet" onClick={() => onEdit(entry)}>
              {t('message.edit')}
            </Button>
            <Button small look="quiet" onClick={() => void outbox.discard(entry.id)}>
              {t('message.discard')}
            </Button>
          </div>
        )}
      </Beside>
    </div>
  );
}
