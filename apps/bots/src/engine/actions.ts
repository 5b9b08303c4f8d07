import { type AnsweringIntent, ask, type Effectful } from './effect.ts';
import { computed } from './operation.ts';
import { type Content, propose, type Reason, say, type TurnDraft, write } from './turn-draft.ts';

type Action = Readonly<Record<string, unknown>>;

/** Continues with another intent, named as actions name intents. */
export type Jump = (draft: TurnDraft, word: string) => Effectful<boolean>;

/** The supported kinds of actions. Source: contract 60 section 7.4. */
export const actionKinds = [
  'reply',
  'randomreply',
  'intent',
  'agent',
  'close',
  'department',
  'hmessage',
  'setattribute-v2',
  'capture_user_reply',
] as const;
type ActionKind = (typeof actionKinds)[number];

export type ActionResult = 'nothing' | 'done' | 'jumped';

/** Runs the actions of an intent in order, then the action named by its attributes. */
export function* runActions(
  draft: TurnDraft,
  intent: AnsweringIntent,
  reason: Reason,
  jump: Jump,
): Effectful<ActionResult> {
  const { nextBlockAction: next } = intent.attributes;
  const isAction = typeof next === 'object' && next !== null && !Array.isArray(next);
  let ran: ActionResult = 'nothing';
  for (const action of isAction ? [...intent.actions, next as Action] : intent.actions) {
    const one = yield* runAction(draft, action, reason, jump);
    if (one === 'jumped') return one;
    if (one === 'done') ran = one;
  }
  return ran;
}

function* runAction(draft: TurnDraft, action: Action, reason: Reason, jump: Jump): Effectful<ActionResult> {
  switch (action._tdActionType as ActionKind) {
    case 'reply':
      return done(yield* sayAll(draft, contentsOf(action), reason));
    case 'randomreply':
      return done(yield* sayAll(draft, oneOf(contentsOf(action), draft.input.message._id), reason));
    case 'hmessage':
      return done(yield* say(draft, { text: textAt(action, 'text'), attributes: { subtype: 'info' } }, reason));
    case 'intent':
      return (yield* jump(draft, textAt(action, 'intentName'))) ? 'jumped' : skipped(draft);
    case 'agent':
      propose(draft, { kind: 'handoff' });
      return 'done';
    case 'close':
      propose(draft, { kind: 'close' });
      return 'done';
    case 'department':
      return yield* toDepartment(draft, textAt(action, 'depName'));
    case 'setattribute-v2':
      write(draft, { [textAt(action, 'destination')]: computed(action, draft.parameters) });
      return 'done';
    case 'capture_user_reply': {
      const [into, goTo] = [textAt(action, 'assignResultTo'), textAt(action, 'goToIntent')];
      draft.session = { ...draft.session, pending: { kind: 'capture', into, goTo } };
      return 'done';
    }
    default:
      return skipped(draft);
  }
}

function skipped(draft: TurnDraft): ActionResult {
  draft.skipped += 1;
  return 'nothing';
}

const done = (hasSpoken: boolean): ActionResult => (hasSpoken ? 'done' : 'nothing');

function* sayAll(draft: TurnDraft, contents: readonly Content[], reason: Reason): Effectful<boolean> {
  let hasSpoken = false;
  for (const content of contents) if (yield* say(draft, content, reason)) hasSpoken = true;
  return hasSpoken;
}

function* toDepartment(draft: TurnDraft, name: string): Effectful<ActionResult> {
  const departmentId = name === '' ? undefined : yield* ask({ kind: 'department', name });
  if (departmentId === undefined) return skipped(draft);
  propose(draft, { kind: 'department', departmentId });
  return 'done';
}

/** The messages among the commands of a reply, or its own text when it has no commands. */
function contentsOf(action: Action): Content[] {
  const commands = objectAt(action, 'attributes')?.commands;
  if (!Array.isArray(commands)) {
    const text = textAt(action, 'text');
    return text === '' ? [] : [{ text }];
  }
  return commands.flatMap((command: unknown) => {
    const message = isObject(command) && command.type === 'message' ? objectAt(command, 'message') : undefined;
    if (!message) return [];
    const { type } = message;
    return [
      {
        text: textAt(message, 'text'),
        type: typeof type === 'string' ? type : undefined,
        metadata: objectAt(message, 'metadata'),
        attributes: objectAt(message, 'attributes'),
      },
    ];
  });
}

/** Picks deterministically, so that a repeated turn gives the same answer. */
function oneOf<Item>(items: readonly Item[], turn: string): Item[] {
  let sum = 0;
  for (const character of turn) sum = (sum * 31 + character.charCodeAt(0)) % 2_147_483_647;
  const item = items[sum % items.length];
  return item === undefined ? [] : [item];
}

function textAt(holder: Action, name: string): string {
  const value = holder[name];
  return typeof value === 'string' ? value.trim() : '';
}

function objectAt(holder: Action, name: string): Record<string, unknown> | undefined {
  const value = holder[name];
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
