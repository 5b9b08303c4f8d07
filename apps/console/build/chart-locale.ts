import type { Plugin } from 'vite';

const browserLocale = "domEnv ? nav.language : 'en-US'";

/**
 * uPlot formats numbers by `navigator.language` as soon as it is loaded, and throws where that is no tag, such as `C`. It takes the
 * language of the page instead.
 */
export function chartLocale(): Plugin {
  return {
    name: 'parley-chart-locale',
    enforce: 'pre',
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
      handler(code) {
        if (!code.includes(browserLocale)) throw new Error('uPlot no longer reads the language of the browser.');
        return { code: code.replace(browserLocale, 'document.documentElement.lang'), map: null };
      },
    },
  };
}
