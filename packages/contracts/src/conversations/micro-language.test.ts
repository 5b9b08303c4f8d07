import { parseMicroLanguage } from './micro-language.ts';

const src = 'https://x.example/a.png';

describe('media', () => {
  it.each([
    [`\\image:${src}`, 'image', { src, width: 200, height: 200 }],
    [`\\image:640-480:${src}`, 'image', { src, width: 640, height: 480 }],
    [`tdImage:${src}`, 'image', { src }],
    [`tdImage,w300:${src}`, 'image', { src, width: 300 }],
    [`tdImage,w300 h150:${src}`, 'image', { src, width: 300, height: 150 }],
    [`tdFrame,w300 h150:${src}`, 'frame', { src, width: 300, height: 150 }],
    [`tdVideo:${src}`, 'frame', { src, type: 'video' }],
    [
      'tdVideo,w3 h4:https://www.youtube.com/watch?v=abc_-9&t=1',
      'frame',
      { src: 'https://www.youtube.com/embed/abc_-9', type: 'video', width: 3, height: 4 },
    ],
  ])('is read from the tag %s', (tag, type, metadata) => {
    expect(parseMicroLanguage(`Look\n${tag}\nhere`)).toEqual({ text: 'Look\n\nhere', type, metadata, buttons: [] });
  });

  it.each([`see \\image:${src}`, '\\image:javascript:alert(1)', 'tdFrame:ftp://x.example', '\\image:/relative.png'])(
    'leaves %s as text',
    (text) => {
      expect(parseMicroLanguage(text)).toEqual({ text, buttons: [] });
    },
  );

  it('takes the first one and leaves the others as text', () => {
    expect(parseMicroLanguage(`tdImage:${src}\ntdImage:${src}2`)).toMatchObject({
      metadata: { src },
      text: `tdImage:${src}2`,
    });
  });
});

describe('buttons', () => {
  it.each([
    ['* Yes', { type: 'text', value: 'Yes' }],
    ['*   Yes, please ', { type: 'text', value: 'Yes, please' }],
    ['* Buy tdAction:buy', { type: 'action', value: 'Buy', action: 'buy', show_echo: false }],
    ['* Buy tdActionShowEcho:buy', { type: 'action', value: 'Buy', action: 'buy', show_echo: true }],
    ['* Buy tdIntent:buy a car', { type: 'action', value: 'Buy', action: 'buy a car', show_echo: true }],
    ['* Buy tdIntentNoEcho:buy', { type: 'action', value: 'Buy', action: 'buy', show_echo: false }],
    ['* Site https://x.example', { type: 'url', value: 'Site', link: 'https://x.example', target: 'blank' }],
    ['* Site < https://x.example', { type: 'url', value: 'Site', link: 'https://x.example', target: 'parent' }],
    ['* Site > https://x.example', { type: 'url', value: 'Site', link: 'https://x.example', target: 'self' }],
    ['* Go tdAction:https://x.example', { type: 'action', value: 'Go', action: 'https://x.example', show_echo: false }],
  ])('are read from the line %s', (line, button) => {
    expect(parseMicroLanguage(`Choose:\n${line}`)).toEqual({ text: 'Choose:', buttons: [button] });
  });

  it.each(['*Yes', ' * Yes', '*', 'a * b'])('leaves %s as text', (text) => {
    expect(parseMicroLanguage(`x\n${text}`).buttons).toEqual([]);
  });

  it('takes at most 50', () => {
    const { buttons, text } = parseMicroLanguage(Array.from({ length: 60 }, (_, index) => `* ${index}`).join('\n'));
    expect(buttons).toHaveLength(50);
    expect(text.split('\n')).toHaveLength(10);
  });
});

it.each(['\\webhook', '\\webhook:https://x.example'])('drops the line %s', (line) => {
  expect(parseMicroLanguage(`a\n${line}\nb`).text).toBe('a\nb');
});

it.each(['*', '* ', '\\image:', 'tdVideo', 'tdImage,w', ' tdAction:', '\\image:https://x', '* a <', '* \n'])(
  'reads a text of nothing but %j to its end',
  (piece) => {
    // Sixty times the longest message: a pattern that looks back again and again would outlast the test.
    const text = piece.repeat(Math.ceil(4_000_000 / piece.length));
    expect(parseMicroLanguage(text).text.length).toBeLessThanOrEqual(text.length);
  },
);
