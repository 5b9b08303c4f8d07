import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { endpoints } from '../test/document.ts';

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

/** The endpoints that a document names: method and path, with every parameter as `:`. */
function endpointsIn(document: string): string[] {
  const named = document.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) `?((?:\/v3|\{[pr]\})[\w/{}-]*)/g);
  return [...named].map(([, method, path = '']) => {
    const whole = path.replace('{p}', '/v3/{id}').replace('{r}', '/v3/{id}/requests/{id}');
    return `${method} ${whole.replace(/\{\w+\}/g, ':').replace(/\/$/, '')}`;
  });
}

it('declares each endpoint that contract 82 names, so that whatever walks the contracts walks it', () => {
  const declared = endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((one) => `${method.toUpperCase()} ${one.replace(/:\w+/g, ':')}`),
  );
  const named = endpointsIn(documents.get('82') ?? '');

  expect(named).toEqual(expect.arrayContaining(['POST /v3/auth/session', 'PUT /v3/:/requests/:/read']));
  expect(named.filter((one) => !declared.includes(one))).toEqual([]);
});

/** Parts of the contract of which only some lines have entries yet. */
const partlyBuilt = ['25', '26', '90'];

/** The numbers of the lines that must hold. */
function linesOf(document: string): string[] {
  const [, lines = ''] = document.split(/^## (?:\d+\. )?Must hold$/m);
  return [...lines.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number);
}

/** By document: the number of each entry, and its text. */
const proofs = new Map(
  readFileSync(join(root, 'docs/contract/must-hold.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => [
      part.slice(0, 2),
      [...part.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number = '', text = '']) => ({ number, text })),
    ]),
);

it('says of each line that must hold which tests prove it, and of what is proven in part what is missing', () => {
  const built = [...documents].filter(([, text]) => linesOf(text).length > 0);
  expect(built.length).toBeGreaterThan(8);

  for (const [name, text] of built) {
    const proven = proofs.get(name)?.map(({ number }) => number);
    const lines = linesOf(text).filter((line) => !partlyBuilt.includes(name) || proven?.includes(line));
    expect([name, proven]).toEqual([name, lines]);
  }
  expect([...proofs.keys()].sort()).toEqual(built.map(([name]) => name).sort());
  const vague = [...proofs].flatMap(([name, lines]) =>
    lines.filter(({ text }) => !/^(?:In part \([^)]+\): )?`/.test(text)).map(({ number }) => `${name}.${number}`),
  );
  expect(vague).toEqual([]);
});

it('names no test that does not exist', () => {
  const entries = [...proofs].flatMap(([name, lines]) => lines.map((line) => ({ name, ...line })));
  const missing = entries.flatMap(({ name, number, text }) => {
    const tests = text.replace(/^In part \([^)]+\): /, '').split(' · ');
    return tests
      .filter((test) => {
        const [, path = '', title = ''] = /^`([^`]+\.(?:test|clients|mesh)\.ts)`: (.+)$/.exec(test) ?? [];
        const file = join(root, path);
        return title === '' || !existsSync(file) || !readFileSync(file, 'utf8').includes(title);
      })
      .map((test) => `${name}.${number}: ${test}`);
  });
  expect(missing).toEqual([]);
});

it('proves each line by a test of the gate, not of the nightly runs alone', () => {
  const nightly = [...proofs].flatMap(([name, lines]) =>
    lines.filter(({ text }) => !/`[^`]+\.test\.ts`: /.test(text)).map(({ number }) => `${name}.${number}`),
  );
  expect(nightly).toEqual([]);
});
