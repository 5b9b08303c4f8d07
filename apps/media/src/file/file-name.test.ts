import { dispositionOf, extensionOf, sentNameOf, storedNameOf } from './file-name.ts';

describe('a stored name', () => {
  it.each([
    ['a b.png', 'a_b.png'],
    ['a+b.png', 'a_b.png'],
    ['100%.png', '100_.png'],
    ['a&b#c.png', 'a_b_c.png'],
    ['re\u0301sume\u0301.pdf', 'résumé.pdf'],
    ['фото.jpg', 'фото.jpg'],
    ['😀.gif', '😀.gif'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\x.txt', 'x.txt'],
    ['a\u202egnp.exe.png', 'a_gnp.exe.png'],
    ['a\r\nSet-Cookie: x.png', 'a__Set-Cookie__x.png'],
    ['a\u0000b.png', 'a_b.png'],
    ['trailing...', 'trailing'],
    ['\ud800.png', '_.png'],
  ])('%j is stored as %j', (sent, stored) => {
    expect(storedNameOf(sent)).toBe(stored);
  });

  it.each(['x', 'é', '😀'])('of 300 times %s keeps its extension within 120 characters and 200 bytes', (character) => {
    const name = storedNameOf(`${character.repeat(300)}.jpeg`);
    expect([...name].length).toBeLessThanOrEqual(120);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^(x|é|😀)+\.jpeg$/u);
  });

  it('is made of a megabyte of dots as fast as it is read', () => {
    expect(storedNameOf(`a${'.'.repeat(1_000_000)}b`)).toMatch(/^a\.+b$/);
    expect(extensionOf(`a${'. '.repeat(500_000)}b`)).toBe(' b');
  });

  it('does not end in a dot where it was cut', () => {
    expect(storedNameOf(`${'x'.repeat(119)}.${'y'.repeat(40)}`)).toBe('x'.repeat(119));
  });

  it('survives being put into a URL unencoded, and being decoded again', () => {
    for (let code = 0; code < 0x3000; code++) {
      const name = storedNameOf(`a${String.fromCodePoint(code)}b`);
      expect(decodeURIComponent(name)).toBe(name);
      expect(new URL(`http://x/?path=${name}&next=1`).searchParams.get('path')).toBe(name);
    }
  });
});

describe('the name of a download', () => {
  it.each([
    ['a b+c%.png', 'a b+c%.png'],
    ['dir/фото.jpg', 'фото.jpg'],
    ['a\r\nb\u0007.png', 'ab.png'],
    ['\u202eabc.png', 'abc.png'],
    ['', 'file'],
  ])('of %j is %j', (sent, name) => {
    expect(sentNameOf(sent)).toBe(name);
  });

  it('has at most 255 characters', () => {
    expect(sentNameOf(`${'x'.repeat(400)}.pdf`)).toHaveLength(255);
  });

  it('stands in the header quoted and encoded', () => {
    expect(dispositionOf('attachment', 'a "b"\\ фото.jpg')).toBe(
      `attachment; filename="a \\"b\\"\\\\ ????.jpg"; filename*=UTF-8''a%20%22b%22%5C%20%D1%84%D0%BE%D1%82%D0%BE.jpg`,
    );
  });
});

it.each([
  ['evil.jpg.exe', 'exe'],
  ['evil.EXE', 'exe'],
  ['evil.exe. ', 'exe'],
  ['evil.exe::$DATA', 'exe'],
  ['evil.exe\u200b', 'exe'],
  ['.hta', 'hta'],
  ['plain', ''],
])('reads the extension of %j as %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
