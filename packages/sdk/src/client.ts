import type { Operation } from './core/operation.ts';
import { createParley } from './core/parley.ts';
import type { Parley, ParleyOptions } from './core/types.ts';
import { type OperationsByTag, operationsByTag } from './generated/client.ts';

type Tags = OperationsByTag;
type Bound<O> = O extends Operation<infer _Params, infer Output> & ((parley: Parley, ...rest: infer Rest) => unknown)
  ? (...rest: Rest) => Promise<Output>
  : never;
type BoundTags = { readonly [Tag in keyof Tags]: { readonly [Name in keyof Tags[Tag]]: Bound<Tags[Tag][Name]> } };

interface Constructor {
  new (options: ParleyOptions): ParleyClient;
}

/** All operations as methods, by the tag of the reference: `client.messages.sendMessage({ … })`. */
export interface ParleyClient extends BoundTags {
  readonly parley: Parley;
}

export const ParleyClient = class {
  readonly parley: Parley;

  constructor(options: ParleyOptions) {
    this.parley = createParley(options);
    for (const [tag, operations] of Object.entries(operationsByTag)) {
      const bound = Object.entries(operations).map(([name, run]) => [
        name,
        (run as (parley: Parley, ...rest: unknown[]) => unknown).bind(undefined, this.parley),
      ]);
      Object.defineProperty(this, tag, { value: Object.fromEntries(bound), enumerable: true });
    }
  }
} as unknown as Constructor;
