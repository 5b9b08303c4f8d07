// Fails when a room of the console or the widget imports one above it, or when files import each other in a circle. Types count: what
// a file knows is what it imports. dependency-cruiser cannot parse JSX with swc, so this reads the import lines.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Rooms from the bottom to the top; a room may import its own level and those below. A file may be named apart from its room. Each
 * README explains its rooms. `joints` belong to a low room and connect those above: what screens share, and where it is opened.
 */
const apps = {
  'apps/console': {
    levels: [
      ['ui', 'app', 'worker'],
      ['transfer', 'welcome'],
      [
        'inbox',
        'conversation',
        'schedule',
        'hold',
        'merge',
        'new-conversation',
        'notifications',
        'keyboard',
        'condition',
        'action',
        'macro',
      ],
      ['contact', 'contact-import', 'segment', 'service-level', 'rule', 'mailbox', 'sign-in', 'webhook'],
      ['account', 'analytics', 'bot', 'entrance', 'settings', 'team', 'kit'],
      ['palette'],
      ['app/open-workplace', 'app/router', 'app/shell', 'app/tab-mark'],
      ['main'],
    ],
    joints: ['app/connection', 'app/pages', 'app/storage', 'app/workplace'],
  },
  'apps/widget': {
    levels: [
      ['ui'],
      ['texts'],
      ['loader'],
      ['callout', 'preview', 'visit'],
      ['panel'],
      ['bot', 'form', 'home'],
      ['conversation'],
      ['frame'],
      ['talk'],
      ['main'],
    ],
    joints: [],
  },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const faults = Object.entries(apps).flatMap(([app, rooms]) => {
  const imports = importsOf(join(root, app, 'src'));
  return [...wrongWays(imports, rooms), ...circlesOf(imports)].map((fault) => `  ${app}/src: ${fault}`);
});
if (faults.length > 0) {
  console.error(`Rooms import from the bottom to the top:\n${faults.join('\n')}`);
  process.exitCode = 1;
}

/** By file: the files of the same application that it imports. Tests may import anything. */
function importsOf(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  return new Map(
    files.map((file) => {
      const found = readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
      const paths = [...found].map(([, path]) => relative(folder, join(folder, dirname(file), path)));
      return [file, paths.filter((path) => /\.tsx?$/.test(path))];
    }),
  );
}

function wrongWays(imports, { levels, joints }) {
  const levelOf = (file) => {
    const own = levels.findIndex((names) => names.includes(bare(file)));
    return own < 0 ? levels.findIndex((names) => names.includes(bare(file).split('/')[0])) : own;
  };
  const known = new Set([...imports.keys()].flatMap((file) => [bare(file), bare(file).split('/')[0]]));
  const gone = [...levels.flat(), ...joints].filter((name) => !known.has(name)).map((name) => `${name} does not exist`);
  const wrong = [...imports].flatMap(([file, paths]) => {
    if (levelOf(file) < 0) return [`${file} is in no room`];
    const above = joints.includes(bare(file)) ? [] : paths.filter((path) => levelOf(path) > levelOf(file));
    return above.map((path) => `${file} imports ${path}, which stands above it`);
  });
  return [...gone, ...wrong];
}

function bare(file) {
  return file.replace(/\.tsx?$/, '');
}

/** The first circle from each file that stands in one. */
function circlesOf(imports) {
  const done = new Set();
  const circles = [];
  const visit = (file, trail) => {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const path of imports.get(file) ?? []) visit(path, [...trail, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
