import type { Plugin } from 'vite';

/** Imports chunks without Vite's preload helper, which adds elements to the page's head and events to its window. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
