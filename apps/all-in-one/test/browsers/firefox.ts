import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { findProgram } from '@parley/testkit';
import { WebSocket } from 'ws';

import type { Driver } from './driven-page.ts';
import type { Screen } from './screen.ts';

/** Debian's, or one that was installed by hand. */
export const firefoxProgram = () => findProgram('firefox-esr') ?? findProgram('firefox');

interface Reply {
  id?: number;
  type: 'success' | 'error' | 'event';
  // biome-ignore lint/suspicious/noExplicitAny: each command has a result of its own.
  result?: any;
  message?: string;
  method?: string;
  params?: { level?: string; text?: string };
}

/** Said of a part of the console that was still loading when its page was left. */
const leftBehind = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Starts Firefox with a window and a new profile, driven by WebDriver BiDi. Source: W3C WebDriver BiDi. */
export async function startFirefox(screen: Screen): Promise<Driver> {
  const profile = join(screen.folder, 'profile');
  await mkdir(profile);
  await writeFile(join(profile, 'user.js'), 'user_pref("ui.caretBlinkTime", 0);\n');
  const args = ['--no-remote', '--kiosk', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(firefoxProgram() ?? 'firefox', args, { env: screen.env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const faults: string[] = [];
  const session = await connect(`${await addressOf(createInterface(child.stderr))}/session`, ({ params }) => {
    const { level, text = 'an error without a text' } = params ?? {};
    if (level === 'error' && !leftBehind.test(text)) faults.push(text);
  });
  // Dialogs stay open, so that they are seen.
  await session.send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } },
  });
  await session.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await session.send('browsingContext.getTree', {});
  const { context } = contexts[0];

  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('script.evaluate', {
      ...{ expression, awaitPromise: true, target: { context } },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  return {
    faults,
    open: (url) => session.send('browsingContext.navigate', { context, url, wait: 'interactive' }),
    evaluate: async (expression) => (await evaluate(expression)).value,
    perform: (actions) => session.send('input.performActions', { context, actions }),
    upload: async (expression, path) => {
      const { sharedId } = await evaluate(expression);
      await session.send('input.setFiles', { context, element: { sharedId }, files: [path] });
    },
    screenshot: async () =>
      Buffer.from((await session.send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    stop: async () => {
      await session.send('browser.close', {});
      await ended;
    },
  };
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Firefox has ended before it could be driven');
}

async function connect(address: string, onEvent: (event: Reply) => void) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on('message', (data) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.type === 'event') onEvent(reply);
    else waiting.get(reply.id ?? 0)?.(reply);
  });
  let last = 0;
  return {
    send: async (method: string, params: object): Promise<Reply['result']> => {
      last += 1;
      const id = last;
      const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { type, result, message } = await replied;
      waiting.delete(id);
      if (type === 'error') throw new Error(`${method}: ${message}`);
      return result;
    },
  };
}
