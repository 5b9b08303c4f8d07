interface Waiting {
  lane: string;
  run: () => Promise<void>;
}

interface Project {
  waiting: Waiting[];
  running: number;
}

/**
 * Takes work round robin over projects, so that a loud one delays nobody; at most `perProject` of one run at once. Work of the
 * same lane (partition key) runs one after the other: its effects would wait for the same row anyway.
 * Source: contract 50 section 3.5.
 */
export class FairQueue {
  readonly #concurrency: number;
  readonly #perProject: number;
  readonly #projects = new Map<string, Project>();
  readonly #lanes = new Set<string>();
  #running = 0;

  constructor({ concurrency, perProject }: { concurrency: number; perProject: number }) {
    this.#concurrency = concurrency;
    this.#perProject = perProject;
  }

  /** Settles as `work` does, once its turn has come. */
  run(projectId: string, lane: string, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const project = this.#projects.get(projectId) ?? { waiting: [], running: 0 };
      this.#projects.set(projectId, project);
      project.waiting.push({ lane: `${projectId} ${lane}`, run: () => work().then(resolve, reject) });
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#running < this.#concurrency && this.#startNext());
  }

  #startNext(): boolean {
    for (const [projectId, project] of this.#projects) {
      if (project.running >= this.#perProject) continue;
      const place = project.waiting.findIndex(({ lane }) => !this.#lanes.has(lane));
      const [next] = place < 0 ? [] : project.waiting.splice(place, 1);
      if (next === undefined) continue;

      // To the end of the round: a Map keeps the order of insertion.
      this.#projects.delete(projectId);
      this.#projects.set(projectId, project);
      this.#start(projectId, project, next);
      return true;
    }
    return false;
  }

  #start(projectId: string, project: Project, { lane, run }: Waiting): void {
    this.#running += 1;
    project.running += 1;
    this.#lanes.add(lane);
    void run().finally(() => {
      this.#running -= 1;
      project.running -= 1;
      this.#lanes.delete(lane);
      if (project.running === 0 && project.waiting.length === 0) this.#projects.delete(projectId);
      this.#pump();
    });
  }
}
