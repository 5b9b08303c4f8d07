import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where CPU time goes, from what a call stack shows: the first rule that knows one of its files, innermost first. */
const areas: [area: string, files: RegExp][] = [
  ['actor token', /service-kit\/src\/security\/actor-token|identity\/src\/signatures|apps\/gateway\/src\/actor-cache/],
  ['proxy', /http-proxy-middleware|httpxy|apps\/gateway\/src\/(proxy|upstreams|forwarded-headers)/],
  [
    'gateway: identity, role, limits',
    /apps\/gateway\/|node_modules\/(express|router|helmet|finalhandler|on-finished)\//,
  ],
  ['validation', /node_modules\/zod\/|service-kit\/src\/http\/input/],
  ['database', /node_modules\/pg(-[a-z]+)?\/|service-kit\/src\/database\/|\.(repository|writer|loader|row)\.ts/],
  ['events', /service-kit\/src\/(bus|outbox|consumers)\//],
  ['conversations', /apps\/conversations\//],
  ['service kit: HTTP', /service-kit\//],
];
const node = 'Node: HTTP and sockets';

interface Node {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

/** Of a process started with `--inspect`. */
export class Profiler {
  readonly #socket: WebSocket;
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** @param url as the process prints it: `ws://127.0.0.1:…` */
  static async attach(url: string): Promise<Profiler> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const profiler = new Profiler(socket);
    await profiler.#call('Profiler.enable');
    return profiler;
  }

  start(): Promise<unknown> {
    return this.#call('Profiler.start');
  }

  /**
   * Shares of the time not spent idle, by area, the largest first.
   * @param file where all of it is written, for a viewer of CPU profiles
   */
  async stop(file: string): Promise<{ area: string; share: number }[]> {
    const { profile } = (await this.#call('Profiler.stop')) as { profile: Profile };
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(profile));
    return sharesOf(profile);
  }

  close(): void {
    this.#socket.close();
  }

  #call(method: string): Promise<unknown> {
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        this.#socket.removeEventListener('message', onMessage);
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      };
      this.#socket.addEventListener('message', onMessage);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}

function sharesOf({ nodes, samples, timeDeltas }: Profile): { area: string; share: number }[] {
  const areaOf = areaByNode(nodes);
  const spent = new Map<string, number>();
  samples.forEach((id, index) => {
    const area = areaOf.get(id);
    if (area) spent.set(area, (spent.get(area) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const all = [...spent.values()].reduce((sum, time) => sum + time, 0) || 1;
  return [...spent]
    .map(([area, time]) => ({ area, share: time / all }))
    .toSorted((one, other) => other.share - one.share);
}

/** Nodes come parents first; one that no rule knows belongs where its parent does. */
function areaByNode(nodes: Node[]): Map<number, string | undefined> {
  const parents = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id] as const)));
  const found = new Map<number, string | undefined>();
  for (const { id, callFrame } of nodes) {
    const above = found.get(parents.get(id) ?? -1);
    found.set(id, ownArea(callFrame, above));
  }
  return found;
}

/** Node's own code, and what has no file, works for its caller. */
function ownArea({ functionName, url }: Node['callFrame'], above: string | undefined): string | undefined {
  if (functionName === '(root)' || functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  return areas.find(([, files]) => files.test(url))?.[0] ?? above ?? node;
}
