import { useEffect, useRef, useState } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';
import type { Conversation } from '../visit/conversation.ts';
import { EmojiMenu } from './emoji-menu.tsx';
import { Preview } from './preview.tsx';
import { typingSignal } from './typing-signal.ts';
import { messageOf, useUploads } from './uploads.ts';

const keepAfterMs = 250;
const longest = 65_536;

interface Props {
  conversation: Conversation;
  text: string;
  onText: (text: string) => void;
  /** Disabled by the newest message of a bot. */
  isOff: boolean;
  placeholder: string | undefined;
}

/** The message field. Enter sends, Shift+Enter adds a line. */
export function Composer({ conversation, text, onText, isOff, placeholder }: Props) {
  const state = usePanel();
  const { texts, host, settings } = state;
  const { requestId } = conversation;
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { uploads, fault, add, remove, clear } = useUploads();
  const [typing] = useState(() => typingSignal((isTyping) => state.visit.peek().current.peek()?.say(isTyping)));
  const hasFiles = settings.value.attachments && state.boot.uploads.types.length > 0;
  const hasEmoji = settings.value.emoji && state.boot.project.settings.allow_send_emoji !== false;
  const isReady = (text.trim() !== '' || uploads.length > 0) && uploads.every(({ done }) => done);

  // Whose text this is: effects and timers run later, when the visitor may have changed.
  const visitor = state.me;
  useEffect(() => {
    const keep = () => {
      if (state.me === visitor) state.drafts.keep(requestId, text);
    };
    const timer = setTimeout(keep, keepAfterMs);
    globalThis.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('pagehide', keep);
    };
  }, [text, requestId, visitor, state]);
  useEffect(() => () => typing.stop(), [typing]);
  const latest = useRef({ requestId, text, visitor });
  useEffect(() => {
    // The draft has moved to the conversation that replaced the previous one.
    if (latest.current.requestId !== requestId) state.drafts.keep(latest.current.requestId, '');
    latest.current = { requestId, text, visitor };
  });
  // The panel may close before the timer.
  useEffect(
    () => () => {
      const draft = latest.current;
      if (state.me === draft.visitor) state.drafts.keep(draft.requestId, draft.text);
    },
    [state],
  );
  // It grows with its text.
  useEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);

  const send = () => {
    if (!isReady || isOff) return;
    state.drafts.keep(requestId, '');
    for (const upload of uploads) state.send(messageOf(upload, host.api));
    if (text.trim() !== '') state.send({ text });
    clear();
    typing.stop();
    onText('');
    box.current?.focus();
  };
  const insert = (emoji: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {};
    onText(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd));
    box.current?.focus();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => hasFiles && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles || !event.dataTransfer) return;
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      {fault && (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
      {uploads.length > 0 && (
        <ul class="uploads">
          {uploads.map(({ id, file, percent, done, cancel }) => (
            <li key={id}>
              <Preview file={file} />
              <bdi>{done ? file.name : texts.text('UPLOADING', { name: file.name, percent })}</bdi>
              <button
                type="button"
                class="quiet small"
                aria-label={texts.text('REMOVE', { name: file.name })}
                onClick={() => (done ? remove(id) : cancel())}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <textarea
          ref={box}
          data-first
          rows={1}
          value={text}
          maxLength={longest}
          disabled={isOff}
          // An empty field with `auto` would be left-to-right, whatever the language of its placeholder.
          dir={text === '' ? undefined : 'auto'}
          aria-label={texts.word('LABEL_PLACEHOLDER')}
          placeholder={placeholder ?? texts.word('LABEL_PLACEHOLDER')}
          onInput={(event) => {
            onText(event.currentTarget.value);
            typing.key();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}
          onPaste={(event) => {
            const files = event.clipboardData?.files;
            if (!hasFiles || !files?.length) return;
            event.preventDefault();
            add(files);
          }}
        />
        {hasEmoji && <EmojiMenu onPick={insert} isOff={isOff} />}
        {hasFiles && (
          <>
            <button
              type="button"
              class="quiet"
              disabled={isOff}
              aria-label={texts.text('ATTACH')}
              onClick={() => picker.current?.click()}
            >
              <Icon name="attach" />
            </button>
            <input
              ref={picker}
              type="file"
              hidden
              multiple
              accept={state.boot.uploads.types.join(',')}
              onChange={(event) => {
                add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
          </>
        )}
        <button type="submit" class="send" disabled={!isReady || isOff} aria-label={texts.text('SEND')}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
