import { archiveKinds, kindsOfActivation } from '@parley/contracts/archive';
import type { Owner } from '@parley/service-kit/archive';

import type { ArchiveReader } from '../archive/archive-reader.ts';
import { owners } from '../config.ts';
import { copiers, copy } from '../copies.ts';
import { type ImportAtOwner, patiently, type Services } from '../services.client.ts';
import { type Import, kindsIn, type LoadOptions, loadKind } from './load-archive.ts';
import { RefusedRecords } from './refused-records.ts';

/** Opens the project: from here on it is an ordinary one. May be repeated, and does what is left. */
export async function activate(
  services: Services,
  archive: ArchiveReader,
  made: Import,
  options: LoadOptions,
): Promise<void> {
  const { stopping } = options;
  const call = { idProject: made.projectId, import: made.id };
  const known = new Map<Owner, ImportAtOwner>();
  for (const owner of owners) known.set(owner, await patiently(() => services.of(owner).begin(call), stopping));
  const open = async (owner: Owner) => {
    if (!known.get(owner)?.opened) await patiently(() => services.of(owner).activate(call), stopping);
  };
  const isLoading = (owner: Owner) => known.get(owner)?.state === 'loading';
  // A run that continues from here has not loaded the people itself.
  for (const { id, ownId } of known.get('workspace')?.linked ?? []) made.ids.link(id, ownId);

  await open('workspace');
  for (const [from, to] of copiers) {
    const left = to.filter(isLoading);
    if (left.length > 0) await patiently(() => copy(services, from, left, call, stopping), stopping);
  }
  if (isLoading('conversations')) {
    // Their owner knows which requests are stored, even if an earlier run was interrupted while it opened the project.
    for (const kind of kindsIn(archive).filter((one) => kindsOfActivation.includes(one)))
      await loadKind(services, archive, made, kind, { ...options, refused: new RefusedRecords(new Map()) });
  }
  // Analytics is the last: it reads what conversations has.
  const others = owners.filter((owner) => owner !== 'workspace' && owner !== 'analytics');
  for (const owner of [...others, 'analytics' as const]) await open(owner);
}

/** Removes everything that the import has made, of a project that is not open. */
export async function discard(services: Services, { projectId, id }: Import, stopping: AbortSignal): Promise<void> {
  // Workspace is the last: as long as it knows the import, no other one takes its place.
  for (const owner of [...owners.filter((one) => one !== 'workspace'), 'workspace' as const]) {
    for (let done = false; !done; )
      ({ done } = await patiently(() => services.of(owner).discard({ idProject: projectId, import: id }), stopping));
  }
}

/** Records by kind that the owners have, where the archive has another number. */
export async function differences(
  services: Services,
  { manifest }: ArchiveReader,
  projectId: string,
  quarantined: Readonly<Record<string, number>>,
): Promise<{ kind: string; archive: number; stored: number }[]> {
  const counted = await Promise.all(owners.map((owner) => services.of(owner).count({ idProject: projectId })));
  const stored = new Map(counted.flatMap(({ counts }) => Object.entries(counts)));
  return Object.keys(archiveKinds)
    .filter((kind) => !kindsOfActivation.some((one) => one === kind))
    .map((kind) => ({
      kind,
      archive: (manifest.counts[kind] ?? 0) - (quarantined[kind] ?? 0),
      stored: Number(stored.get(kind) ?? 0),
    }))
    .filter(({ archive, stored: found }) => archive !== found);
}
