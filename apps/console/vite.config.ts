import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { compiledCatalogues } from './build/catalogues.ts';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind(), compiledCatalogues()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    // One file of all that every page needs: each further one is a request more before the inbox can be used.
    // Without the module that starts the page: it waits for texts, and what imports from its file would wait for it.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'base', tags: ['$initial'], test: (id) => !id.endsWith('/main.tsx') }] },
      },
    },
  },
});
