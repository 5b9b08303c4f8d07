// Completes package-lock.json with the builds for other platforms. A registry mirror that carries only the
// platforms that were asked for makes npm leave the others out, and `npm ci` then refuses the lock everywhere.
// The version is the one the package itself asks for, the platform is read from the name; npm adds the integrity
// on the first machine of that platform. `--check` only says what is missing, with exit code 1.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// What a word of the name means to npm, by what it is about.
const WORDS = {
  os: { ...itself('win32', 'darwin', 'linux', 'android', 'freebsd', 'openharmony'), windows: 'win32' },
  cpu: { ...itself('x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64'), 64: 'x64', armv7: 'arm' },
  libc: { gnu: 'glibc', musl: 'musl', musleabihf: 'musl' },
};

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = new Map(
  Object.values(lock.packages)
    .flatMap((entry) =>
      Object.entries(entry.optionalDependencies ?? {}).map(([name, version]) => [name, version, entry.dev]),
    )
    .filter(([name]) => !isLocked(name))
    .map(([name, version, dev]) => [
      `node_modules/${name}`,
      { version, ...platformOf(name), ...(dev && { dev }), optional: true },
    ]),
);

/** What a merge of two locks has lost: `npm ci` takes such a lock, and what is missing is noticed when it is needed. */
const lost = [
  ...new Set(Object.values(lock.packages).flatMap((entry) => Object.keys(entry.dependencies ?? {}))),
].filter((name) => !isLocked(name));

if (process.argv.includes('--check')) {
  if (lost.length)
    console.error(`package-lock.json lacks ${lost.join(', ')}.\nTake out of it what needs them, and run: npm install`);
  if (missing.size)
    console.error(`package-lock.json lacks ${[...missing.keys()].join(', ')}.\nRun: node scripts/complete-lock.mjs`);
  process.exitCode = missing.size || lost.length ? 1 : 0;
} else if (missing.size) {
  const places = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries(places.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

function isLocked(name) {
  return Object.keys(lock.packages).some((where) => where.endsWith(`node_modules/${name}`));
}

function platformOf(name) {
  const words = name.split(/[-/]/);
  const named = Object.entries(WORDS).map(([about, known]) => [about, words.flatMap((word) => known[word] ?? [])]);
  return Object.fromEntries(named.filter(([, values]) => values.length));
}

function itself(...words) {
  return Object.fromEntries(words.map((word) => [word, word]));
}
