import { runActions } from './actions.ts';
import { type Answer, type Asking, ask } from './effect.ts';
import { type Explicit, explicitOf, isStart, parsed } from './explicit.ts';
import { askNext, formOf, takeInput } from './form.ts';
import type { Candidate, Matchable } from './intent-index.ts';
import { sentence } from './sentences.ts';
import { counted, type PendingCapture, type PendingForm } from './session.ts';
import { handToPeople, propose, type Reason, type Story, say, withoutWebhook, write } from './story.ts';

const mostJumps = 20;
const mostWebhooks = 3;
const mostWebhookFailures = 3;
const fallbackName = 'defaultFallback';
const defaultThreshold = 0.5;
const mostOthers = 3;

const certain = { isFallback: false, confidence: 100, others: [] };

/** Tells a turn: what the bot says and does about a message. All in `story`, so that it may be cut anywhere. */
export function* takeTurn(story: Story): Asking<void> {
  const { input } = story;
  if (story.session.silent) return;
  const session = counted(story.session, input.limits, input.now);
  if (!session) {
    story.session = { ...story.session, silent: true };
    handToPeople(story);
    return;
  }
  story.session = session;
  const { payload } = input.message.attributes;
  if (input.fromRequester && typeof payload === 'object' && payload !== null && !Array.isArray(payload)) {
    write(story, payload as Record<string, unknown>);
  }
  const explicit = explicitOf(input.message);
  if (explicit && (yield* takeExplicit(story, explicit))) return;
  // Plain words of others than the requester are not for the bot.
  if (input.fromRequester) yield* takeText(story);
}

/** Steps 1 and 2 of contract 60 section 7.2. @returns false when the text is to be read like any other */
function* takeExplicit(story: Story, explicit: Explicit): Asking<boolean> {
  const { index } = story.input;
  const start = isStart(explicit);
  const intent = index.find(explicit.word) ?? (start ? index.named('start', '\\start') : undefined);
  if (!intent) return start;
  endPending(story);
  write(story, explicit.parameters);
  yield* answerBy(story, intent, { intent, ...certain });
  return true;
}

/** Steps 3 to 6. */
function* takeText(story: Story): Asking<void> {
  const { message, index, bot } = story.input;
  const { pending } = story.session;
  if (pending?.kind === 'form') return yield* takeFormInput(story, pending);
  if (pending?.kind === 'capture') return yield* takeCapture(story, pending);

  const text = message.text.trim();
  const exact = text === '' ? undefined : index.exact(text);
  if (exact) return yield* answerBy(story, exact.intent, { intent: exact.intent, ...certain });

  const stems = text === '' ? [] : yield* ask({ kind: 'stems', text });
  const [best, ...others] = index.ranked(stems, mostOthers + 1);
  const { match_threshold: threshold } = bot.attributes;
  if (!best || best.score < (typeof threshold === 'number' ? threshold : defaultThreshold)) {
    return yield* fallBack(story, best ? [best, ...others].slice(0, mostOthers) : []);
  }
  const reason = { isFallback: false, confidence: percent(best.score), others: others.map(otherOf) };
  yield* answerBy(story, best.intent, { intent: best.intent, ...reason });
}

const percent = (score: number): number => Math.round(100 * score);
const otherOf = ({ intent, score }: Candidate) => ({ intent_name: intent.name, confidence: percent(score) });

function endPending(story: Story): void {
  const { pending: _pending, ...rest } = story.session;
  story.session = rest;
}

/** Step 6. */
function* fallBack(story: Story, others: readonly Candidate[]): Asking<void> {
  const { bot, index, request } = story.input;
  const intent = index.named(fallbackName);
  const reason: Reason = { isFallback: true, confidence: 0, others: others.map(otherOf) };
  const known = intent && (yield* ask({ kind: 'intent', id: intent.id }));
  if (!known || (yield* answerWith(story, known, { ...reason, intent: known })) === 'nothing') {
    yield* say(story, { text: sentence('fallback', request.language, bot.language) }, reason);
  }
  // Others may have taken over on the way.
  if (story.answered === 'trouble') return;
  story.answered = 'fallback';
  const fallbacks = story.session.fallbacks + 1;
  const { handoff_after_fallbacks: most } = bot.attributes;
  const isLast = typeof most === 'number' && most > 0 && fallbacks >= most;
  story.session = { ...story.session, fallbacks: isLast ? 0 : fallbacks };
  if (isLast) propose(story, { kind: 'handoff' });
}

/** Answers by an intent; by step 6 when it has nothing to say. */
function* answerBy(story: Story, { id }: Matchable, reason: Reason): Asking<void> {
  const intent = yield* ask({ kind: 'intent', id });
  const ran = intent ? yield* answerWith(story, intent, { ...reason, intent }) : 'nothing';
  if (ran === 'nothing') return yield* fallBack(story, []);
  if (ran === 'jumped' || story.answered !== undefined) return;
  story.answered = 'intent';
  story.session = { ...story.session, fallbacks: 0 };
}

/** Form, else webhook, else actions, else answer. Source: contract 60 section 7.3. */
function* answerWith(story: Story, intent: Answer, reason: Reason): Asking<'nothing' | 'done' | 'jumped'> {
  const form = formOf(intent);
  if (form && (yield* askNext(story, form, reason))) return 'done';
  return yield* fulfil(story, intent, reason);
}

function* fulfil(story: Story, intent: Answer, reason: Reason): Asking<'nothing' | 'done' | 'jumped'> {
  const called = yield* callWebhook(story, intent, reason);
  if (called) return 'done';
  const hasAnswer = intent.actions.length === 0 || intent.form !== null;
  const said = hasAnswer && (yield* say(story, { text: withoutWebhook(intent.answer ?? '').text }, reason));
  const actions = said ? { ...intent, actions: [] } : intent;
  const ran = yield* runActions(story, actions, reason, jump);
  return said && ran === 'nothing' ? 'done' : ran;
}

/** @returns whether the turn is answered by it */
function* callWebhook(story: Story, intent: Answer, reason: Reason): Asking<boolean> {
  const { bot } = story.input;
  const { isWanted, url = bot.webhookUrl } = withoutWebhook(intent.answer ?? '');
  const isOn = bot.webhookEnabled && (intent.webhookEnabled || isWanted);
  if (!isOn || !url || story.webhooks >= mostWebhooks) return false;

  story.webhooks += 1;
  const { parameters, webhooks: nth } = story;
  const reply = yield* ask({ kind: 'webhook', url, intent, parameters, nth });
  const failures = typeof reply === 'string' ? story.session.webhookFailures + 1 : 0;
  story.session = { ...story.session, webhookFailures: failures };
  if (reply === 'suspended' || failures >= mostWebhookFailures) {
    story.session = { ...story.session, webhookFailures: 0 };
    handToPeople(story);
    return true;
  }
  if (typeof reply === 'string') return false;
  write(story, reply.parameters ?? {});
  return yield* say(story, reply, reason);
}

/** The word of an action, as step 1 reads it. @returns false when there is no such intent */
function* jump(story: Story, call: string): Asking<boolean> {
  const explicit = parsed(call.trim());
  const intent = explicit && story.input.index.find(explicit.word);
  if (!intent || story.jumps >= mostJumps) return false;
  story.jumps += 1;
  write(story, explicit.parameters);
  yield* answerBy(story, intent, { intent, ...certain });
  return true;
}

function* takeCapture(story: Story, { into, goTo }: PendingCapture): Asking<void> {
  endPending(story);
  write(story, { [into]: story.input.message.text });
  if (!(yield* jump(story, goTo))) yield* fallBack(story, []);
}

function* takeFormInput(story: Story, form: PendingForm): Asking<void> {
  const current = yield* ask({ kind: 'intent', id: form.intent });
  const reason: Reason = { ...certain, ...(current && { intent: current }) };
  story.session = { ...story.session, fallbacks: 0 };
  story.answered = 'intent';
  if ((yield* takeInput(story, form, reason)) !== 'taken' || (yield* askNext(story, form, reason))) return;

  // The answer is the one that the form began with, whatever has become of the intent.
  const { answer } = form;
  const gone = { id: form.intent, intentId: '', name: '', actions: [], attributes: {}, webhookEnabled: false };
  const ran = yield* fulfil(story, { ...gone, ...current, answer, form: { fields: form.fields } }, reason);
  if (ran === 'nothing') yield* fallBack(story, []);
}
