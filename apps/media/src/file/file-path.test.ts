import { folderOf, pathsIn, readPath, unencodedPath } from './file-path.ts';

const uuid = '0b6f1c2e-7a41-4c59-9d1e-2f3a4b5c6d7e';
const folder = `uploads/users/64f0aa/files/${uuid}/`;
const names = ['a_b.png', 'résumé.pdf', 'фото.jpg', '😀.gif', 'a(1).png', "it's.txt", 'x'];

describe.each(names)('the path of %s', (name) => {
  const path = folder + name;

  it.each([
    ['raw', path],
    ['encodeURI', encodeURI(path)],
    ['encodeURIComponent', encodeURIComponent(path)],
    ['encoded twice', encodeURIComponent(encodeURIComponent(path))],
    ['encoded three times', encodeURIComponent(encodeURIComponent(encodeURIComponent(path)))],
    ['in lower-case hex', encodeURIComponent(path).replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())],
  ])('is read when sent %s', (_how, sent) => {
    expect(readPath(sent)).toBe(path);
  });

  it('is found where a message refers to it', () => {
    const text = `see https://api.example/v3/files?path=${encodeURIComponent(path)}&x=1 and "/v3/images?path=${path}"`;
    expect(pathsIn(text)).toContain(path);
  });

  it('is read from an address that does not encode it', () => {
    const url = Buffer.from(`/v3/files?path=${path}`, 'utf8').toString('latin1');
    expect(unencodedPath(url) ?? new URL(url, 'http://x').searchParams.get('path')).toBe(path);
  });
});

it.each(['files', 'images'])('reads paths of public %s, as imported files have them', (kind) => {
  const path = `uploads/public/${kind}/${uuid}/a.png`;
  expect(readPath(path)).toBe(path);
  expect(pathsIn(`https://api.example/v3/files?path=${encodeURIComponent(path)}`)).toContain(path);
});

it.each([
  '../../etc/passwd',
  'uploads/../../x',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc',
  '..%252f..%252fetc',
  '%c0%ae%c0%ae/etc/passwd',
  '....//....//etc/passwd',
  '..\\..\\etc',
  '/etc/passwd',
  'file:///etc/passwd',
  'C:\\windows',
  `${folder}../../x`,
  `${folder}`,
  `/${folder}a.png`,
  `${folder}a.png/`,
  `${folder}/a.png`,
  `${folder}a\u0000.png`,
  `${folder}a%00.png`,
  `uploads/users/../files/${uuid}/a.png`,
  `uploads/users/x/files/${uuid.toUpperCase()}/a.png`,
  'uploads/users/64f0aa/images/photo.jpg',
  '%',
  '%E0%A4%A',
  '',
])('takes %j for no path', (sent) => {
  expect(readPath(sent)).toBeUndefined();
});

it.each(['../../x', 'a/b', '.', '..', '.hidden', '', 'ä', 'a\u0000b'])(
  'makes one segment of the user id %j',
  (userId) => {
    const made = folderOf({ folder: 'files', userId, uuid });
    expect(made).toMatch(/^uploads\/users\/[A-Za-z0-9_@-][A-Za-z0-9._@-]*\/files\/[^/]+\/$/);
    expect(readPath(`${made}x.png`)).toBe(`${made}x.png`);
  },
);

it('finds at most 20 paths in a message', () => {
  const many = Array.from({ length: 30 }, (_, index) => `${folder}${index}.png`).join(' ');
  expect(pathsIn(many)).toHaveLength(20);
});
