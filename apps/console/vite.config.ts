import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { compiledCatalogues } from './build/catalogues.ts';
import { chartLocale } from './build/chart-locale.ts';
import { shellWorker } from './build/shell-worker.ts';

/** Few files: each further one is a request more before the inbox can be used. */
const groups = [
  // What every page needs. Without the module that starts it: that waits for texts, and what imports from its file would wait for it.
  { name: 'base', priority: 2, tags: ['$initial' as const], test: (id: string) => !id.endsWith('/main.tsx') },
  // What the inbox shares with other parts, in one file and not in one for each icon.
  {
    name: 'inbox-base',
    minShareCount: 2,
    // Without what only parts that come later share.
    test: /\/(?:lucide-react|src\/(?:app|ui)\/use-(?!versioned|cursor|debounced|mailboxes|custom-roles)[\w-]+\.ts|src\/inbox\/(?!pickers|bulk|filter-|snooze|row-clocks|stored-|use-change-views)|src\/conversation\/markup\.ts)/,
  },
  // What rows and header say of time: a list without it needs nothing of it.
  {
    name: 'row-clocks',
    priority: 1,
    test: /\/(?:src\/inbox\/row-clocks|src\/app\/spans|icons\/(?:alarm-clock|timer))\./,
  },
  // Signs, and lists, that parts share which come later.
  {
    name: 'signs',
    priority: 1,
    minShareCount: 2,
    test: /\/src\/app\/use-(?:mailboxes|custom-roles)\.|\/icons\/(?:upload|mail|trash|tag|pencil|page|lock|image|history|file|download|copy|plus|arrow-down|arrow-left|bell-off|building-2|file-text|key-round|link-2|message-square-text|rotate-ccw|send-horizontal|trash-2|user-cog|user-plus|workflow|zap)\./,
  },
  // What the shell loads beside the first screen.
  { name: 'notifications', test: /\/src\/notifications\// },
];

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind(), compiledCatalogues(), chartLocale(), shellWorker()],
  build: {
    // The browsers that the README names.
    target: ['chrome155', 'firefox153', 'safari17'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    // `base` is one file on purpose; test/build.test.ts holds what is loaded before the inbox.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
