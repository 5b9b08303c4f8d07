/** An action of an intent, as the API keeps it. */
export type Action = Readonly<Record<string, unknown>>;

/** The kinds that the engine runs. Source: contract 60 section 7.4. */
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
export type ActionKind = (typeof actionKinds)[number];

/** Members of one line each, by kind. */
export const membersOf = {
  reply: [],
  randomreply: [],
  intent: ['intentName'],
  agent: [],
  close: [],
  department: ['depName'],
  hmessage: ['text'],
  'setattribute-v2': ['destination'],
  capture_user_reply: ['assignResultTo', 'goToIntent'],
} as const satisfies Record<ActionKind, readonly string[]>;
export type ActionMember = (typeof membersOf)[ActionKind][number];

/**
 * The kind of an action that has a form here. Any other one, also one of a known kind whose members are not what the form edits, is
 * shown as JSON and kept as it is.
 */
export function kindOf(action: unknown): ActionKind | undefined {
  if (!isObject(action)) return undefined;
  const kind = actionKinds.find((known) => known === action._tdActionType);
  if (!kind) return undefined;
  const isText = (name: string) => action[name] === undefined || typeof action[name] === 'string';
  if (!membersOf[kind].every(isText)) return undefined;
  return saysMessages(kind) && messagesOf(action) === undefined ? undefined : kind;
}

export function saysMessages(kind: ActionKind): boolean {
  return kind === 'reply' || kind === 'randomreply';
}

/** The texts of a reply, with their places among its commands; undefined when they are not what the engine reads. */
export function messagesOf(action: Action): { at: number; text: string }[] | undefined {
  const { attributes, text } = action;
  const commands = isObject(attributes) ? attributes.commands : undefined;
  if (commands === undefined)
    return text === undefined || typeof text === 'string' ? [{ at: -1, text: text ?? '' }] : undefined;
  if (!Array.isArray(commands)) return undefined;
  return commands.flatMap((command: unknown, at) => {
    const message = messageIn(command);
    return message && (message.text === undefined || typeof message.text === 'string')
      ? [{ at, text: message.text ?? '' }]
      : [];
  });
}

/** The action with another text of a message; everything else stays. */
export function withMessage(action: Action, at: number, text: string): Action {
  if (at < 0) return { ...action, text };
  return withCommands(action, (commands) =>
    commands.map((command, index) => {
      const message = index === at ? messageIn(command) : undefined;
      return message ? { ...(command as object), message: { ...message, text } } : command;
    }),
  );
}

/** The action with one more message at its end. A lone text becomes the first of its messages. */
export function withNewMessage(action: Action): Action {
  const fresh = { type: 'message', message: { type: 'text', text: '' } };
  if (commandsOf(action)) return withCommands(action, (commands) => [...commands, fresh]);
  const { text, ...rest } = action;
  const first = text ? [{ type: 'message', message: { type: 'text', text } }] : [];
  const attributes = isObject(rest.attributes) ? rest.attributes : {};
  return { ...rest, attributes: { ...attributes, commands: [...first, fresh] } };
}

export function withoutMessage(action: Action, at: number): Action {
  return withCommands(action, (commands) => commands.filter((_, index) => index !== at));
}

export function withMember(action: Action, name: ActionMember, value: string): Action {
  return { ...action, [name]: value };
}

export function newAction(kind: ActionKind): Action {
  const action = { _tdActionType: kind };
  return saysMessages(kind) ? withNewMessage(action) : action;
}

function commandsOf({ attributes }: Action): unknown[] | undefined {
  const commands = isObject(attributes) ? attributes.commands : undefined;
  return Array.isArray(commands) ? commands : undefined;
}

function withCommands(action: Action, change: (commands: unknown[]) => unknown[]): Action {
  const commands = commandsOf(action);
  return commands
    ? { ...action, attributes: { ...(action.attributes as object), commands: change(commands) } }
    : action;
}

function messageIn(command: unknown): Record<string, unknown> | undefined {
  return isObject(command) && command.type === 'message' && isObject(command.message) ? command.message : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
