import { fileURLToPath } from 'node:url';

import { build, type Plugin } from 'vite';

/**
 * Builds the loader beside the parts, as a classic script under a name that stays, once the name of the first part is known.
 * @param target browsers, as for the parts
 */
export function loaderBesideParts(target: string): Plugin {
  return {
    name: 'loader-beside-parts',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry || !dir) throw new Error('The parts have no entry.');
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __PANEL__: JSON.stringify(entry.fileName) },
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
