import type { ServiceName } from '@parley/contracts';
import { TransferServiceService } from '@parley/proto-gen/transfer/v1/transfer';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';

import type { TestService } from './service.ts';

type Records = Record<string, Record<string, unknown>[]>;

interface Batch {
  sha256?: string;
  n?: number;
}

/** Takes projects out of a service and into it, as the program that moves them does. */
export class Mover {
  readonly calls: PromiseClient<typeof TransferServiceService>;
  readonly import = newId();

  constructor({ env, addresses }: Pick<TestService<unknown, unknown>, 'env' | 'addresses'>, to: ServiceName) {
    const actorKey = new Uint8Array(Buffer.from(String(env.ACTOR_KEY), 'base64url'));
    const call = { address: addresses.grpc, from: 'transfer', to, actorKey, deadlineMs: 20_000 } as const;
    this.calls = client(TransferServiceService, call);
  }

  close(): void {
    this.calls.close();
  }

  /** What the service holds of a project, by kind. */
  async read(idProject: string): Promise<Records> {
    const found: Records = {};
    for await (const { kind, records } of this.calls.export({ idProject, withSecrets: false }))
      if (kind) found[kind] = [...(found[kind] ?? []), ...records.map((text) => JSON.parse(text) as object)] as [];
    return found;
  }

  async begin(idProject: string): Promise<string> {
    return (await this.calls.begin({ idProject, import: this.import })).state;
  }

  load(idProject: string, kind: string, records: readonly object[], { n = 1, sha256 = `${kind} ${n}` }: Batch = {}) {
    const texts = records.map((record) => JSON.stringify(record));
    return this.calls.load({ idProject, import: this.import, kind, n, sha256, records: texts, secrets: [] });
  }

  /** Loads everything, and opens the project. */
  async write(idProject: string, records: Records): Promise<void> {
    await this.begin(idProject);
    for (const [kind, own] of Object.entries(records)) {
      const { rejected } = await this.load(idProject, kind, own);
      if (rejected.length > 0) throw new Error(`${kind}: ${JSON.stringify(rejected)}`);
    }
    await this.calls.finish({ idProject, import: this.import });
    await this.calls.activate({ idProject, import: this.import });
  }
}
