import { listRequests, withResponse } from '@parley/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { isQuiet, type NotificationKind, notificationsOf } from '../app/notification-settings.ts';
import { useSessionState } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace, type Workplace } from '../app/workplace.tsx';
import { placeOf } from '../inbox/views.ts';
import { type Notice, Notices } from './notices.ts';
import { isOwnChange } from './own-changes.ts';
import { pushOf, renewPush } from './push.ts';
import { playSound } from './sound.ts';

/** Calls the person by sound and desktop notification, in one tab of all; draws nothing. */
export function Notifier() {
  const t = useTexts();
  const navigate = useNavigate();
  const workplace = useWorkplace();
  const { _splat } = useParams({ strict: false });
  const { connection, projectId, parley, me } = workplace;

  const open = (requestId: string) =>
    void navigate({
      to: '/$project/inbox/$',
      params: { project: projectId, _splat: placeOf({ view: { kind: 'all' }, requestId }) },
    });
  const newest = useRef({ t, open });
  newest.current = { t, open };

  useEffect(() => {
    const stop = new AbortController();
    holdWhileVisible(visibleLock(workplace), stop.signal);
    // One tab calls; when it closes, the next one does.
    void navigator.locks
      .request(`parley-notices:${projectId}:${me}`, { signal: stop.signal }, () =>
        follow(workplace, newest, stop.signal),
      )
      .catch(() => undefined);
    return () => stop.abort();
  }, [workplace, projectId, me]);

  // Where it fails, the next page tries again.
  const { status } = useSessionState();
  useEffect(() => {
    if (status === 'signed_in') renewPush({ parley, projectId, me }).catch(() => undefined);
  }, [status, parley, projectId, me]);

  // The list follows the inbox from its first page on; a screen without one has to ask for a cursor.
  const hasList = _splat !== undefined;
  useEffect(() => {
    if (hasList) return undefined;
    const stop = new AbortController();
    withResponse(listRequests)(parley, { view: 'row', limit: 1, no_count: true }, stop).then(
      ({ headers }) => connection.followInbox(headers.get('parley-cursor') ?? undefined),
      () => undefined,
    );
    return () => stop.abort();
  }, [hasList, parley, connection]);

  return null;
}

/** Until a tab closes, or this is not the project any more. */
function follow(
  workplace: Workplace,
  newest: { current: { t: ReturnType<typeof useTexts>; open: (requestId: string) => void } },
  signal: AbortSignal,
): Promise<void> {
  const { connection, me } = workplace;
  const call = async (kinds: readonly NotificationKind[], title: string, notice?: Notice) => {
    const settings = notificationsOf(workplace.people.settingsOf(me) ?? workplace.teammate.settings);
    if (isQuiet(settings, new Date())) return;
    const isInView = await isHeld(visibleLock(workplace));
    if (!settings.inView && isInView) return;
    const ways = kinds.map((kind) => settings[kind]);
    if (ways.some((way) => way === 'sound' || way === 'both')) playSound(settings);
    // Out of view, the service worker shows what is pushed: not twice.
    const isPushed = notice !== undefined && !isInView && pushOf(workplace) !== undefined;
    const isOnDesktop = ways.some((way) => way === 'desktop' || way === 'both');
    if (isOnDesktop && !isPushed && Notification.permission === 'granted') {
      const shown = new Notification(title, {
        ...(notice && { body: notice.text.slice(0, 120), tag: notice.requestId }),
        silent: true,
      });
      shown.addEventListener('click', () => {
        window.focus();
        if (notice) newest.current.open(notice.requestId);
        shown.close();
      });
    }
  };
  const notices = new Notices({
    me,
    now: Date.now,
    isOwnChange,
    notify: (notice) =>
      void call([notice.kind], newest.current.t(`notice.${notice.kind}`, { name: notice.name }), notice),
    summarise: (count) => void call(['message', 'assigned'], newest.current.t('notice.summary', { count })),
    later: (work, delayMs) => {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  });
  const unsubscribe = connection.listenToInbox({
    onFrame: (frame) => notices.take(frame),
    onGap: () => undefined,
  });
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      unsubscribe();
      notices.close();
      resolve();
    });
  });
}

/** Held by each tab of the project that is in view; the service worker asks for it, too. */
function visibleLock({ projectId, me }: Workplace): string {
  return `parley-in-view:${projectId}:${me}`;
}

function holdWhileVisible(name: string, signal: AbortSignal): void {
  let release: (() => void) | undefined;
  const change = () => {
    release?.();
    release = undefined;
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    const hidden = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(name, { mode: 'shared' }, () => hidden);
  };
  change();
  document.addEventListener('visibilitychange', change, { signal });
  signal.addEventListener('abort', change);
}

async function isHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}
