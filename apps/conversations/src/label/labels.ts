import { AppError, type TextsByLabel } from '@parley/contracts';
import type { Logger } from '@parley/service-kit/observability';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import type { LabelCopies } from './label.repository.ts';

/** A language code as workspace accepts it; any other value means the project's default. */
const languageShape = /^[a-z]{2,3}(?:[-_][a-z]{2})?$/i;

/** The texts of a project's labels, from the read model, and from workspace if it lacks them. */
export class Labels {
  readonly #copies: LabelCopies;
  readonly #workspace: WorkspaceClient;
  readonly #log: Logger;

  constructor(copies: LabelCopies, workspace: WorkspaceClient, log: Logger) {
    this.#copies = copies;
    this.#workspace = workspace;
    this.#log = log;
  }

  /**
   * The texts in this language, else in the project's default one, else in English, with shipped texts for labels that the
   * project does not set. Empty when workspace is unavailable and the read model has none: a send must not fail because of it.
   */
  async textsOf(projectId: string, language: string): Promise<TextsByLabel> {
    const wanted = languageShape.test(language) ? language.toUpperCase() : '';
    const { version, texts } = await this.#copies.find(projectId);
    const known = texts[wanted];
    if (known) return known;

    const fresh = await this.#ask(projectId, wanted);
    if (fresh) await this.#copies.keep(projectId, version, wanted, fresh);
    return fresh ?? {};
  }

  async #ask(projectId: string, language: string): Promise<TextsByLabel | undefined> {
    try {
      return await this.#workspace.getLabels(projectId, language);
    } catch (error) {
      if (!(error instanceof AppError))
        this.#log.warn({ err: error, projectId }, 'labels could not be fetched; placeholders are sent as they are');
      return undefined;
    }
  }
}
