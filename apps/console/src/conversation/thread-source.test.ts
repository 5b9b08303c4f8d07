import { createParley } from '@parley/sdk';
import type { LiveStatus, TopicHandlers } from '@parley/sdk/realtime';

import type { Workplace } from '../app/workplace.tsx';
import type { ThreadMessage } from './thread.ts';
import { ThreadSource } from './thread-source.ts';

/** An API with one conversation, and a connection whose frames the test sends. */
class Installation {
  readonly messages: ThreadMessage[] = [];
  readonly calls: string[] = [];
  version = 1;
  isRefusing = false;
  /** Runs before the next answer is given. */
  onCall: () => void = () => undefined;
  handlers: TopicHandlers<ThreadMessage> = {};
  /** Of the subscription to messages, undefined while there is none. */
  following: { after?: string } | undefined;
  status: LiveStatus = 'open';
  readonly #listeners = new Set<() => void>();

  write(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const seq = this.messages.length + 1;
      const message = { _id: `m${seq}`, seq, sender: 'v', senderFullname: 'Vera', text: `${seq}`, type: 'text' };
      this.messages.push({ ...message, attributes: {}, status: 100, createdAt: '2026-01-01T00:00:00Z' });
    }
  }

  open(): ThreadSource {
    const parley = createParley({ url: 'http://parley.test', project: 'p', token: 'JWT x', fetch: this.#answer });
    const live = {
      subscribe: (topic: string, handlers: TopicHandlers<never>, options: { after?: string } = {}) => {
        if (!topic.endsWith('/messages')) return () => undefined;
        this.handlers = handlers as TopicHandlers<ThreadMessage>;
        this.following = options;
        return () => {
          this.following = undefined;
        };
      },
    };
    const outbox = { confirm: async () => undefined };
    const connection = { live, status: () => this.status, onStatus: this.#onStatus };
    return new ThreadSource({ parley, connection, outbox } as unknown as Workplace, 'r');
  }

  send(seq: number, cursor: string): void {
    const message = this.messages[seq - 1];
    if (message) this.handlers.onFrame?.({ topic: 'p/requests/r/messages', method: 'CREATE', message, cursor });
  }

  become(status: LiveStatus): void {
    this.status = status;
    for (const listener of this.#listeners) listener();
  }

  readonly #onStatus = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly #answer = async (input: URL | RequestInfo): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input));
    this.calls.push(pathname + searchParams);
    if (this.isRefusing) return Response.json({ code: 'ip_not_allowed', msg: 'Not from here.' }, { status: 403 });
    const { version } = this;
    if (!pathname.endsWith('/messages')) {
      const answer = Response.json({ request_id: 'r', __v: version });
      this.onCall();
      return answer;
    }
    const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const older = this.messages.filter(({ seq }) => seq < before);
    const page = older.slice(-Number(searchParams.get('limit')));
    return Response.json(page.toReversed(), {
      headers: {
        'parley-cursor': `c${this.messages.length}`,
        ...(older.length > page.length && { link: '<x>; rel="next"' }),
      },
    });
  };
}

const seqs = (source: ThreadSource) => source.state().messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('ThreadSource', () => {
  it('leaves no hole where more messages came in a gap than a page holds', async () => {
    const api = new Installation();
    api.write(40);
    const source = api.open();
    await source.load();
    expect(seqs(source)).toEqual(range(11, 40));

    api.write(100);
    api.handlers.onGap?.();
    await eventually(() => seqs(source).at(-1) === 140);

    expect(seqs(source)).toEqual(range(11, 140));
    expect(source.state().hasOlder).toBe(true);
    await source.loadOlder();
    expect(seqs(source)).toEqual(range(1, 140));
    expect(source.state().hasOlder).toBe(false);
  });

  it('begins anew where the gap is too long, and can be read up from there', async () => {
    const api = new Installation();
    api.write(10);
    const source = api.open();
    await source.load();
    api.write(500);
    api.handlers.onGap?.();
    await eventually(() => seqs(source).at(-1) === 510);

    expect(seqs(source)).toEqual(range(211, 510));
    expect(source.state().hasOlder).toBe(true);
  });

  it('reads again what could not be read in a gap, once the line is open', async () => {
    const api = new Installation();
    api.write(1);
    const source = api.open();
    const stop = source.start();
    await eventually(() => seqs(source).length === 1);
    api.write(1);
    api.isRefusing = true;
    api.handlers.onGap?.();
    await eventually(() => source.state().error !== undefined);
    expect(seqs(source)).toEqual([1]);

    api.isRefusing = false;
    api.become('reconnecting');
    api.become('open');
    await eventually(() => seqs(source).length === 2);
    expect(source.state().error).toBeUndefined();
    stop();
  });

  it('goes on from its last frame when it is opened again, without a call', async () => {
    const api = new Installation();
    api.write(2);
    const source = api.open();
    const stop = source.start();
    await eventually(() => api.following !== undefined);
    expect(api.following).toEqual({ after: 'c2' });
    api.write(1);
    api.send(3, 'c3');
    stop();
    expect(api.following).toBeUndefined();
    const calls = api.calls.length;

    const stopAgain = source.start();
    expect(seqs(source)).toEqual([1, 2, 3]);
    expect(source.state().loading).toBe(false);
    expect(api.following).toEqual({ after: 'c3' });
    expect(api.calls).toHaveLength(calls);
    stopAgain();
  });

  it('reads again what has become too old to go on from, and what the person may not follow any more', async () => {
    const api = new Installation();
    api.write(1);
    const source = api.open();
    const stop = source.start();
    await eventually(() => api.following !== undefined);
    stop();

    const stopAgain = source.start();
    api.write(1);
    api.handlers.onGap?.();
    await eventually(() => seqs(source).length === 2);
    await eventually(() => api.following?.after === 'c2');
    stopAgain();

    source.start();
    api.isRefusing = true;
    api.handlers.onRefused?.('subscription_refused');
    await eventually(() => source.state().error !== undefined);
  });

  it('is read when it is opened again before the first reading has ended', async () => {
    const api = new Installation();
    api.write(1);
    const source = api.open();
    source.start()();
    const stop = source.start();
    await eventually(() => api.following !== undefined);

    expect(seqs(source)).toEqual([1]);
    expect(source.state()).toMatchObject({ loading: false, error: undefined });
    stop();
  });

  it('reads once more when frames were missed while it read', async () => {
    const api = new Installation();
    api.write(1);
    const source = api.open();
    const loading = source.load();
    void source.load();
    await loading;

    expect(api.calls.filter((call) => call.includes('/messages'))).toHaveLength(2);
  });

  it('keeps a newer state of the request that came while the older one was on its way', async () => {
    const api = new Installation();
    const source = api.open();
    api.onCall = () => source.setRequest({ request_id: 'r', __v: 2 } as Parameters<ThreadSource['setRequest']>[0]);
    await source.load();

    expect(source.state().request?.__v).toBe(2);
  });
});

async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
