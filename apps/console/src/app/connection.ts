import type { Parley } from '@parley/sdk';
import { shareTabs } from '@parley/sdk/browser';
import { connect, type Frame, type Live, type LiveStatus, topics } from '@parley/sdk/realtime';
import type { InboxRow } from '../inbox/row.ts';

/** A row, or what a `READ` or `MENTION` frame says. */
export type InboxMessage = InboxRow & { upto: number; unread: number; mentioned: boolean };

export interface InboxListener {
  onFrame(frame: Frame<InboxMessage>): void;
  /** Frames were missed. */
  onGap(): void;
  /** Frames come from now on; what was read before that has not seen the changes in between. */
  onFollow?(): void;
}

/** The one connection of the page, its state, and the frames of the inbox for all who follow them. */
export class LiveConnection {
  readonly live: Live;
  readonly #statusListeners = new Set<() => void>();
  readonly #inboxListeners = new Set<InboxListener>();
  #follows = false;

  constructor(parley: Parley, principal: string) {
    this.live = connect(parley, { share: shareTabs(principal), onStatus: () => this.#tellStatus() });
  }

  readonly status = (): LiveStatus => this.live.status;

  readonly onStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  /** To be called before a list is read: no frame after that is missed. */
  listenToInbox(listener: InboxListener): () => void {
    this.#inboxListeners.add(listener);
    return () => this.#inboxListeners.delete(listener);
  }

  /** @param after the cursor of the first list; every frame since comes. */
  followInbox(after: string | undefined): void {
    if (this.#follows) return;
    this.#follows = true;
    this.live.subscribe<InboxMessage>(
      topics.inbox(),
      {
        onFrame: (frame) => {
          for (const listener of [...this.#inboxListeners]) listener.onFrame(frame);
        },
        onGap: () => {
          for (const listener of [...this.#inboxListeners]) listener.onGap();
        },
      },
      after === undefined ? {} : { after },
    );
    for (const listener of [...this.#inboxListeners]) listener.onFollow?.();
  }

  close(): void {
    this.live.close();
  }

  #tellStatus(): void {
    for (const listener of this.#statusListeners) listener();
  }
}
