import type { TextsByLabel } from '@parley/contracts';
import { Recent } from '@parley/service-kit/concurrency';

import type { WorkspaceClient } from '../clients/workspace.client.ts';

/** Other replicas may hear of a change later. */
const freshMs = 5_000;
const maxProjects = 200;
/** A language as workspace looks it up; anything else asks for the project's default. */
const languageShape = /^[a-z]{2,3}(?:[-_][a-z]{2})?$/i;

interface Known {
  texts: TextsByLabel;
  until: number;
}

/** The texts of projects' labels, remembered for a few seconds, and for as long as workspace is away. */
export class LabelTexts {
  readonly #workspace: WorkspaceClient;
  readonly #known = new Recent<Map<string, Known>>(maxProjects);

  constructor(workspace: WorkspaceClient) {
    this.#workspace = workspace;
  }

  async of(projectId: string, language = ''): Promise<TextsByLabel> {
    const wanted = languageShape.test(language) ? language.toUpperCase() : '';
    const known = this.#known.get(projectId) ?? new Map<string, Known>();
    const remembered = known.get(wanted);
    if (remembered && remembered.until > Date.now()) return remembered.texts;
    try {
      const texts = await this.#workspace.getLabels(projectId, wanted);
      known.set(wanted, { texts, until: Date.now() + freshMs });
      this.#known.set(projectId, known, Number.POSITIVE_INFINITY);
      return texts;
    } catch {
      // A text that names labels is still better than none.
      return remembered?.texts ?? {};
    }
  }

  forget(projectId: string): void {
    this.#known.set(projectId, new Map(), 0);
  }
}
