import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeWithProgram } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import { reservePorts } from '../src/ports.ts';
import { followGuide, guidePath, openGuide } from './guide.ts';
import { Customer, startMesh } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-guide-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function follow(guide: string, env: Record<string, string> = {}): Promise<string[]> {
  return followGuide(guide, { folder, env });
}

describe('against a mesh', () => {
  let mesh: SharedMesh;
  beforeAll(async () => {
    mesh = await sharedMesh();
  }, 120_000);

  it('the basics read every page, write once, and show errors', async () => {
    expect(await follow('api-basics', { PARLEY_URL: mesh.url })).toEqual([
      '0',
      'right_missing',
      expect.stringMatching(/^idempotency-replayed: true/i),
      '1',
      'gold',
      'version_mismatch',
      '5 leads: Barbara, Edsger, Grace, Linus, Vera',
      expect.stringMatching(/^tag: Required; color: /),
      'unauthorized',
      'The API is below /v3: GET /v3/projects',
    ]);
  }, 90_000);

  it('a realtime client misses nothing between two connections', async () => {
    expect(await follow('realtime', { PARLEY_URL: mesh.url })).toEqual([
      'CREATE 1: Hello',
      'CREATE 2: Is anybody there?',
      expect.stringContaining('message.created'),
    ]);
  }, 90_000);

  it('bots answer by intents, and from a server of the customer', async () => {
    const [port] = await reservePorts(1);
    expect(await follow('bots', { PARLEY_URL: mesh.url, BOT_PORT: String(port) })).toEqual([
      'Every day from 9 to 18.',
      'Every day from 9 to 18.',
      'stressed',
    ]);
  }, 90_000);

  it('a receiver gets a call that verifies', async () => {
    const [port] = await reservePorts(1);
    expect(await follow('webhooks', { PARLEY_URL: mesh.url, RECEIVER_PORT: String(port) })).toEqual([
      'message.create: Hello, shop',
    ]);
  }, 90_000);

  it('an agent has the tools that its token allows', async () => {
    expect(await follow('mcp', { PARLEY_URL: mesh.url })).toEqual([
      'parley',
      'true',
      'false',
      expect.stringContaining('The token has no tool of this name.'),
      'true',
    ]);
  }, 90_000);

  it('a mailbox takes mail, and its answers leave', async () => {
    expect(await follow('mail', { PARLEY_URL: mesh.url })).toEqual([
      'stored',
      '100',
      expect.stringMatching(/^in( then out)?$/),
      '71',
    ]);
  }, 90_000);

  it('service levels, snoozes, scheduled messages, merges, holidays, macros, rules, views and surveys do what they say', async () => {
    expect(await follow('automation', { PARLEY_URL: mesh.url })).toEqual([
      'Gold',
      '1',
      'Everyone',
      'Gold',
      'first_response',
      '1',
      'first_response running, resolution running',
      'The carrier calls back',
      '1',
      'undefined',
      'Is all as you wished?',
      'cancelled requester_message',
      'true',
      'true',
      'true',
      '1000',
      '1',
      'Founders’ day',
      '24:00',
      'true',
      'Founders’ day',
      'Which order do you mean, Vera?',
      'send_message, add_tags',
      '1',
      'true',
      '1',
      '0',
      '86400000',
      'Did we help you?',
      'true',
      'Quick and kind',
    ]);
  }, 90_000);

  it('a site sets up its widget, and vouches for its visitors', async () => {
    expect(await follow('widget', { PARLEY_URL: mesh.url })).toEqual([
      '#0b6e4f',
      'My shop',
      'origin_not_allowed',
      'customer-4711',
    ]);
  }, 90_000);

  it('a visitor signs in by the word of the customer’s server', async () => {
    expect(await follow('custom-sign-in', { PARLEY_URL: mesh.url })).toEqual(['customer-4711', '1', 'unauthorized']);
  }, 90_000);
});

it('the keys of the guide to production sign tokens, and readers can find the key by its id', async () => {
  await follow('production-on-one-host');
  const lines = (await readFile(join(folder, 'parley.env'), 'utf8')).trim().split('\n');
  const env = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const mesh = await startMesh(env);
  try {
    const caller = new Customer(mesh.url);
    const credentials = { email: 'ada@example.com', password: 'correct horse' };
    await caller.call('POST', '/auth/signup', { ...credentials, firstname: 'Ada', lastname: 'Lovelace' });
    const { body } = await caller.call('POST', '/auth/signin', credentials);
    const { kid } = JSON.parse(Buffer.from(body.token.replace('JWT ', '').split('.')[0], 'base64url').toString());
    const published = (await (await fetch(`${mesh.url}/.well-known/jwks.json`)).json()) as {
      keys: { kid: string; x: string }[];
    };
    const [ours] = JSON.parse(env.TOKEN_SIGNING_KEYS ?? '').keys as { x: string }[];
    expect(published.keys.map((key) => [key.kid, key.x])).toEqual([[kid, ours?.x]]);
    expect((await new Customer(mesh.url, body.token).call('GET', '/users')).status).toBe(200);
  } finally {
    await mesh.stop();
  }
}, 120_000);

/** How a program of each language calls the function of the guide: for each of several calls it prints `true` or `false`. */
const drivers = {
  node: {
    file: 'driver.mjs',
    text: `import { verify } from './verify.mjs';
for (const { secret, headers, body } of JSON.parse(process.argv[2]))
  console.log(verify(secret, headers, Buffer.from(body)));`,
    command: (name: string) => ['node', name],
  },
  python3: {
    file: 'driver.py',
    text: `import json, sys
from verify import verify
for call in json.loads(sys.argv[1]):
    print(str(verify(call["secret"], call["headers"], call["body"].encode())).lower())`,
    command: (name: string) => ['python3', name],
  },
  go: {
    file: 'driver.go',
    text: `package main
import ("encoding/json"; "fmt"; "net/http"; "os")
func main() {
	var calls []struct { Secret string; Headers map[string]string; Body string }
	if err := json.Unmarshal([]byte(os.Args[1]), &calls); err != nil { panic(err) }
	for _, call := range calls {
		headers := http.Header{}
		for name, value := range call.Headers { headers.Set(name, value) }
		fmt.Println(verify(call.Secret, headers, []byte(call.Body)))
	}
}`,
    command: (name: string) => ['go', 'run', name, 'verify.go'],
  },
} as const;

describe.each(Object.keys(drivers) as (keyof typeof drivers)[])('verifying in %s', (language) => {
  describeWithProgram(language, 'by the function of the guide', () => {
    it('takes what is signed, by either secret, and nothing that was changed or is old', async () => {
      await openGuide('webhooks', folder);
      const { file, text, command } = drivers[language];
      await writeFile(join(folder, file), text);
      const [secret, other] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
        string,
        string,
      ];
      const body = JSON.stringify({ text: 'Grüße ✓' });
      const signed = (at: Date, ...secrets: string[]) => ({
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': secrets.map((one) => new Webhook(one).sign('msg_1', at, body)).join(' '),
      });
      const now = new Date();
      const cases: [call: { secret: string; headers: object; body: string }, isTaken: boolean][] = [
        [{ secret, headers: signed(now, secret), body }, true],
        [{ secret, headers: signed(now, other, secret), body }, true],
        [{ secret, headers: signed(now, other), body }, false],
        [{ secret, headers: signed(now, secret), body: `${body} ` }, false],
        [{ secret, headers: { ...signed(now, secret), 'webhook-id': 'msg_2' }, body }, false],
        [{ secret, headers: signed(new Date(now.getTime() - 600_000), secret), body }, false],
        [{ secret, headers: {}, body }, false],
      ];

      const [program, ...args] = command(file) as [string, ...string[]];
      const options = { cwd: folder, env: { ...process.env, PATH: guidePath, GO111MODULE: 'off' } };
      const printed = execFileSync(program, [...args, JSON.stringify(cases.map(([call]) => call))], options).toString();
      expect(printed.trim().split('\n')).toEqual(cases.map(([, isTaken]) => String(isTaken)));
    }, 120_000);
  });
});

/** The programs of the guide to the widget that vouch for a visitor. */
const vouching = {
  node: ['vouch.mjs'],
  python3: ['vouch.py'],
  go: ['run', 'vouch.go'],
  java: ['Vouch.java'],
} as const;

describe.each(Object.keys(vouching) as (keyof typeof vouching)[])('vouching in %s', (language) => {
  describeWithProgram(language, 'by the program of the guide', () => {
    it('signs the claims that the exchange wants, under the secret', async () => {
      await openGuide('widget', folder);
      const env = {
        ...process.env,
        PATH: guidePath,
        GO111MODULE: 'off',
        PROJECT: 'p1',
        SECRET: 'secret of the project',
        VISITOR_ID: 'c-1',
      };
      const token = execFileSync(language, [...vouching[language]], { cwd: folder, env })
        .toString()
        .trim();
      const [head = '', claims = '', signature] = token.split('.');
      expect(createHmac('sha256', 'secret of the project').update(`${head}.${claims}`).digest('base64url')).toBe(
        signature,
      );
      const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
      expect(decode(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
      const { iat, exp, jti, ...rest } = decode(claims);
      expect(rest).toEqual({ _id: 'c-1', firstname: 'Vera', sub: 'userexternal', aud: 'parley:projects:p1' });
      expect([exp - iat, Math.abs(Date.now() / 1000 - iat) < 60, jti.length >= 16]).toEqual([300, true, true]);
    }, 120_000);
  });
});
