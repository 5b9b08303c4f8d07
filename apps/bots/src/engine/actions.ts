import { type Answer, type Asking, ask } from './effect.ts';
import { computed } from './operation.ts';
import { type Content, propose, type Reason, type Story, say, write } from './story.ts';

type Action = Readonly<Record<string, unknown>>;

/** Goes on with another intent, named as an action names it. */
export type Jump = (story: Story, word: string) => Asking<boolean>;

/** Kinds of actions that do anything. Source: contract 60 section 7.4. */
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

export type Ran = 'nothing' | 'done' | 'jumped';

/** Runs the actions of an intent in their order, and then the one that its attributes name. */
export function* runActions(story: Story, intent: Answer, reason: Reason, jump: Jump): Asking<Ran> {
  const { nextBlockAction: next } = intent.attributes;
  const isAction = typeof next === 'object' && next !== null && !Array.isArray(next);
  let ran: Ran = 'nothing';
  for (const action of isAction ? [...intent.actions, next as Action] : intent.actions) {
    const one = yield* runAction(story, action, reason, jump);
    if (one === 'jumped') return one;
    if (one === 'done') ran = one;
  }
  return ran;
}

function* runAction(story: Story, action: Action, reason: Reason, jump: Jump): Asking<Ran> {
  switch (action._tdActionType as ActionKind) {
    case 'reply':
      return done(yield* sayAll(story, contentsOf(action), reason));
    case 'randomreply':
      return done(yield* sayAll(story, oneOf(contentsOf(action), story.input.message._id), reason));
    case 'hmessage':
      return done(yield* say(story, { text: textAt(action, 'text'), attributes: { subtype: 'info' } }, reason));
    case 'intent':
      return (yield* jump(story, textAt(action, 'intentName'))) ? 'jumped' : skipped(story);
    case 'agent':
      propose(story, { kind: 'handoff' });
      return 'done';
    case 'close':
      propose(story, { kind: 'close' });
      return 'done';
    case 'department':
      return yield* toDepartment(story, textAt(action, 'depName'));
    case 'setattribute-v2':
      write(story, { [textAt(action, 'destination')]: computed(action, story.parameters) });
      return 'done';
    case 'capture_user_reply': {
      const [into, goTo] = [textAt(action, 'assignResultTo'), textAt(action, 'goToIntent')];
      story.session = { ...story.session, pending: { kind: 'capture', into, goTo } };
      return 'done';
    }
    default:
      return skipped(story);
  }
}

function skipped(story: Story): Ran {
  story.skipped += 1;
  return 'nothing';
}

const done = (said: boolean): Ran => (said ? 'done' : 'nothing');

function* sayAll(story: Story, contents: readonly Content[], reason: Reason): Asking<boolean> {
  let said = false;
  for (const content of contents) if (yield* say(story, content, reason)) said = true;
  return said;
}

function* toDepartment(story: Story, name: string): Asking<Ran> {
  const departmentId = name === '' ? undefined : yield* ask({ kind: 'department', name });
  if (departmentId === undefined) return skipped(story);
  propose(story, { kind: 'department', departmentId });
  return 'done';
}

/** The messages among the commands of a reply; without commands its own text. */
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

/** The same one whenever the turn is told again. */
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
