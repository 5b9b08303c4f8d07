import { sharedIn } from './shared-items.ts';
import type { ThreadMessage } from './thread.ts';

const origin = 'https://parley.test';

function message(seq: number, given: Partial<ThreadMessage>): ThreadMessage {
  return {
    ...{ _id: `m${seq}`, seq, sender: 'vera', senderFullname: 'Vera', text: '', type: 'text', attributes: {} },
    ...{ status: 200, createdAt: '2026-01-01T00:00:00.000Z' },
    ...given,
  };
}

const image = (seq: number, src: string) => message(seq, { type: 'image', metadata: { src, name: `${seq}.png` } });
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe('sharedIn', () => {
  it('finds images and files of this installation and links of texts, the newest first', () => {
    const shared = sharedIn(
      [
        message(1, { text: 'See https://shop.example/a and *[the other](https://shop.example/b)*' }),
        image(2, `${origin}/v3/files?path=cat`),
        message(3, { type: 'file', metadata: { src: `${origin}/v3/files?path=bill`, name: 'bill.pdf' } }),
        image(4, `${origin}/v3/files?path=dog`),
        message(5, { text: 'Mail me: ada@example.com' }),
      ],
      origin,
    );
    expect(namesOf(shared.images)).toEqual(['4.png', '2.png']);
    expect(namesOf(shared.files)).toEqual(['bill.pdf']);
    expect(namesOf(shared.links).slice(-2)).toEqual(['shop.example/a', 'shop.example/b']);
  });

  it('takes an image from elsewhere for a link, so that nothing loads it', () => {
    const shared = sharedIn([image(1, 'https://elsewhere.example/cat.png')], origin);
    expect(shared.images).toEqual([]);
    expect(shared.links).toEqual([{ seq: 1, href: 'https://elsewhere.example/cat.png', name: '1.png' }]);
  });

  it('takes nothing that may run', () => {
    const shared = sharedIn(
      [image(1, 'javascript:alert(1)'), message(2, { text: '[x](javascript:alert(1)) [y](data:text/html,z)' })],
      origin,
    );
    expect(shared).toEqual({ images: [], files: [], links: [] });
  });

  it('has each address once, and few of many', () => {
    const text = Array.from({ length: 40 }, (_, index) => `https://shop.example/${index}`).join(' ');
    const shared = sharedIn([message(1, { text }), message(2, { text: 'https://shop.example/1' })], origin);
    expect(shared.links).toHaveLength(10);
    expect(shared.links[0]).toEqual({ seq: 2, href: 'https://shop.example/1', name: 'shop.example/1' });
    expect(new Set(shared.links.map(({ href }) => href)).size).toBe(10);
  });
});
