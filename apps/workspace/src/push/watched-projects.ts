import { Batcher, LRUCache } from '@parley/service-kit/concurrency';

import type { PushDeviceRepository } from './push-device.repository.ts';

const maxCached = 10_000;
/** How long another replica may miss a project's first device. */
const cachedMs = 5_000;
const maxBatch = 1_000;

/** In which projects any device is registered. Every message asks, and in most projects the answer is no. */
export class WatchedProjects {
  readonly #cache = new LRUCache<string, boolean>({ max: maxCached, ttl: cachedMs });
  readonly #asked: Batcher<string, boolean>;

  constructor(devices: PushDeviceRepository) {
    this.#asked = new Batcher(async (projectIds) => {
      const watched = await devices.projectsWithDevices([...new Set(projectIds)]);
      return projectIds.map((projectId) => watched.has(projectId));
    }, maxBatch);
  }

  async has(projectId: string): Promise<boolean> {
    const known = this.#cache.get(projectId);
    if (known !== undefined) return known;
    const isWatched = await this.#asked.load(projectId);
    this.#cache.set(projectId, isWatched);
    return isWatched;
  }

  /** To be called when a device has been registered. */
  add(projectId: string): void {
    this.#cache.set(projectId, true);
  }
}
