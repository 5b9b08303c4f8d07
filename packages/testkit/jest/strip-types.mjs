import { stripTypeScriptTypes } from 'node:module';

import './quick-exit.mjs';

/** Jest runs the same text Node runs: types are blanked out in place, so lines and columns stay as written. */
const transformer = {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  processAsync: async (source) => ({ code: stripTypeScriptTypes(source) }),
};

export default transformer;
