import type { CustomToken } from '@parley/sdk/browser';

import type { Events, StartOptions } from './host.ts';
import type { Said } from './kinds.ts';

type Handler = (detail: unknown) => void;

/** What `parley('name', …)` does. Source: contract 81 section 1. */
export interface Commands {
  open(): void;
  close(): void;
  toggle(): void;
  hide(): void;
  show(): void;
  start(options: StartOptions): void;
  identify(token: CustomToken): void;
  logout(): void;
  set(said: Said): void;
  on(name: keyof Events, handler: Handler): void;
  off(name: keyof Events, handler: Handler): void;
  consent(isGiven: boolean): void;
  shutdown(): void;
}

const nothing = (args: readonly unknown[]) => args.length === 0;
const listening = ([name, handler]: readonly unknown[]) => typeof name === 'string' && typeof handler === 'function';

/** Whether the arguments of a command are right. */
const checks: Record<keyof Commands, (args: readonly unknown[]) => boolean> = {
  open: nothing,
  close: nothing,
  toggle: nothing,
  hide: nothing,
  show: nothing,
  start: ([options]) => options === undefined || isStartOptions(options),
  identify: ([token]) => typeof token === 'function' || (typeof token === 'string' && token !== ''),
  logout: nothing,
  set: ([said]) => isObject(said),
  on: listening,
  off: listening,
  consent: ([isGiven]) => typeof isGiven === 'boolean',
  shutdown: nothing,
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStartOptions(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { text, department, attributes } = value;
  const areTexts = [text, department].every((one) => one === undefined || typeof one === 'string');
  return areTexts && (attributes === undefined || isObject(attributes));
}

/** `identify({token})` and `identify(token)` are the same. */
function argumentsOf(name: string, args: readonly unknown[]): readonly unknown[] {
  const [first] = args;
  return name === 'identify' && isObject(first) ? [first.token] : args;
}

/**
 * Runs a command; a faulty one does nothing.
 * @param warn says what is wrong
 */
export function runCommand(
  commands: Commands,
  [name, ...given]: readonly unknown[],
  warn: (message: string) => void,
): void {
  const command = name as keyof Commands;
  const args = argumentsOf(String(name), given);
  if (typeof name !== 'string' || !Object.hasOwn(checks, name)) warn(`unknown command "${String(name)}"`);
  else if (!checks[command](args)) warn(`"${name}" got faulty arguments`);
  else (commands[command] as (...args: readonly unknown[]) => void)(...args);
}
