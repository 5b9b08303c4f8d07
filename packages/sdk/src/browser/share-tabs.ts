import { withoutSnapshot } from '../realtime/present-cursor.ts';
import type { Frame, Line, LineEnd, OpenLine, Sharing, Subscription } from '../realtime/types.ts';
import { channelTo, platform } from './platform.ts';

type Message =
  /** Sent by the tab that holds the connection. */
  | { is: 'leading' }
  | { is: 'opened' }
  | { is: 'frame'; frame: Frame; isFirst: boolean }
  | { is: 'gap'; topic: string }
  | { is: 'refused'; topic: string; code: string }
  | { is: 'behind'; tab: string; topic: string; after: string }
  /** Sent by the other tabs. */
  | { is: 'joined' }
  | { is: 'subscribe'; tab: string; topic: string; after: string | undefined }
  | { is: 'unsubscribe'; tab: string; topic: string }
  | { is: 'send'; action: string; payload: object };

interface SharedSubscription extends Subscription {
  readonly tabs: Set<string>;
}

type OpenOwn = (line: Line, ended: (end: LineEnd) => void) => OpenLine;

/**
 * One connection for all tabs of an origin: `connect(parley, { share: shareTabs(visitor.id) })`. When its tab closes or freezes,
 * another one continues from its cursors. Without Web Locks, each tab has its own connection.
 * @param principal whom the connection is for: tabs of other people do not mix with it
 */
export function shareTabs(principal: string): Sharing {
  return {
    open: (line, ended, openOwn) =>
      platform.navigator?.locks ? new SharedLine(principal, line, ended, openOwn) : openOwn(line, ended),
  };
}

class SharedLine implements OpenLine {
  readonly #tab = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly #name: string;
  readonly #line: Line;
  readonly #ended: (end: LineEnd) => void;
  readonly #openOwn: OpenOwn;
  readonly #channel: ReturnType<typeof channelTo>;
  /** What all tabs follow together, while this one holds the connection. */
  readonly #shared = new Map<string, SharedSubscription>();
  #own: OpenLine | undefined;
  #isOpen = false;
  #waiting: AbortController | undefined;
  #letGo: (() => void) | undefined;

  constructor(principal: string, line: Line, ended: (end: LineEnd) => void, openOwn: OpenOwn) {
    this.#name = `parley-live:${principal}`;
    this.#line = line;
    this.#ended = ended;
    this.#openOwn = openOwn;
    this.#channel = channelTo(this.#name, (message) => this.#hear(message as Message));
    this.#follow();
    platform.document?.addEventListener('freeze', this.#pause);
    platform.document?.addEventListener('resume', this.#follow);
    platform.addEventListener?.('pagehide', this.#pause);
    platform.addEventListener?.('pageshow', this.#follow);
  }

  subscribe({ topic, after }: Subscription): void {
    const message = { is: 'subscribe', tab: this.#tab, topic, after } as const;
    if (this.#own) this.#join(message);
    else this.#channel.post(message);
  }

  unsubscribe(topic: string): void {
    if (this.#own) this.#leave(this.#tab, topic);
    else this.#channel.post({ is: 'unsubscribe', tab: this.#tab, topic });
  }

  send(action: string, payload: object): void {
    if (this.#own) this.#own.send(action, payload);
    else this.#channel.post({ is: 'send', action, payload });
  }

  /** Each tab wakes on its own. */
  probe(): void {
    this.#own?.probe();
  }

  close(): void {
    for (const topic of this.#line.subscriptions.keys()) this.unsubscribe(topic);
    this.#dispose();
  }

  #dispose(): void {
    this.#pause();
    this.#channel.close();
    platform.document?.removeEventListener('freeze', this.#pause);
    platform.document?.removeEventListener('resume', this.#follow);
    platform.removeEventListener?.('pagehide', this.#pause);
    platform.removeEventListener?.('pageshow', this.#follow);
  }

  /** Requests the connection, and uses another tab's until it is granted. */
  readonly #follow = (): void => {
    if (this.#waiting) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    const hold = () =>
      new Promise<void>((resolve) => {
        this.#letGo = resolve;
        this.#lead();
      });
    platform.navigator?.locks?.request(this.#name, { signal: waiting.signal }, hold).catch(() => undefined);
    this.#channel.post({ is: 'joined' });
    for (const subscription of this.#line.subscriptions.values()) this.subscribe(subscription);
  };

  /** Another tab may have the connection. */
  readonly #pause = (): void => {
    this.#waiting?.abort();
    this.#waiting = undefined;
    this.#own?.close();
    this.#own = undefined;
    this.#isOpen = false;
    this.#shared.clear();
    this.#letGo?.();
    this.#letGo = undefined;
  };

  #lead(): void {
    for (const { topic, after } of this.#line.subscriptions.values())
      this.#shared.set(topic, shared(topic, after, this.#tab));
    this.#connect();
    this.#channel.post({ is: 'leading' });
  }

  #connect(): void {
    const hub: Line = {
      subscriptions: this.#shared,
      receive: (frame) => this.#pass(frame),
      gap: (topic) => {
        const subscription = this.#shared.get(topic);
        if (subscription) Object.assign(subscription, { after: undefined, isFirst: true });
        this.#tell({ is: 'gap', topic });
      },
      refuse: (topic, code) => this.#tell({ is: 'refused', topic, code }),
      // The line is this tab's own.
      behind: () => undefined,
      opened: () => {
        this.#isOpen = true;
        this.#tell({ is: 'opened' });
      },
    };
    this.#own = this.#openOwn(hub, (end) => {
      this.#dispose();
      this.#ended(end);
    });
  }

  #pass(frame: Frame): void {
    const subscription = this.#shared.get(frame.topic);
    if (!subscription) return;
    const { isFirst } = subscription;
    subscription.isFirst = false;
    subscription.after = frame.cursor ?? subscription.after;
    this.#tell({ is: 'frame', frame, isFirst });
  }

  /** All tabs, this one included. */
  #tell(message: Message): void {
    this.#channel.post(message);
    this.#take(message);
  }

  #hear(message: Message): void {
    if (!this.#own) {
      this.#take(message);
      return;
    }
    if (message.is === 'joined' && this.#isOpen) this.#channel.post({ is: 'opened' });
    if (message.is === 'subscribe') this.#join(message);
    if (message.is === 'unsubscribe') this.#leave(message.tab, message.topic);
    if (message.is === 'send') this.#own.send(message.action, message.payload);
  }

  #take(message: Message): void {
    const line = this.#line;
    if (message.is === 'leading') for (const subscription of line.subscriptions.values()) this.subscribe(subscription);
    if (message.is === 'opened') line.opened();
    if (message.is === 'gap') line.gap(message.topic);
    if (message.is === 'refused') line.refuse(message.topic, message.code);
    if (message.is === 'behind' && message.tab === this.#tab) line.behind(message.topic, message.after);
    if (message.is !== 'frame') return;
    const subscription = line.subscriptions.get(message.frame.topic);
    if (!subscription) return;
    subscription.isFirst = message.isFirst;
    line.receive(message.frame);
  }

  /** A tab that joins with its own cursor reads the changes in between itself; the others continue unchanged. */
  #join({ tab, topic, after }: { tab: string; topic: string; after: string | undefined }): void {
    const known = this.#shared.get(topic);
    const subscription = known ?? shared(topic, after, tab);
    subscription.tabs.add(tab);
    if (known && after !== undefined) {
      if (after !== known.after) this.#tell({ is: 'behind', tab, topic, after });
      return;
    }
    if (known && withoutSnapshot.test(topic)) return;
    subscription.after = after;
    this.#shared.set(topic, subscription);
    this.#own?.subscribe(subscription);
  }

  #leave(tab: string, topic: string): void {
    const subscription = this.#shared.get(topic);
    if (!subscription?.tabs.delete(tab) || subscription.tabs.size > 0) return;
    this.#shared.delete(topic);
    this.#own?.unsubscribe(topic);
  }
}

function shared(topic: string, after: string | undefined, tab: string): SharedSubscription {
  return { topic, after, isFirst: false, handlers: new Set(), seen: new Set(), tabs: new Set([tab]) };
}
