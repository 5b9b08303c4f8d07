import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = new Map(
  readdirSync(join(root, 'docs/contract')).map((name) => [
    name.slice(0, 2),
    readFileSync(join(root, 'docs/contract', name), 'utf8'),
  ]),
);

/** Every .ts file of the repository's own that comments may stand in. */
function sources(): string[] {
  return ['apps', 'packages', 'bench', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/(^|\/)(node_modules|generated|dist)\//.test(path))
      .map((path) => join(root, folder, path)),
  );
}

/** `contract 20 section 4.1`, `contracts 21 and 50`, `contract 50 sections 3.3 and 3.4`; a citation may go over a line's end. */
const citation =
  /\bcontracts? (\d{2})(?:\s+(?:\*\s+)?sections? (\d+(?:\.\d+)*)(?:(?:,| and| to) (\d+(?:\.\d+)*)\b(?! section))?)?/g;

function citationsIn(path: string): { path: string; document: string; section: string | undefined }[] {
  const text = readFileSync(path, 'utf8').replace(/\n\s*(\*|\/\/) /g, ' ');
  return [...text.matchAll(citation)].flatMap(([, document = '', ...sections]) => {
    const named = sections.filter((section) => section !== undefined);
    return (named.length > 0 ? named : [undefined]).map((section) => ({
      path: path.slice(root.length),
      document,
      section,
    }));
  });
}

function headingsOf(document: string): Set<string> {
  return new Set([...document.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.?\s/gm)].map(([, number = '']) => number));
}

it('has every section of the contract that a comment cites', () => {
  const citations = sources().flatMap(citationsIn);
  expect(citations.length).toBeGreaterThan(300);

  const missing = citations.filter(({ document, section }) => {
    const text = documents.get(document);
    return text === undefined || (section !== undefined && !headingsOf(text).has(section));
  });
  expect(missing).toEqual([]);
});
