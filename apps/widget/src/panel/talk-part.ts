import { type Signal, signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

import type { Conversation } from '../visit/conversation.ts';
import type { formFields, unanswered } from '../visit/fields.ts';

/** What `talk.ts` exports. It is passed in, because the screens are above this room. */
export interface Talk {
  ConversationView: FunctionComponent<{ conversation: Conversation }>;
  FormView: FunctionComponent;
  Menu: FunctionComponent<{ requestId: string }>;
  Topic: FunctionComponent;
  formFields: typeof formFields;
  unanswered: typeof unanswered;
  css: string;
}

/** The lazy-loaded chunk with everything that a conversation needs. */
export class TalkPart {
  readonly loaded: Signal<Talk | undefined> = signal(undefined);
  /** Why loading failed. */
  readonly fault: Signal<unknown> = signal(undefined);
  readonly #root: ShadowRoot;
  readonly #import: () => Promise<Talk>;
  #loading: Promise<Talk | undefined> | undefined;

  constructor(root: ShadowRoot, importTalk: () => Promise<Talk>) {
    this.#root = root;
    this.#import = importTalk;
  }

  /** @returns undefined if loading failed */
  load(): Promise<Talk | undefined> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      // The next call tries again.
      this.#loading = undefined;
      this.fault.value = error;
      return undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Talk> {
    const part = await this.#import();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(part.css);
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet];
    this.fault.value = undefined;
    this.loaded.value = part;
    return part;
  }
}
