import { runActions } from './actions.ts';
import { type AnsweringIntent, ask, type Effectful } from './effect.ts';
import { type Explicit, explicitOf, isStart, parsed } from './explicit.ts';
import { acceptInput, askNext, formOf } from './form.ts';
import type { Candidate, Matchable } from './intent-index.ts';
import { sentence } from './sentences.ts';
import { counted, type PendingCapture, type PendingForm } from './session.ts';
import { handToPeople, propose, type Reason, say, type TurnDraft, withoutWebhook, write } from './turn-draft.ts';

const maxJumps = 20;
const maxWebhooks = 3;
const maxWebhookFailures = 3;
const fallbackName = 'defaultFallback';
const defaultThreshold = 0.5;
const maxOthers = 3;

const certain = { isFallback: false, confidence: 100, others: [] };

/** Computes the reaction of a bot to a message. Every step writes to `draft`, so that the turn can be cut off anywhere. */
export function* computeTurn(draft: TurnDraft): Effectful<void> {
  const { input } = draft;
  if (draft.session.silent) return;
  const session = counted(draft.session, input.limits, input.now);
  if (!session) {
    draft.session = { ...draft.session, silent: true };
    handToPeople(draft);
    return;
  }
  draft.session = session;
  const { payload } = input.message.attributes;
  if (input.fromRequester && typeof payload === 'object' && payload !== null && !Array.isArray(payload)) {
    write(draft, payload as Record<string, unknown>);
  }
  const explicit = explicitOf(input.message);
  if (explicit && (yield* handleExplicit(draft, explicit))) return;
  // Bots answer ordinary texts of the requester only.
  if (input.fromRequester) yield* handleText(draft);
}

/** Steps 1 and 2 of contract 60 section 7.2. @returns false when the text has to be matched like any other */
function* handleExplicit(draft: TurnDraft, explicit: Explicit): Effectful<boolean> {
  const { index } = draft.input;
  const start = isStart(explicit);
  const intent = index.find(explicit.word) ?? (start ? index.named('start', '\\start') : undefined);
  if (!intent) return start;
  endPending(draft);
  write(draft, explicit.parameters);
  yield* answerBy(draft, intent, { intent, ...certain });
  return true;
}

/** Steps 3 to 6. */
function* handleText(draft: TurnDraft): Effectful<void> {
  const { message, index, bot } = draft.input;
  const { pending } = draft.session;
  if (pending?.kind === 'form') return yield* handleFormInput(draft, pending);
  if (pending?.kind === 'capture') return yield* handleCapture(draft, pending);

  const text = message.text.trim();
  const exact = text === '' ? undefined : index.exact(text);
  if (exact) return yield* answerBy(draft, exact.intent, { intent: exact.intent, ...certain });

  const stems = text === '' ? [] : yield* ask({ kind: 'stems', text });
  const [best, ...others] = index.ranked(stems, maxOthers + 1);
  const { match_threshold: threshold } = bot.attributes;
  if (!best || best.score < (typeof threshold === 'number' ? threshold : defaultThreshold)) {
    return yield* fallBack(draft, best ? [best, ...others].slice(0, maxOthers) : []);
  }
  const reason = { isFallback: false, confidence: percent(best.score), others: others.map(otherOf) };
  yield* answerBy(draft, best.intent, { intent: best.intent, ...reason });
}

const percent = (score: number): number => Math.round(100 * score);
const otherOf = ({ intent, score }: Candidate) => ({ intent_name: intent.name, confidence: percent(score) });

function endPending(draft: TurnDraft): void {
  const { pending: _pending, ...rest } = draft.session;
  draft.session = rest;
}

/** Step 6. */
function* fallBack(draft: TurnDraft, others: readonly Candidate[]): Effectful<void> {
  const { bot, index, request } = draft.input;
  const intent = index.named(fallbackName);
  const reason: Reason = { isFallback: true, confidence: 0, others: others.map(otherOf) };
  const known = intent && (yield* ask({ kind: 'intent', id: intent.id }));
  if (!known || (yield* answerWith(draft, known, { ...reason, intent: known })) === 'nothing') {
    yield* say(draft, { text: sentence('fallback', request.language, bot.language) }, reason);
  }
  // The turn may have been handed over meanwhile.
  if (draft.answered === 'trouble') return;
  draft.answered = 'fallback';
  const fallbacks = draft.session.fallbacks + 1;
  const { handoff_after_fallbacks: maxFallbacks } = bot.attributes;
  const isLast = typeof maxFallbacks === 'number' && maxFallbacks > 0 && fallbacks >= maxFallbacks;
  draft.session = { ...draft.session, fallbacks: isLast ? 0 : fallbacks };
  if (isLast) propose(draft, { kind: 'handoff' });
}

/** Answers with an intent; falls back to step 6 when it has no content. */
function* answerBy(draft: TurnDraft, { id }: Matchable, reason: Reason): Effectful<void> {
  const intent = yield* ask({ kind: 'intent', id });
  const ran = intent ? yield* answerWith(draft, intent, { ...reason, intent }) : 'nothing';
  if (ran === 'nothing') return yield* fallBack(draft, []);
  if (ran === 'jumped' || draft.answered !== undefined) return;
  draft.answered = 'intent';
  draft.session = { ...draft.session, fallbacks: 0 };
}

/** Form, else webhook, else actions, else answer. Source: contract 60 section 7.3. */
function* answerWith(
  draft: TurnDraft,
  intent: AnsweringIntent,
  reason: Reason,
): Effectful<'nothing' | 'done' | 'jumped'> {
  const form = formOf(intent);
  if (form && (yield* askNext(draft, form, reason))) return 'done';
  return yield* fulfil(draft, intent, reason);
}

function* fulfil(draft: TurnDraft, intent: AnsweringIntent, reason: Reason): Effectful<'nothing' | 'done' | 'jumped'> {
  const called = yield* callWebhook(draft, intent, reason);
  if (called) return 'done';
  const hasAnswer = intent.actions.length === 0 || intent.form !== null;
  const hasAnswered = hasAnswer && (yield* say(draft, { text: withoutWebhook(intent.answer ?? '').text }, reason));
  const actions = hasAnswered ? { ...intent, actions: [] } : intent;
  const ran = yield* runActions(draft, actions, reason, jump);
  return hasAnswered && ran === 'nothing' ? 'done' : ran;
}

/** @returns whether the webhook answered the turn */
function* callWebhook(draft: TurnDraft, intent: AnsweringIntent, reason: Reason): Effectful<boolean> {
  const { bot } = draft.input;
  const { isWanted, url = bot.webhookUrl } = withoutWebhook(intent.answer ?? '');
  const isOn = bot.webhookEnabled && (intent.webhookEnabled || isWanted);
  if (!isOn || !url || draft.webhooks >= maxWebhooks) return false;

  draft.webhooks += 1;
  const { parameters, webhooks: nth } = draft;
  const reply = yield* ask({ kind: 'webhook', url, intent, parameters, nth });
  const failures = typeof reply === 'string' ? draft.session.webhookFailures + 1 : 0;
  draft.session = { ...draft.session, webhookFailures: failures };
  if (reply === 'suspended' || failures >= maxWebhookFailures) {
    draft.session = { ...draft.session, webhookFailures: 0 };
    handToPeople(draft);
    return true;
  }
  if (typeof reply === 'string') return false;
  write(draft, reply.parameters ?? {});
  return yield* say(draft, reply, reason);
}

/** Continues with the intent that an action names, resolved as in step 1. @returns false when there is none */
function* jump(draft: TurnDraft, call: string): Effectful<boolean> {
  const explicit = parsed(call.trim());
  const intent = explicit && draft.input.index.find(explicit.word);
  if (!intent || draft.jumps >= maxJumps) return false;
  draft.jumps += 1;
  write(draft, explicit.parameters);
  yield* answerBy(draft, intent, { intent, ...certain });
  return true;
}

function* handleCapture(draft: TurnDraft, { into, goTo }: PendingCapture): Effectful<void> {
  endPending(draft);
  write(draft, { [into]: draft.input.message.text });
  if (!(yield* jump(draft, goTo))) yield* fallBack(draft, []);
}

function* handleFormInput(draft: TurnDraft, form: PendingForm): Effectful<void> {
  const current = yield* ask({ kind: 'intent', id: form.intent });
  const reason: Reason = { ...certain, ...(current && { intent: current }) };
  draft.session = { ...draft.session, fallbacks: 0 };
  draft.answered = 'intent';
  if ((yield* acceptInput(draft, form, reason)) !== 'taken' || (yield* askNext(draft, form, reason))) return;

  // The form keeps the answer it started with, even if the intent has changed since.
  const { answer } = form;
  const gone = { id: form.intent, intentId: '', name: '', actions: [], attributes: {}, webhookEnabled: false };
  const ran = yield* fulfil(draft, { ...gone, ...current, answer, form: { fields: form.fields } }, reason);
  if (ran === 'nothing') yield* fallBack(draft, []);
}
