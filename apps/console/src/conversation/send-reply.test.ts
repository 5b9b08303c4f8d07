import type { Draft } from './drafts.ts';
import type { OutgoingMessage } from './outbox.ts';
import { draftOf, sendReply } from './send-reply.ts';

const file = (name: string, type: string) => ({
  name,
  type,
  size: 5,
  filename: `https://shop.example/${name}`,
  downloadURL: `https://shop.example/${name}`,
});
const draft: Draft = {
  text: 'See these',
  mode: 'reply',
  mentions: [],
  files: [file('a.png', 'image/png'), file('b.pdf', 'application/pdf')],
  editedAt: 1,
};

function taken() {
  const restored: Draft[] = [];
  let finished = 0;
  return {
    draft,
    finish: async () => {
      finished += 1;
    },
    restore: (unsent: Draft) => void restored.push(unsent),
    outcome: () => ({ finished, restored }),
  };
}

describe('sendReply', () => {
  it('puts each file, then the text, into the outbox', async () => {
    const one = taken();
    const added: OutgoingMessage[] = [];
    await sendReply(one, async (message) => added.push(message));

    expect(added.map(({ type, text }) => [type, text])).toEqual([
      ['image', ''],
      ['file', 'b.pdf'],
      [undefined, 'See these'],
    ]);
    expect(one.outcome()).toEqual({ finished: 1, restored: [] });
  });

  it('leaves in the composer what the outbox could not keep, and nothing that it has', async () => {
    const one = taken();
    const full = new Error('The disk is full.');
    const sending = sendReply(one, async ({ text }) => {
      if (text === 'b.pdf') throw full;
    });

    await expect(sending).rejects.toBe(full);
    expect(one.outcome()).toEqual({ finished: 0, restored: [{ ...draft, text: '', files: [draft.files[1]] }] });
  });

  it('says that a text is micro-language only where the switch was on, also when it is edited again', async () => {
    const added: OutgoingMessage[] = [];
    for (const isMicro of [undefined, false, true])
      await sendReply({ ...taken(), draft: { ...draft, files: [], isMicro } }, async (message) => added.push(message));

    expect(added.map(({ attributes }) => attributes)).toEqual([undefined, undefined, { microlanguage: true }]);
    expect(added.map((message) => draftOf(message).isMicro)).toEqual([undefined, undefined, true]);
  });

  it('is undone by editing a message that was refused', async () => {
    const added: OutgoingMessage[] = [];
    await sendReply(taken(), async (message) => added.push(message));

    expect(added.map(draftOf)).toEqual([
      { text: '', files: [draft.files[0]] },
      { text: '', files: [draft.files[1]] },
      { text: 'See these', files: [] },
    ]);
  });
});
