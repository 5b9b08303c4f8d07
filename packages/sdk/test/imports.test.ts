import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the files of a folder import from outside it: packages, and paths. */
function importsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(10);
  const outside = files.flatMap((path) => {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    const named = text.matchAll(
      /^(?:import|export)[^'"`]*? from '([^']+)';$|^import '([^']+)';$|\bimport\('([^']+)'\)/gm,
    );
    return [...named]
      .map(([, ...names]) => names.find((name) => name !== undefined) ?? '')
      .map((name) => (name.startsWith('.') ? resolve(dirname(file), name) : name))
      .filter((name) => !name.startsWith(folder + sep));
  });
  return [...new Set(outside)];
}

it.each(['console', 'widget'])('the %s imports nothing of the mesh but the SDK', (name) => {
  const imports = importsOf(join(root, 'apps', name, 'src'));

  expect(imports.filter((one) => one.startsWith(sep) || one.startsWith('@parley/')).sort()).toEqual(
    imports.filter((one) => /^@parley\/sdk(\/\w+)?$/.test(one)).sort(),
  );
  expect(imports).toContain('@parley/sdk');
});

it('the SDK imports nothing that is outside its folder', () => {
  expect(importsOf(join(root, 'packages/sdk/src'))).toEqual([]);
});
