import { AppError, type TextsByLabel } from '@parley/contracts';
import type { Logger } from '@parley/service-kit/observability';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import type { LabelCopies } from './label.repository.ts';

/** A message, or the call that sends it. */
interface Labelled {
  id_project: string;
  request_id: string;
  /** Of a request that the message creates. */
  language?: string | undefined;
}

/** The language of a request; `undefined`: there is no such request. */
type LanguageOf = (projectId: string, requestId: string) => Promise<{ language: string | null } | undefined>;

/** A language code as workspace accepts it; any other value means the project's default. */
const languageShape = /^[a-z]{2,3}(?:[-_][a-z]{2})?$/i;

/** The texts of a project's labels, from the read model, and from workspace if it lacks them. */
export class Labels {
  readonly #copies: LabelCopies;
  readonly #workspace: WorkspaceClient;
  readonly #languageOf: LanguageOf;
  readonly #log: Logger;

  constructor(needs: { copies: LabelCopies; workspace: WorkspaceClient; languageOf: LanguageOf; log: Logger }) {
    this.#copies = needs.copies;
    this.#workspace = needs.workspace;
    this.#languageOf = needs.languageOf;
    this.#log = needs.log;
  }

  /** The texts in the language of a message's request, or in that of the new request. */
  async textsFor({ id_project, request_id, language }: Labelled): Promise<TextsByLabel> {
    const known = await this.#languageOf(id_project, request_id);
    return this.#textsIn(id_project, (known ? known.language : language) ?? '');
  }

  /**
   * The texts in this language, else in the project's default one, else in English, with shipped texts for labels that the
   * project does not set. Empty when workspace is unavailable and the read model has none: a send must not fail because of it.
   */
  async #textsIn(projectId: string, language: string): Promise<TextsByLabel> {
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
