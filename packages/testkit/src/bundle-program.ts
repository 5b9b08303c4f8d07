// Bundles the text on standard input, and writes the outcome as JSON. The bundler is native and takes no values of another realm,
// so it cannot run inside of Jest.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { rolldown } from 'rolldown';

const [, , folder = ''] = process.argv;
const source = await text(process.stdin);
const entry = join(folder, 'bundle-entry.ts');
const build = await rolldown({
  input: 'entry',
  platform: 'browser',
  plugins: [
    {
      name: 'entry',
      resolveId: (id: string) => (id === 'entry' ? entry : null),
      load: (id: string) => (id === entry ? source : null),
    },
  ],
  onLog: (_level, log) => {
    throw new Error(log.message);
  },
});
const { output } = await build.generate({ minify: true, comments: false, format: 'esm', codeSplitting: false });
const [{ code, imports, dynamicImports }] = output;
await build.close();
process.stdout.write(JSON.stringify({ code, imports: [...imports, ...dynamicImports] }));
