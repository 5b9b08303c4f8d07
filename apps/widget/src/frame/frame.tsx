import { withVisibleBidi } from '@parley/sdk/markup';
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { Home } from '../home/home.tsx';
import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';
import { nameOf } from '../visit/rows.ts';
import { partOf } from '../visit/thread.ts';
import { useFullScreen } from './use-full-screen.ts';

/** The panel: a header and the current view; nothing while it is closed. */
export function Frame() {
  const state = usePanel();
  return state.isOpen.value ? <OpenFrame /> : null;
}

function OpenFrame() {
  const state = usePanel();
  const { texts, host } = state;
  const frame = useRef<HTMLDivElement>(null);
  const isFull = useFullScreen(frame);
  useKeys(frame, isFull, host.close);

  return (
    <div ref={frame} class="panel" role="dialog" aria-modal={isFull} aria-label={texts.text('NAME')} tabIndex={-1}>
      <Header />
      <Bar />
      <div class="body">
        <Boundary>
          <Body />
        </Boundary>
      </div>
    </div>
  );
}

function Body() {
  const { view, visit, focuses, host, talk: part } = usePanel();
  const name = view.value;
  const talk = part.loaded.value;
  // After a failure, the visitor decides when to retry.
  if (name !== 'home' && !part.fault.value) void part.load();
  const conversation = visit.value.current.value;
  // Moves the focus into the view, even if the chunk has loaded late.
  useLayoutEffect(() => {
    if (focuses.value > 0) host.place.querySelector<HTMLElement>('[data-first]:not(:disabled)')?.focus();
  }, [focuses.value, name, talk, host]);
  if (name === 'home') return <Home />;
  if (!talk) return part.fault.value ? <Fault onReload={() => void part.load()} /> : null;
  if (name === 'topic') return <talk.Topic />;
  if (name === 'form') return <talk.FormView />;
  return conversation ? <talk.ConversationView key={conversation.key} conversation={conversation} /> : null;
}

function Header() {
  const state = usePanel();
  const { texts, host, settings, view, visit, unread } = state;
  const isHome = view.value === 'home';
  const requestId = view.value === 'conversation' ? visit.value.current.value?.requestId : undefined;
  const row = visit.value.rows.value.find(({ request_id: id }) => id === requestId);
  const shown = requestId === undefined ? undefined : visit.value.current.value?.messages.value;
  const answer = shown?.findLast((message) => message.sender !== state.me && partOf(message) === 'message');
  const name = answer?.senderFullname ?? (row && nameOf(row)) ?? state.boot.project.name;
  const talk = state.talk.loaded.value;
  const { logoChat } = settings.value;
  const hasLogo =
    logoChat !== undefined && URL.canParse(logoChat) && new URL(logoChat).origin === new URL(host.api).origin;
  return (
    <header>
      {!isHome && (
        <button type="button" class="quiet" aria-label={texts.word('BACK')} onClick={() => state.goHome()}>
          <Icon name="back" />
          {unread.value > 0 && <span class="pill">{unread.value}</span>}
        </button>
      )}
      {hasLogo && isHome && <img class="logo" src={logoChat} alt="" height={28} />}
      <bdi class="title">{withVisibleBidi(name)}</bdi>
      {requestId && talk && <talk.Menu key={requestId} requestId={requestId} />}
      <button type="button" class="quiet" aria-label={texts.text('CLOSE')} onClick={() => host.close()}>
        <Icon name="close" />
      </button>
    </header>
  );
}

/** Shows that the page is offline or reconnecting, and what has failed. */
function Bar() {
  const { texts, page, visit, notice } = usePanel();
  const isBroken = visit.value.status.value === 'reconnecting';
  const key = !page.isOnline.value ? 'OFFLINE' : isBroken ? 'RECONNECTING' : notice.value;
  return (
    <div class="bar" role="status">
      {key && <p dir="auto">{texts.text(key)}</p>}
    </div>
  );
}

/** Shows an error of the current view in the panel, instead of passing it on. */
class Boundary extends Component<{ children: ComponentChildren }, { isFaulty: boolean }> {
  override state = { isFaulty: false };

  static override getDerivedStateFromError() {
    return { isFaulty: true };
  }

  override render() {
    return this.state.isFaulty ? <Fault onReload={() => this.setState({ isFaulty: false })} /> : this.props.children;
  }
}

function Fault({ onReload }: { onReload: () => void }) {
  const state = usePanel();
  return (
    <div class="page" role="alert">
      <p dir="auto">{state.texts.text('FAULT')}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          state.goHome();
          onReload();
        }}
      >
        {state.texts.text('RELOAD')}
      </button>
    </div>
  );
}

/** `Esc` closes the panel; as a modal dialog, it traps the focus. */
function useKeys(frame: { current: HTMLElement | null }, isModal: boolean, close: () => void): void {
  useEffect(() => {
    const element = frame.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      if (event.key !== 'Tab' || !isModal || !element) return;
      const all = [
        ...element.querySelectorAll<HTMLElement>(
          'a[href],button:not(:disabled),input:not([hidden]),textarea:not(:disabled),select,[tabindex="0"]',
        ),
      ];
      const root = element.getRootNode() as ShadowRoot;
      const [first, last] = [all[0], all.at(-1)];
      const isLeaving = root.activeElement === (event.shiftKey ? first : last);
      if (!isLeaving) return;
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [frame, isModal, close]);
}
