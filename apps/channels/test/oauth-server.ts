import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives out access tokens for refresh tokens, each once, and tells the mail server which are valid. */
export class OauthServer {
  readonly #server = createServer(async (req, res) => {
    const sent = new URLSearchParams(Buffer.concat(await req.toArray()).toString());
    const answer = req.url?.startsWith('/token') ? this.#grant(sent) : this.#introspect(sent);
    res.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  /** The one that is valid; it changes with each use. */
  refreshToken = 'refresh-0';
  grants = 0;
  /** Users by the access tokens that are valid. */
  readonly live = new Map<string, string>();

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Access tokens end before their time. */
  forget(): void {
    this.live.clear();
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #grant(sent: URLSearchParams): object {
    const isRight = sent.get('refresh_token') === this.refreshToken && sent.get('client_secret') === 'hush';
    if (!isRight || sent.get('grant_type') !== 'refresh_token') return { error: 'invalid_grant' };
    this.grants += 1;
    this.refreshToken = `refresh-${this.grants}`;
    const token = `access-${this.grants}`;
    this.live.set(token, 'help');
    return { access_token: token, expires_in: 3_600, token_type: 'Bearer', refresh_token: this.refreshToken };
  }

  #introspect(sent: URLSearchParams): object {
    const email = this.live.get(sent.get('token') ?? '');
    return email ? { active: 'true', email } : { active: 'false' };
  }
}
