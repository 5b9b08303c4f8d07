import fc from 'fast-check';

import { type Draft, type DraftStore, Drafts, keptForMs, type TakenDraft } from './drafts.ts';

class Browser {
  readonly kept = new Map<string, Draft>();
  readonly #tabs = new Set<(requestId: string) => void>();
  time = 1;
  /** Of the store: what it writes is written once this is. */
  writing = Promise.resolve();

  async open(): Promise<Drafts> {
    return Drafts.open({ store: this.#store(), now: () => this.time });
  }

  async pass(ms: number): Promise<void> {
    this.time += ms;
    await settled();
  }

  #store(): DraftStore {
    let own: ((requestId: string) => void) | undefined;
    const tell = (requestId: string) => {
      for (const listener of this.#tabs) if (listener !== own) listener(requestId);
    };
    return {
      load: async () => structuredClone([...this.kept]),
      get: async (requestId) => structuredClone(this.kept.get(requestId)),
      put: async (requestId, draft) => {
        await this.writing;
        this.kept.set(requestId, structuredClone(draft));
        tell(requestId);
      },
      remove: async (requestId) => {
        if (this.kept.delete(requestId)) tell(requestId);
      },
      onChange: (listener) => {
        own = listener;
        this.#tabs.add(listener);
        return () => this.#tabs.delete(listener);
      },
    };
  }
}

describe('Drafts', () => {
  it('keeps the newest words of each request over switching, reloads and two tabs', async () => {
    const requests = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constant('type' as const), fc.constantFrom(...requests), fc.nat(1)) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('send' as const), fc.constantFrom(...requests), fc.nat(1)) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('reload' as const), fc.constant(''), fc.nat(1)) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const browser = new Browser();
        const tabs = [await browser.open(), await browser.open()];
        const words = new Map<string, string>();
        for (const [index, [action, requestId, tab]] of steps.entries()) {
          const drafts = tabs[tab];
          if (action === 'reload') {
            await drafts?.flush();
            tabs[tab] = await browser.open();
          } else if (action === 'send') {
            await drafts?.take(requestId)?.finish();
            words.delete(requestId);
          } else {
            drafts?.focus(requestId);
            drafts?.edit(requestId, { text: `${requestId} ${index}` });
            words.set(requestId, `${requestId} ${index}`);
            await browser.pass(300);
            drafts?.blur(requestId);
          }
          await settled();
        }

        const fresh = await browser.open();
        for (const drafts of [...tabs, fresh])
          for (const requestId of requests) expect(drafts.of(requestId).text).toBe(words.get(requestId) ?? '');
      }),
      { numRuns: 200 },
    );
  });

  it('is kept at each keystroke, and what is written meanwhile as soon as the store has written', async () => {
    const browser = new Browser();
    const drafts = await browser.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    browser.writing = promise;
    for (const text of ['H', 'He', 'Hello']) drafts.edit('a', { text });
    await settled();
    expect(browser.kept.size).toBe(0);

    resolve();
    await settled();
    expect(browser.kept.get('a')?.text).toBe('Hello');

    browser.writing = Promise.withResolvers<void>().promise;
    drafts.edit('a', { text: 'Hello ' });
    drafts.edit('a', { text: 'Hello World' });
    browser.writing = Promise.resolve();
    void drafts.flush();
    await settled();

    expect(browser.kept.get('a')?.text).toBe('Hello World');
  });

  it('does not overwrite a composer in use', async () => {
    const browser = new Browser();
    const [here, there] = [await browser.open(), await browser.open()];
    here.edit('a', { text: 'mine' });
    await browser.pass(250);
    here.focus('a');
    there.edit('a', { text: 'theirs' });
    await browser.pass(250);
    expect(here.of('a').text).toBe('mine');

    here.blur('a');
    await settled();

    expect(here.of('a').text).toBe('theirs');
  });

  it('goes when emptied, and after thirty days', async () => {
    const browser = new Browser();
    const drafts = await browser.open();
    drafts.edit('a', { text: 'x' });
    drafts.edit('b', { text: 'y' });
    drafts.edit('a', { text: ' ' });
    await browser.pass(250);
    expect([...browser.kept.keys()]).toEqual(['b']);

    browser.time += keptForMs + 1;

    expect((await browser.open()).size).toBe(0);
    expect(browser.kept.size).toBe(0);
  });

  it('gives a draft away once, however often it is sent, and keeps what is written meanwhile', async () => {
    const step = fc.constantFrom('type', 'take', 'finish', 'fail', 'pass', 'other tab', 'reload');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const browser = new Browser();
        let [drafts, other] = [await browser.open(), await browser.open()];
        let underWay: TakenDraft[] = [];
        const sent: string[] = [];
        const written: string[] = [];
        drafts.focus('a');
        for (const [index, action] of steps.entries()) {
          const first = underWay[0];
          if (action === 'type') {
            written.push(`w${index}`);
            drafts.edit('a', { text: `${drafts.of('a').text} w${index}` });
          } else if (action === 'take') underWay.push(...[drafts.take('a'), drafts.take('a')].filter((one) => !!one));
          else if (action === 'pass') await browser.pass(300);
          else if (action === 'other tab') {
            other.edit('b', { text: `b${index}` });
            await other.flush();
          } else if (action === 'reload') {
            // The page is gone while messages are on their way: none of them had reached the outbox.
            await drafts.flush();
            drafts = await browser.open();
            other = await browser.open();
            underWay = [];
          } else if (first) {
            underWay.shift();
            if (action === 'finish') {
              sent.push(first.draft.text);
              await first.finish();
            } else first.restore(first.draft);
          }
          browser.time += 1;
          await settled();
        }

        for (const { draft, finish } of underWay) {
          sent.push(draft.text);
          await finish();
        }
        await drafts.flush();
        const wordsOf = (texts: string[]) => texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
        expect(wordsOf([...sent, drafts.of('a').text]).sort()).toEqual([...written].sort());
        const fresh = await browser.open();
        expect(fresh.of('a').text).toBe(drafts.of('a').text);
      }),
      { numRuns: 300 },
    );
  });

  it('is not brought back by another tab while it is being sent', async () => {
    const browser = new Browser();
    const [here, there] = [await browser.open(), await browser.open()];
    here.edit('a', { text: 'Hello' });
    await browser.pass(250);
    const taken = here.take('a');
    there.edit('a', { text: 'Hello' });
    await there.flush();
    await settled();
    expect(here.of('a').text).toBe('');

    await taken?.finish();
    await settled();

    expect(here.of('a').text).toBe('Hello');
    expect(browser.kept.get('a')?.text).toBe('Hello');
  });

  it('leaves the composer in the mode of a note, and joins a note with nothing that a visitor sees', async () => {
    const drafts = await new Browser().open();
    drafts.edit('a', { mode: 'note' });
    expect(drafts.of('a').mode).toBe('note');
    expect(drafts.size).toBe(0);

    drafts.edit('a', { text: 'Be careful' });
    const note = drafts.take('a');
    expect(drafts.of('a').mode).toBe('note');
    drafts.edit('a', { mode: 'reply', text: 'Dear Vera' });
    note?.restore(note.draft);

    expect(drafts.of('a')).toMatchObject({ mode: 'note', text: 'Be careful\nDear Vera' });
  });

  it('holds the switch to micro-language for one message, and for no words that were written without it', async () => {
    const browser = new Browser();
    const drafts = await browser.open();
    drafts.focus('a');
    drafts.edit('a', { isMicro: true });
    await browser.pass(250);
    drafts.blur('a');
    await settled();
    expect(drafts.of('a').isMicro).toBe(true);

    drafts.edit('a', { text: '* Yes' });
    const taken = drafts.take('a');
    expect(drafts.of('a').isMicro).toBeUndefined();
    drafts.edit('a', { text: '* Stars *' });
    taken?.restore(taken.draft);

    expect(drafts.of('a').text).toBe('* Yes\n* Stars *');
    expect(drafts.of('a').isMicro).toBeFalsy();
  });
});

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
