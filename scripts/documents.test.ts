import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(path, 'utf8');

/** Documents of the repository: those at its top, in `docs`, and the README of each app and package. */
function documents(): string[] {
  const named = (folder: string, options = {}) =>
    readdirSync(join(root, folder), { encoding: 'utf8', ...options }).map((path) => join(root, folder, path));
  const readmes = [...named('apps'), ...named('packages')].map((folder) => join(folder, 'README.md'));
  return [...named('.'), ...named('docs', { recursive: true }), ...readmes].filter(
    (path) => path.endsWith('.md') && existsSync(path),
  );
}

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Links of a document to files of the repository that are not there, or to headings that their file does not have. */
function brokenLinks(path: string): string[] {
  const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^(https?|mailto)/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : resolve(dirname(path), file);
    if (!existsSync(target)) return true;
    const headings = [...(anchor === undefined ? '' : read(target)).matchAll(/^#+ (.+)$/gm)];
    return anchor !== undefined && !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
  });
}

it('every link between documents leads to a file and a heading that exist', () => {
  const broken = documents().map((path) => [path.slice(root.length), brokenLinks(path)] as const);
  expect(broken.length).toBeGreaterThan(30);
  expect(broken.filter(([, links]) => links.length > 0)).toEqual([]);
});

it('every place that the glossary names exists', () => {
  const glossary = read(join(root, 'docs/concepts.md')).split('## Glossary')[1] ?? '';
  const places = [...glossary.matchAll(/`((?:apps|packages|proto)\/[^`*]+)`/g)].map(([, place = '']) => place);
  expect(places.length).toBeGreaterThan(50);
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

it('the glossary has each term once, in the order of the alphabet', () => {
  const glossary = read(join(root, 'docs/concepts.md')).split('## Glossary')[1] ?? '';
  const tables = glossary.split('### ').slice(1);
  const terms = tables.map((table) =>
    [...table.matchAll(/^\| ([^|]+) \|/gm)].slice(2).map(([, term = '']) => term.replaceAll('`', '').toLowerCase()),
  );
  for (const list of terms) expect(list).toEqual(list.toSorted((one, other) => one.localeCompare(other, 'en')));
  expect(new Set(terms.flat()).size).toBe(terms.flat().length);
});
