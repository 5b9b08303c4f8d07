import { getPublicWaitingTime, type RequestRow } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useEffect, useState } from 'preact/hooks';

import { Label } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';
import { closedStatus, nameOf } from '../visit/rows.ts';
import { Avatar } from './avatar.tsx';
import { Greeting } from './greeting.tsx';

const maxFaces = 3;

/** The available teammates, the waiting time, and the visitor's conversations. */
export function Home() {
  const state = usePanel();
  const { boot, texts, visit } = state;
  const { rows, hasMore } = visit.value;
  const { open, user_available: available } = boot;
  const faces = open.isopen ? available.slice(0, maxFaces) : [];
  const waiting = useWaitingTime(open.isopen);
  return (
    <div class="page">
      <div class="welcome">
        <h2>
          <Label name="WELCOME_TITLE" />
        </h2>
        <p>
          <Label name="WELCOME_MSG" />
        </p>
      </div>
      <div class="start-card">
        {faces.length > 0 ? (
          <>
            <p class="faces">
              {faces.map(({ id, firstname, avatar }) => (
                <Avatar key={id} name={firstname} src={avatar} />
              ))}
              <span>
                {new Intl.ListFormat(texts.lang).format(faces.map(({ firstname }) => withVisibleBidi(firstname)))}
              </span>
            </p>
            <p class="soft">
              {waiting === undefined
                ? texts.word('WAITING_TIME_NOT_FOUND')
                : texts.word('WAITING_TIME_FOUND').replace('$reply_time', texts.minutes(waiting))}
            </p>
          </>
        ) : (
          <Greeting />
        )}
        <button
          type="button"
          class="primary"
          data-first
          onPointerEnter={() => void state.talk.load()}
          onClick={() => void state.begin()}
        >
          <Label name={rows.value.length > 0 ? 'LABEL_START_NW_CONV' : 'START_A_CONVERSATION'} />
        </button>
      </div>
      {rows.value.length > 0 && (
        <>
          <h3>
            <Label name="PREV_CONVERSATIONS" />
          </h3>
          <ul class="rows">
            {rows.value.map((row) => (
              <Row key={row.request_id} row={row} />
            ))}
          </ul>
          {hasMore.value && (
            <button type="button" class="link" onClick={() => void visit.value.loadMore()}>
              {texts.text('MORE')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

function Row({ row }: { row: RequestRow }) {
  const state = usePanel();
  const { boot, texts } = state;
  const name = nameOf(row) ?? boot.project.name;
  const unread = row.read?.unread ?? 0;
  return (
    <li>
      <button type="button" class="row-button" onClick={() => state.openConversation(row.request_id)}>
        <Avatar name={name} src={row.agents?.[0]?.avatar} />
        <span class="row-text">
          <bdi class="row-name">{withVisibleBidi(name)}</bdi>
          <bdi class="soft">{row.last_message && texts.summary(row.last_message)}</bdi>
        </span>
        <span class="row-end">
          <time dateTime={row.last_message_at}>{texts.day(Date.parse(row.last_message_at))}</time>
          {unread > 0 && <span class="pill">{texts.text('UNREAD', { n: unread })}</span>}
          {row.status === closedStatus && <span>{texts.word('CLOSED')}</span>}
        </span>
      </button>
    </li>
  );
}

/** Average time until a teammate answers, in ms; undefined while unknown. */
function useWaitingTime(isAsked: boolean): number | undefined {
  const { visit, host } = usePanel();
  const [waiting, setWaiting] = useState<number>();
  useEffect(() => {
    if (!isAsked || host.isPreview) return;
    const { parley, signal } = visit.peek();
    getPublicWaitingTime(parley, {}, { signal }).then(
      ([figure]) => setWaiting(figure?.waiting_time_avg ?? undefined),
      // Another text is shown instead.
      () => undefined,
    );
  }, [isAsked, visit, host]);
  return waiting;
}
