/**
 * The request target with every run of `/` in its path as one, and its query as it is: a client whose base address ends in a
 * slash writes two. What does not begin with a slash is no path. Source: contract 00 section 1.
 * @param target path and query as they stand on the request line
 */
export function mergeSlashes(target: string): string {
  if (!target.startsWith('/') || !target.includes('//')) return target;
  const mark = target.indexOf('?');
  const pathEnd = mark < 0 ? target.length : mark;
  return target.slice(0, pathEnd).replace(/\/{2,}/g, '/') + target.slice(pathEnd);
}
