import { existsSync } from 'node:fs';

import { findProgram, freePort, startServer } from '@parley/testkit';

import type { Driver } from './driven-page.ts';
import type { Screen } from './screen.ts';

const element = 'element-6066-11e4-a52e-4f735466cecf';
const server = 'WebKitWebDriver';

/** Starts WebKit's own small browser (of WebKitGTK, Safari's engine) with a window, driven by WebDriver. Source: W3C WebDriver. */
export async function startWebKit(screen: Screen): Promise<Driver> {
  const port = await freePort();
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, signal: AbortSignal.timeout(60_000) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each command has a result of its own.
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const driver = await startServer(
    findProgram(server) ?? server,
    ['-p', String(port)],
    () => call('GET', '/status'),
    screen.env,
  );
  const alwaysMatch = {
    unhandledPromptBehavior: 'ignore',
    'webkitgtk:browserOptions': { binary: browserProgram(), args: ['--automation'] },
  };
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch } });
  const send = (method: string, command: string, body?: object) =>
    call(method, `/session/${sessionId}${command}`, body);
  await send('POST', '/window/rect', { x: 0, y: 0, width: 1600, height: 1000 });
  await send('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 });

  return {
    // WebKit's driver reports no errors of pages.
    faults: [],
    open: (url) => send('POST', '/url', { url }),
    evaluate: async (expression) => {
      const script = `const done = arguments[0];
        Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await send('POST', '/execute/async', { script, args: [] });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    perform: (actions) => send('POST', '/actions', { actions }),
    upload: async (expression, path) => {
      const found = await send('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
      await send('POST', `/element/${found[element]}/value`, { text: path });
    },
    screenshot: async () => Buffer.from(await send('GET', '/screenshot'), 'base64'),
    stop: async () => {
      await send('DELETE', '');
      await driver.stop();
    },
  };
}

/** It comes with the driver, beside the library, and is on no PATH. */
function browserProgram(): string {
  const folders = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
    ['4.1', '4.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
  );
  const found = folders.find((path) => existsSync(path));
  if (!found) throw new Error('The browser of WebKitGTK is not beside its driver.');
  return found;
}
