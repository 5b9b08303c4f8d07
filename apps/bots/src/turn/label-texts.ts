import type { TextsByLabel } from '@parley/contracts';
import { LRUCache } from '@parley/service-kit/concurrency';

import type { WorkspaceClient } from '../clients/workspace.client.ts';

/** Bounds staleness where another replica consumed the change event. */
const freshMs = 5_000;
const maxProjects = 200;
/** Language codes that workspace supports; for others the project's default language is read. */
const languageShape = /^[a-z]{2,3}(?:[-_][a-z]{2})?$/i;

interface Known {
  texts: TextsByLabel;
  until: number;
}

/** Cache of label texts by project: fresh for a few seconds, and served stale while workspace is unavailable. */
export class LabelTexts {
  readonly #workspace: WorkspaceClient;
  readonly #known = new LRUCache<string, Map<string, Known>>({ max: maxProjects });

  constructor(workspace: WorkspaceClient) {
    this.#workspace = workspace;
  }

  async of(projectId: string, language = ''): Promise<TextsByLabel> {
    const wanted = languageShape.test(language) ? language.toUpperCase() : '';
    const known = this.#known.get(projectId) ?? new Map<string, Known>();
    const cached = known.get(wanted);
    if (cached && cached.until > Date.now()) return cached.texts;
    try {
      const texts = await this.#workspace.getLabels(projectId, wanted);
      known.set(wanted, { texts, until: Date.now() + freshMs });
      this.#known.set(projectId, known);
      return texts;
    } catch {
      // A text with unresolved labels is better than no text.
      return cached?.texts ?? {};
    }
  }

  invalidate(projectId: string): void {
    this.#known.delete(projectId);
  }
}
