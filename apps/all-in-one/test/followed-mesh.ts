import { createParley, listMessages, type MessageView, type Parley, sendMessage } from '@parley/sdk';
import { applyFrame, type ConnectOptions, connect, type Frame, type Live, type LiveStatus } from '@parley/sdk/realtime';
import { WebSocket } from 'ws';

import { Link } from './link.ts';
import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

/** Programs that follow a mesh by the SDK, over a link that a test breaks. */
export class FollowedMesh {
  readonly mesh: SharedMesh;
  readonly link: Link;
  readonly #lives: Live[] = [];

  private constructor(mesh: SharedMesh, link: Link) {
    this.mesh = mesh;
    this.link = link;
  }

  static async start(): Promise<FollowedMesh> {
    const mesh = await sharedMesh();
    return new FollowedMesh(mesh, await Link.to(mesh.url));
  }

  /** Closes what followed, and mends the link. */
  reset(): void {
    for (const live of this.#lives.splice(0)) live.close();
    this.link.refusesSockets = false;
    this.link.refusesStreams = false;
    this.link.thaw();
  }

  async stop(): Promise<void> {
    await this.link.stop();
  }

  /** A project whose visitor Vera has begun a conversation. */
  async shop() {
    const ada = await newUser(this.mesh.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const vera = await newVisitor(this.mesh.url, project._id, 'Vera');
    const request_id = newRequestId(project._id);
    const clientOf = (url: string, token: string) => createParley({ url, project: project._id, token });
    const visitor = clientOf(this.mesh.url, vera.token);
    await sendMessage(visitor, { request_id, text: 'Hello' });
    return {
      project: project._id as string,
      request_id,
      visitor,
      veraToken: vera.token,
      ada: clientOf(this.mesh.url, ada.token),
      overLink: clientOf(this.link.url, ada.token),
    };
  }

  following(parley: Parley, options: ConnectOptions = {}): Live & { statuses: LiveStatus[] } {
    const statuses: LiveStatus[] = [];
    const live = connect(parley, {
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
      backoff: { minMs: 20, maxMs: 100 },
      onStatus: (status) => statuses.push(status),
      ...options,
    });
    this.#lives.push(live);
    return Object.assign(live, { statuses });
  }
}

export type Shop = Awaited<ReturnType<FollowedMesh['shop']>>;

/** Records, frames and errors that the handlers of one subscription received. */
export class Heard {
  records: readonly MessageView[] = [];
  readonly frames: Frame[] = [];
  snapshots = 0;
  gaps = 0;
  readonly refusals: string[] = [];

  readonly handlers = {
    onSnapshot: (records: MessageView[]) => {
      this.snapshots += 1;
      this.records = records;
    },
    onFrame: (frame: Frame<MessageView>) => {
      this.frames.push(frame);
      this.records = applyFrame(this.records, frame);
    },
    onGap: () => {
      this.gaps += 1;
    },
    onRefused: (code: string) => {
      this.refusals.push(code);
    },
  };

  get cursors(): (string | undefined)[] {
    return this.frames.map(({ cursor }) => cursor);
  }
}

export async function stored({ ada, request_id }: Shop) {
  return (await listMessages(ada, { request_id })).map(({ _id, seq, __v }) => [_id, seq, __v]);
}

export function known({ records }: Heard) {
  return records.map(({ _id, seq, __v }) => [_id, seq, __v]);
}
