import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { loaderBesideParts } from './build/loader.ts';
import { plainImports } from './build/plain-imports.ts';

const target = 'es2022';

export default defineConfig({
  plugins: [plainImports(), loaderBesideParts(target)],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Leaves the hooks of the signals devtools out of the bundle, whose size is limited.
  define: { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'false' },
  build: {
    target,
    // A preload would add an element to a customer's page.
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: {
      input: {
        panel: fileURLToPath(new URL('src/main.tsx', import.meta.url)),
        callout: fileURLToPath(new URL('src/callout/main.ts', import.meta.url)),
      },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash].[ext]',
      },
    },
  },
});
