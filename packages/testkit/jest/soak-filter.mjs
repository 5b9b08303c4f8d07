import { readFileSync } from 'node:fs';

/** Jest's `filter` for `npm run test:soak`: the test files in which `npm test` does less than could be done. See `amountOf`. */
async function soakFilter(paths) {
  return { filtered: paths.filter((path) => /\bamountOf\(/.test(readFileSync(path, 'utf8'))) };
}

// Jest requires this file and calls what it gets.
export { soakFilter as 'module.exports' };
