import { fileURLToPath } from 'node:url';

import { build, type Plugin } from 'vite';

/**
 * Builds the loader beside the parts, as a classic script under a name that stays, once the names of the parts are known.
 * @param target browsers, as for the parts
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
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __PARTS__: JSON.stringify(Object.fromEntries(entries)) },
        build: {
          target,
          outDir: dir,
          emptyOutDir: false,
          lib: {
            entry: fileURLToPath(new URL('../src/loader/main.ts', import.meta.url)),
            formats: ['iife'],
            name: 'parleyLoader',
            fileName: () => 'widget.js',
          },
        },
      });
    },
  };
}
