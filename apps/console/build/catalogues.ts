import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** Compiles the messages of `src/locales/<part>/<language>.json` while building, so that the page carries no parser of the message format. */
export function compiledCatalogues(): Plugin {
  return {
    name: 'parley-catalogues',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/locales\/[a-z]+\/[a-z]{2}\.json$/ },
      handler(text) {
        const messages: Record<string, string> = JSON.parse(text);
        const compiled = Object.entries(messages).map(([id, message]) => [id, compileMessage(message)]);
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
      },
    },
  };
}
