// Copies what one service needs at run time, and nothing else, out of an installed checkout:
//   node deploy/collect.mjs APP FOLDER
// Its source without tests, the packages that it names as dependencies, and those that they name. Peers come only where
// a package needs them as a dependency: npm would bring the tools of optional ones along.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const root = process.cwd();
const [app, target] = process.argv.slice(2);
const taken = new Set();

/** Tests, and what comes with packages for tools alone; Prisma ships a compiler for each database, in two forms; the database of
 *  countries comes whole and in two parts. */
const ours = /(\.(test|fixture|suite)\.ts|\/(test|jest|prisma\.config\.ts|README\.md))$/;
const theirs =
  /(\.(test\.ts|map|d\.[cm]?ts|md|flow)|_bg\.(mysql|sqlite|sqlserver|cockroachdb)\.[\w.-]+|_bg\.postgresql\.[\w-]+\.js|-ipv[46]\.mmdb)$/;

take(realpathSync(join(root, 'apps', app)));
symlinkSync(join('apps', app, 'src', 'main.ts'), join(target, 'main.ts'));

function take(folder) {
  if (taken.has(folder)) return;
  taken.add(folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  copy(folder);
  for (const name of Object.keys(manifest.dependencies ?? {})) take(found(name, folder));
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    const optional = found(name, folder, true);
    if (optional) take(optional);
  }
}

function copy(folder) {
  const place = relative(root, folder);
  const isOurs = !place.includes('node_modules');
  const skipped = isOurs ? ours : theirs;
  cpSync(folder, join(target, place), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules' && !skipped.test(path.slice(folder.length)),
  });
  const link = join('node_modules', '@parley', basename(folder));
  if (!isOurs || existsSync(join(target, link))) return;
  mkdirSync(join(target, dirname(link)), { recursive: true });
  symlinkSync(join('..', '..', place), join(target, link));
}

/** As Node looks for it: in the nearest `node_modules`. */
function found(name, from, isOptional = false) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return realpathSync(candidate);
  }
  if (isOptional) return undefined;
  throw new Error(`${relative(root, from)} needs ${name}, which is not installed`);
}
