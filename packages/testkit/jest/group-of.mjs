import { dirname } from 'node:path';

/** Test files of one app (or package) and one kind may share what they start (`shared.ts`): `…/apps/bots int`. */
export function groupOf(path) {
  const [folder] = /^.*\/(?:apps|packages)\/[^/]+/.exec(path) ?? [dirname(path)];
  const [, kind = 'unit'] = /\.(\w+)\.test\.\w+$/.exec(path) ?? [];
  return `${folder} ${kind}`;
}
