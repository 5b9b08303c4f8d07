declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  // biome-ignore lint/style/noDefaultExport: as the package has it.
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Client: {
      prototype: { redirectUriAllowed(uri: string): boolean; postLogoutRedirectUriAllowed(uri: string): boolean };
    };
    use(middleware: (context: { body: unknown }, next: () => Promise<void>) => Promise<void>): void;
    callback(): (req: IncomingMessage, res: ServerResponse) => void;
  }
}
