/** What a process that a test starts inherits of ours: where programs are, and modules that have been compiled before. */
export function processVariables(): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}
