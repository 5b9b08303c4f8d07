import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { askAfterMs, type Delivery, Outbox, type OutboxEntry, type OutboxStore } from './outbox.ts';

/** The browser's database, which outlives pages. */
class SharedStore {
  readonly kept = new Map<string, OutboxEntry>();
  readonly #tabs = new Set<(id: string) => void>();

  tab(): OutboxStore {
    let own: ((id: string) => void) | undefined;
    const tell = (id: string) => {
      for (const listener of this.#tabs) if (listener !== own) listener(id);
    };
    return {
      load: async () => structuredClone([...this.kept.values()]),
      get: async (id) => structuredClone(this.kept.get(id)),
      put: async (entry) => {
        this.kept.set(entry.id, structuredClone(entry));
        tell(entry.id);
      },
      remove: async (id) => {
        if (this.kept.delete(id)) tell(id);
      },
      onChange: (listener) => {
        own = listener;
        this.#tabs.add(listener);
        return () => this.#tabs.delete(listener);
      },
    };
  }
}

/** Takes each id once, like the API does for an `external_id`. */
class Api {
  readonly texts = new Map<string, string[]>();
  readonly #seen = new Set<string>();
  answers: (Delivery['outcome'] | 'lost')[] = [];

  readonly deliver = async ({ id, requestId, message }: OutboxEntry): Promise<Delivery> => {
    const answer = this.answers.shift() ?? 'sent';
    if (answer === 'unreachable') return { outcome: 'unreachable' };
    if (answer === 'refused') return { outcome: 'refused', code: 'request_closed', msg: 'The request is closed.' };
    if (!this.#seen.has(id)) this.texts.set(requestId, [...(this.texts.get(requestId) ?? []), message.text ?? '']);
    this.#seen.add(id);
    // Stored, but the answer never came.
    return { outcome: answer === 'lost' ? 'unreachable' : 'sent' };
  };
}

class Browser {
  readonly store = new SharedStore();
  readonly api = new Api();
  readonly #locks = new Map<string, Promise<void>>();
  time = 1_000_000;

  open(): Promise<Outbox> {
    return Outbox.open({
      store: this.store.tab(),
      deliver: this.api.deliver,
      exclusively: (requestId, work) => {
        const turn = (this.#locks.get(requestId) ?? Promise.resolve()).then(work);
        this.#locks.set(
          requestId,
          turn.catch(() => undefined),
        );
        return turn;
      },
      now: () => this.time,
      newId: randomUUID,
    });
  }
}

describe('Outbox', () => {
  it('sends each message once and in order, over lost answers, outages and reloads', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('send' as const), request: fc.constantFrom('a', 'b'), tab: fc.nat(2) }),
      fc.record({ do: fc.constant('fail' as const), with: fc.constantFrom('unreachable' as const, 'lost' as const) }),
      fc.record({ do: fc.constant('wake' as const), tab: fc.nat(2) }),
      fc.record({ do: fc.constant('reload' as const), tab: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const browser = new Browser();
        const tabs = [await browser.open(), await browser.open(), await browser.open()];
        const sent = { a: [] as string[], b: [] as string[] };
        for (const [index, action] of steps.entries()) {
          if (action.do === 'fail') browser.api.answers.push(action.with);
          else if (action.do === 'reload') tabs[action.tab] = await browser.open();
          else if (action.do === 'wake') await tabs[action.tab]?.wake();
          else {
            await tabs[action.tab]?.add(action.request, { text: `${index}` });
            sent[action.request].push(`${index}`);
          }
        }
        browser.api.answers = [];
        const last = await browser.open();
        await last.wake();

        expect(browser.api.texts.get('a') ?? []).toEqual(sent.a);
        expect(browser.api.texts.get('b') ?? []).toEqual(sent.b);
        expect(browser.store.kept.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('lets the following messages wait behind a refused one', async () => {
    const browser = new Browser();
    browser.api.answers = ['refused'];
    const outbox = await browser.open();
    const first = await outbox.add('a', { text: '1' });
    await outbox.add('a', { text: '2' });
    await outbox.wake();
    expect(outbox.entriesOf('a').map(({ state, refusal }) => [state, refusal?.code])).toEqual([
      ['refused', 'request_closed'],
      ['waiting', undefined],
    ]);

    await outbox.retry(first.id);
    await outbox.wake();

    expect(browser.api.texts.get('a')).toEqual(['1', '2']);
    expect(outbox.entriesOf('a')).toEqual([]);
  });

  it('sends what is behind a discarded message', async () => {
    const browser = new Browser();
    browser.api.answers = ['refused'];
    const outbox = await browser.open();
    const first = await outbox.add('a', { text: '1' });
    await outbox.add('a', { text: '2' });
    await outbox.wake();

    expect((await outbox.discard(first.id))?.message.text).toBe('1');
    await outbox.wake();

    expect(browser.api.texts.get('a')).toEqual(['2']);
  });

  it('asks before it sends what has waited for more than ten minutes', async () => {
    const browser = new Browser();
    browser.api.answers = ['unreachable'];
    const outbox = await browser.open();
    const entry = await outbox.add('a', { text: '1' });
    await outbox.wake();
    browser.time += askAfterMs + 1;
    const reloaded = await browser.open();
    await reloaded.wake();
    expect(reloaded.entriesOf('a')[0]?.state).toBe('asking');
    expect(browser.api.texts.size).toBe(0);

    await reloaded.retry(entry.id);
    await reloaded.wake();

    expect(browser.api.texts.get('a')).toEqual(['1']);
  });

  it('forgets a message whose frame came before its answer', async () => {
    const browser = new Browser();
    browser.api.answers = ['lost'];
    const outbox = await browser.open();
    const entry = await outbox.add('a', { text: '1' });
    await outbox.wake();

    await outbox.confirm(entry.id);

    expect(outbox.entriesOf('a')).toEqual([]);
    expect(browser.store.kept.size).toBe(0);
  });

  it('refuses a message that cannot be kept', async () => {
    const browser = new Browser();
    const store = browser.store.tab();
    const outbox = await Outbox.open({
      store: { ...store, put: () => Promise.reject(new Error('quota')) },
      deliver: browser.api.deliver,
      exclusively: (_, work) => work(),
      now: () => 0,
      newId: randomUUID,
    });

    await expect(outbox.add('a', { text: '1' })).rejects.toThrow('quota');

    expect(outbox.entriesOf('a')).toEqual([]);
  });

  it('sends what is added while the lock of the former message is being given back', async () => {
    const browser = new Browser();
    let giveBack = () => {};
    const outbox = await Outbox.open({
      store: browser.store.tab(),
      deliver: browser.api.deliver,
      exclusively: async (_, work) => {
        await work();
        await new Promise<void>((resolve) => {
          giveBack = resolve;
        });
      },
      now: () => browser.time,
      newId: randomUUID,
    });
    await outbox.add('a', { text: '1' });
    await settled();
    await outbox.add('a', { text: '2' });
    giveBack();
    await settled();

    expect(browser.api.texts.get('a')).toEqual(['1', '2']);
  });

  it('goes on after its store has failed', async () => {
    const browser = new Browser();
    const store = browser.store.tab();
    let fails = true;
    const outbox = await Outbox.open({
      store: { ...store, get: async (id) => (fails ? Promise.reject(new Error('closed')) : store.get(id)) },
      deliver: browser.api.deliver,
      exclusively: (_, work) => work(),
      now: () => browser.time,
      newId: randomUUID,
    });
    await outbox.add('a', { text: '1' });
    await settled();
    fails = false;
    await outbox.wake();

    expect(browser.api.texts.get('a')).toEqual(['1']);
  });
});

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('whether a message was sent', () => {
  it('is said once the API has taken it', async () => {
    const browser = new Browser();
    const outbox = await browser.open();
    const { id } = await outbox.add('r', { text: 'one' });

    expect(await outbox.whenSent(id)).toBe(true);
    expect(browser.api.texts.get('r')).toEqual(['one']);
  });

  it('is said by the frame that shows it, where the answer was lost', async () => {
    const browser = new Browser();
    browser.api.answers = ['lost'];
    const outbox = await browser.open();
    const { id } = await outbox.add('r', { text: 'one' });
    const sent = outbox.whenSent(id);
    await outbox.confirm(id);

    expect(await sent).toBe(true);
  });

  it('is no when the API refuses it, and when it is taken back', async () => {
    const browser = new Browser();
    browser.api.answers = ['refused', 'unreachable'];
    const outbox = await browser.open();
    const refused = await outbox.add('r', { text: 'one' });
    expect(await outbox.whenSent(refused.id)).toBe(false);

    const waiting = await outbox.add('other', { text: 'two' });
    const sent = outbox.whenSent(waiting.id);
    await outbox.discard(waiting.id);
    expect(await sent).toBe(false);
  });
});
