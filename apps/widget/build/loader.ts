import { fileURLToPath } from 'node:url';

import { build, type Plugin } from 'vite';

/**
 * Builds the loader (a classic script) and the console's preview beside the chunks, with fixed names, once the names of the chunks are known.
 * @param target browsers, as for the chunks
 */
export function loaderBesideParts(target: string): Plugin {
  return {
    name: 'loader-beside-parts',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) throw new Error('There is no folder for the loader.');
      const entries = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isEntry ? [[file.name, file.fileName]] : [],
      );
      const add = (source: string, fileName: string, format: 'es' | 'iife') =>
        build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { __PARTS__: JSON.stringify(Object.fromEntries(entries)) },
          build: {
            target,
            outDir: dir,
            emptyOutDir: false,
            lib: {
              entry: fileURLToPath(new URL(`../src/${source}`, import.meta.url)),
              formats: [format],
              name: 'parleyLoader',
              fileName: () => fileName,
            },
          },
        });
      await add('loader/main.ts', 'widget.js', 'iife');
      await add('preview/main.ts', 'preview.js', 'es');
    },
  };
}
