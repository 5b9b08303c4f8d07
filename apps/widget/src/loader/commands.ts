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
  start(options?: StartOptions): void;
  identify(token: CustomToken): void;
  logout(): void;
  set(said: Said): void;
  on(name: keyof Events, handler: Handler): void;
  off(name: keyof Events, handler: Handler): void;
  consent(isGiven: boolean): void;
  shutdown(): void;
}

type Check = (first: unknown, second: unknown) => boolean;

const none: Check = (first) => first === undefined;
const isObject = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]';
const isListening: Check = (name, handler) => typeof name === 'string' && typeof handler === 'function';

/** Whether the arguments of a command are valid. */
const checks: Record<keyof Commands, Check> = {
  open: none,
  close: none,
  toggle: none,
  hide: none,
  show: none,
  start: (options = {}) => isObject(options) && typeof ((options as StartOptions).text ?? '') === 'string',
  identify: (token) => typeof token === 'function' || (typeof token === 'string' && token !== ''),
  logout: none,
  set: isObject,
  on: isListening,
  off: isListening,
  consent: (isGiven) => typeof isGiven === 'boolean',
  shutdown: none,
};

/**
 * Runs a command; an invalid one does nothing.
 * @param warn reports what is wrong
 */
export function runCommand(
  commands: Commands,
  [name, given, second]: readonly unknown[],
  warn: (message: string) => void,
): void {
  const command = name as keyof Commands;
  // `identify({ token })` and `identify(token)` are the same.
  const first = command === 'identify' && isObject(given) ? (given as { token: unknown }).token : given;
  if (!Object.hasOwn(checks, command)) warn(`unknown command "${String(name)}"`);
  else if (!checks[command](first, second)) warn(`"${command}" got faulty arguments`);
  else (commands[command] as (first: unknown, second: unknown) => void)(first, second);
}
