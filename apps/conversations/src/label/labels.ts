import { AppError, type TextsByLabel } from '@parley/contracts';
import type { Logger } from '@parley/service-kit/observability';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import type { LabelCopies } from './label.repository.ts';

/** A language as workspace looks it up; anything else asks for the project's default. */
const languageShape = /^[a-z]{2,3}(?:[-_][a-z]{2})?$/i;

/** The texts of a project's labels: from the copy, and from workspace what it lacks. */
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
   * In this language, else in the project's default one, else in English; what a project has not said itself is in the shipped
   * words. Nothing while workspace is away and the copy has none: a send must not fail by it.
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
      if (!(error instanceof AppError)) this.#log.warn({ err: error, projectId }, 'labels stay as they were typed');
      return undefined;
    }
  }
}
