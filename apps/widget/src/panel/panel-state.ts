import { isParleyError } from '@parley/sdk';
import { type CustomToken, type GuestSession, guestSession, type Visitor } from '@parley/sdk/browser';
import { batch, computed, effect, type Signal, signal } from '@preact/signals';

import type { Boot, Host, StartOptions } from '../loader/host.ts';
import { saidByAttributes, settle } from '../loader/kinds.ts';
import type { TextKey } from '../texts/en.ts';
import type { Texts } from '../texts/texts.ts';
import { PageState } from '../ui/page-state.ts';
import { Drafts } from '../visit/drafts.ts';
import type { Answers, FormField } from '../visit/fields.ts';
import { type Beginning, firstMessage, type MessageParts, newRequestId } from '../visit/first-message.ts';
import { closedStatus, unreadOf } from '../visit/rows.ts';
import { Visit } from '../visit/visit.ts';
import { type PanelSettings, panelKinds } from './panel-settings.ts';
import { type Talk, TalkPart } from './talk-part.ts';

/** The view that the panel shows. */
type View = 'conversation' | 'form' | 'home' | 'topic';

const nothingBegun: Beginning = { department: undefined, attributes: {}, answers: {} };

const noticeMs = 6_000;

/** The state of the panel: the visit, the current view, the conversation that is being started. */
export class PanelState {
  readonly host: Host;
  readonly settings: Signal<PanelSettings>;
  readonly isOpen: Signal<boolean> = signal(false);
  readonly page = new PageState();
  readonly talk: TalkPart;
  readonly drafts: Drafts;
  readonly view: Signal<View> = signal<View>('home');
  readonly visit: Signal<Visit>;
  readonly beginning: Signal<Beginning> = signal(nothingBegun);
  /** The failure to show. */
  readonly notice: Signal<TextKey | undefined> = signal(undefined);
  /** Counts requests to move the focus into the panel. */
  readonly focuses: Signal<number> = signal(0);
  readonly unread = computed(() => {
    const { rows, current } = this.visit.value;
    const isRead = this.isOpen.value && this.page.isVisible.value && this.view.value === 'conversation';
    const shown = isRead ? current.value?.requestId : undefined;
    return unreadOf(rows.value.filter(({ request_id: id }) => id !== shown));
  });
  /** Texts and the answer of `widgets` in one language: they change together. */
  readonly #language: Signal<{ boot: Boot; texts: Texts }>;
  readonly #guest: GuestSession;
  readonly #endings: (() => void)[];
  /** The visitor has navigated in the panel: do not change the view. */
  #hasChosen = false;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, texts: Texts, importTalk: () => Promise<Talk>) {
    this.host = host;
    this.#language = signal({ boot: host.boot, texts });
    this.settings = signal(this.#settle());
    const { persistence, cookieDomain } = host.settings();
    this.#guest = guestSession({
      url: host.api,
      project: host.project,
      persistence: host.mayKeep() ? persistence : 'none',
      cookieDomain: host.mayKeep() ? cookieDomain : undefined,
    });
    this.talk = new TalkPart(host.root, importTalk);
    this.drafts = new Drafts(this.#guest, (requestId) => this.#isBegun(requestId));
    this.visit = signal(this.#newVisit(this.#guest.visitor, undefined));
    void this.visit.peek().start();
    this.#endings = [
      this.#guest.onChange((visitor) => this.#changeVisitor(visitor)),
      // Follows the open conversation, even while the panel is closed.
      effect(() => {
        const { openRow, outgoing } = this.visit.value;
        const [unsent] = outgoing.value;
        const id = openRow.value?.request_id ?? unsent?.requestId;
        if (id === undefined || this.#hasChosen) return;
        // Show it first: it is what the visitor came for.
        this.#hasChosen = true;
        this.view.value = 'conversation';
        const conversation = this.visit.peek().show(id);
        // The API does not know a conversation that starts with an unsent message.
        if (openRow.peek() || !unsent?.isFirst) void conversation.load();
      }),
      () => this.page.dispose(),
    ];
  }

  get boot(): Boot {
    return this.#language.value.boot;
  }

  get texts(): Texts {
    return this.#language.value.texts;
  }

  translate(boot: Boot, texts: Texts): void {
    this.#language.value = { boot, texts };
  }

  settingsChanged(): void {
    this.settings.value = this.#settle();
  }

  #settle(): PanelSettings {
    const { page, dataset, project } = this.host.said();
    return settle(panelKinds, [page, saidByAttributes(panelKinds, dataset), project], this.host.faulty);
  }

  get me(): string | undefined {
    return this.visit.value.visitor?.id;
  }

  shutDown(): void {
    clearTimeout(this.#noticeTimer);
    for (const end of this.#endings) end();
    this.visit.peek().dispose();
    this.#guest.close();
  }

  opened(isFocused: boolean): void {
    batch(() => {
      this.isOpen.value = true;
      if (isFocused) this.focuses.value += 1;
    });
    this.#keepOpen();
  }

  closed(): void {
    this.isOpen.value = false;
    this.#keepOpen();
  }

  openConversation(requestId: string): void {
    void this.visit.peek().show(requestId).load();
    this.#show('conversation');
  }

  goHome(): void {
    this.#show('home');
  }

  /** Topic, form, conversation; a step without anything to ask is skipped. */
  async begin({ department, attributes = {}, text }: StartOptions = {}): Promise<void> {
    if (text !== undefined) this.drafts.keep('new', text);
    const fixed = department ?? this.settings.peek().department;
    const answers = (this.#guest.read('answers') ?? {}) as Answers;
    this.beginning.value = { department: fixed, attributes, answers };
    const { departments } = this.boot;
    if (fixed === undefined && departments.length > 1) this.#show('topic');
    else await this.chooseTopic(fixed);
  }

  async chooseTopic(department: string | undefined): Promise<void> {
    this.beginning.value = { ...this.beginning.peek(), department };
    // Without the chunk, the view shows its failure.
    const talk = await this.talk.load();
    if (!talk || this.formToAsk(talk).length > 0) this.#show('form');
    else this.#enter();
  }

  /** The fields that the visitor has not answered yet. */
  formToAsk({ formFields, unanswered }: Pick<Talk, 'formFields' | 'unanswered'>): FormField[] {
    const { boot, texts } = this;
    const settings = this.settings.peek();
    // The visitor may have left when the answer comes.
    const wantsEmail = !boot.open.isopen || boot.user_available.length === 0;
    const fields = formFields(settings, {
      lang: texts.lang,
      label: texts.label,
      wantsEmail: wantsEmail && !this.#guest.visitor?.isIdentified,
    });
    return unanswered(fields, this.beginning.peek().answers);
  }

  answerForm(answers: Answers): void {
    const known = { ...this.beginning.peek().answers, ...answers };
    this.beginning.value = { ...this.beginning.peek(), answers: known };
    this.#guest.write('answers', known);
    this.#enter();
  }

  /** Sends a text, a file, or the message of a button. */
  send(message: MessageParts): void {
    const visit = this.visit.peek();
    const requestId = visit.current.peek()?.requestId;
    if (requestId === undefined) return;
    const isBegun = this.#isBegun(requestId);
    const body = isBegun
      ? message
      : firstMessage(message, this.beginning.peek(), this.settings.peek().fullUrl, this.texts.lang);
    visit.send({ requestId, body, isFirst: !isBegun });
  }

  async identify(token: CustomToken): Promise<void> {
    if (!this.host.mayKeep()) return this.host.warn('identify: consent is missing');
    try {
      const { id } = await this.#guest.identify(token);
      this.host.emit('identified', { id });
    } catch (error) {
      const { code = 'network' } = error as { code?: string };
      this.host.warn(`identify: ${code}`);
      this.host.emit('error', { code });
    }
  }

  async logOut(): Promise<void> {
    await this.#guest.signOut();
    this.host.emit('loggedout');
  }

  consent(isGiven: boolean): void {
    this.#guest.keepIn(isGiven ? this.host.settings().persistence : 'none');
    if (isGiven) this.visit.peek().wake();
    else this.#guest.erase();
  }

  /** Shows a notice above the conversation for some seconds. */
  say(notice: TextKey): void {
    clearTimeout(this.#noticeTimer);
    this.notice.value = notice;
    this.#noticeTimer = setTimeout(() => {
      this.notice.value = undefined;
    }, noticeMs);
  }

  /** Preferences of the visitor: `isMuted`. */
  get preferences(): Pick<GuestSession, 'read' | 'write'> {
    return this.#guest;
  }

  #keepOpen(): void {
    if (this.visit.peek().visitor) this.#guest.write('isOpen', this.isOpen.peek());
  }

  #isBegun(requestId: string): boolean {
    const { rows, outgoing, current } = this.visit.peek();
    const conversation = current.peek();
    return (
      rows.peek().some(({ request_id: id }) => id === requestId) ||
      outgoing.peek().some((entry) => entry.requestId === requestId) ||
      (conversation?.requestId === requestId && conversation.messages.peek().length > 0)
    );
  }

  #show(view: View): void {
    this.#hasChosen = true;
    batch(() => {
      this.view.value = view;
      this.focuses.value += 1;
    });
  }

  #enter(): void {
    const requestId = newRequestId(this.host.project);
    const { department } = this.beginning.peek();
    this.visit.peek().show(requestId);
    this.#show('conversation');
    const { departments } = this.boot;
    const chosen = departments.find(({ _id }) => _id === department) ?? departments.find((one) => one.default);
    // A bot greets first. Source: contract 20 section 6.8.
    if (chosen?.hasBot) this.send({ text: '\\start', attributes: { subtype: 'info' } });
  }

  #newVisit(visitor: Visitor | undefined, former: Visit | undefined): Visit {
    return new Visit({
      api: this.host.api,
      project: this.host.project,
      guest: this.#guest,
      visitor,
      emit: this.host.emit,
      unsent: former ? former.outbox.entries : [],
      signIn: this.becomeVisitor,
    });
  }

  /** Signs in a guest when the visitor acts, unless a visitor is signed in. */
  readonly becomeVisitor = async (): Promise<void> => {
    if (!this.host.mayKeep() || this.#guest.visitor) return;
    const { userFullname, userEmail } = (this.#guest.read('answers') ?? {}) as Answers;
    // Stored before the call: there is one guest, even if the answer is lost and the page reloaded.
    const idempotencyKey = (this.#guest.read('signInKey') ?? crypto.randomUUID()) as string;
    this.#guest.write('signInKey', idempotencyKey);
    this.#guest.write('isOpen', this.isOpen.peek());
    const person = {
      ...(typeof userFullname === 'string' && { firstname: userFullname.slice(0, 64) }),
      ...(typeof userEmail === 'string' && { email: userEmail }),
    };
    try {
      await this.#guest.signIn(person, { idempotencyKey });
    } catch (error) {
      // The first call had other form answers, or is too long ago.
      if (isParleyError(error, 'idempotency_key_reused')) this.#guest.write('signInKey', undefined);
      throw error;
    }
  };

  /** Switches socket, messages and panel together. */
  #changeVisitor(visitor: Visitor | undefined): void {
    const former = this.visit.peek();
    if (former.visitor?.id === visitor?.id) return;
    // A guest created by the first message continues this visit; any other visitor starts fresh.
    const goesOn = former.visitor === undefined && visitor !== undefined && !visitor.isIdentified;
    const shown = former.current.peek()?.requestId;
    const next = this.#newVisit(visitor, goesOn ? former : undefined);
    former.dispose();
    batch(() => {
      this.visit.value = next;
      if (goesOn && shown !== undefined) next.show(shown);
      if (goesOn) return;
      this.view.value = 'home';
      this.beginning.value = nothingBegun;
      this.#hasChosen = false;
    });
    void next.start();
  }

  isClosed(requestId: string): boolean {
    const row = this.visit.value.rows.value.find(({ request_id: id }) => id === requestId);
    return row?.status === closedStatus;
  }
}
