import { run } from './run.ts';
import { dayOf, lastCommit, requireCleanTree, stampFiles } from './source.ts';

/** Makes the last commit a release: stamps the version, writes the manifests and the chart, commits and tags. It pushes nothing. */
export async function tagRelease(checkout: string, version: string): Promise<void> {
  const at = { cwd: checkout };
  await requireCleanTree(checkout);
  const { seconds } = await lastCommit(checkout);
  await stampFiles(checkout, version, dayOf(seconds));
  // Programs of their own: they read the version that has just been written.
  for (const script of ['deploy/k8s/render.ts', 'deploy/helm/render.ts']) await run(process.execPath, [script], at);
  await run('git', ['add', '--all'], at);
  await run('git', ['commit', '--allow-empty', '--message', `chore: release ${version}`], at);
  await run('git', ['tag', '--annotate', `v${version}`, '--message', `Parley ${version}`], at);
}
