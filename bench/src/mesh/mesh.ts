import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Profiler } from '../profile.ts';
import { measureBacklog } from './backlog.ts';
import { baselineNames, startBaseline } from './baselines.ts';
import { type Idle, measureIdle, noIdle } from './idle.ts';
import { startParley } from './parley.ts';
import { deleteLater, type FilledProject, fillProject } from './project.ts';
import { untilQuiet } from './quiet.ts';
import {
  type Found,
  report,
  reportBacklog,
  reportIdle,
  reportShares,
  reportStatements,
  reportSustained,
} from './report.ts';
import { scenarios } from './scenarios.ts';
import type { Side } from './side.ts';
import { type Sustained, sustain } from './sustained.ts';
import { countStatements, measureWindow, type Window, type WindowOptions } from './window.ts';

export interface MeshOptions {
  /** Of `measurementNames`. */
  names: readonly string[];
  windows: number;
  /** Of a window, of the idle mesh, and of a step of the search for the sustained rate. */
  seconds: number;
  holdSeconds: number;
  connections: number;
  conversations: number;
  /** Prints the most frequent statements of each scenario. */
  statements: boolean;
  /** Folder for profiles of the mesh's process; without one, none is taken. */
  profile: string | undefined;
}

export const measurementNames = [...Object.keys(scenarios), 'sustained', 'backlog', 'idle'];

/** Before anything was measured: no mesh takes more at rest. */
const anyIdle = { node: 0.1, postgres: 0.1 };

/** The whole mesh against the baselines, one side at a time: none begins before the others are quiet. */
export async function measureMesh(options: MeshOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const sides: Side[] = [];
  let profiler: Profiler | undefined;
  try {
    const parley = await startParley(folder, { inspect: options.profile !== undefined });
    sides.push(parley);
    const project = await fillProject(parley, options.conversations);
    const filledAt = new Date();
    parley.tidy = () => deleteLater(parley, project, filledAt);
    const source = { source: parley.database.client('conversations'), projectId: project.projectId };
    for (const tables of baselineNames) sides.push(await startBaseline(folder, tables, source));
    for (const { database } of sides) await database.vacuum();

    await untilQuiet(parley, anyIdle);
    const idle = await measureIdle(parley, idleSeconds(options));
    profiler = parley.inspector ? await Profiler.attach(parley.inspector) : undefined;
    const run = new Run({ sides, project, idle, options, profiler });
    for (const name of options.names) await run.measure(name);
  } finally {
    // A process that ends waits for its debugger to go.
    profiler?.close();
    for (const side of sides.reverse()) await side.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Longer than a window, as a rule: what is done by the clock is seldom done. */
const idleSeconds = ({ seconds }: MeshOptions): number => Math.min(seconds * 3, 30);

interface RunOptions {
  /** Parley first. */
  sides: readonly Side[];
  project: FilledProject;
  idle: Idle;
  options: MeshOptions;
  profiler: Profiler | undefined;
}

class Run {
  readonly #run: RunOptions;
  #calls = 0;

  constructor(run: RunOptions) {
    this.#run = run;
  }

  measure(name: string): Promise<void> {
    if (name === 'idle') return this.#idle();
    if (name === 'sustained') return this.#sustained();
    if (name === 'backlog') return this.#backlog();
    return this.#scenario(name);
  }

  async #scenario(name: string): Promise<void> {
    const { sides, options } = this.#run;
    const found = new Map<string, Found>();
    for (const side of sides) {
      // No window pays for the scenario before: dead rows, old statistics, whole pages in the WAL after a checkpoint by the clock.
      await side.database.vacuum();
      await this.#measured(name, side);
      const asked = side.name === 'parley' ? await countStatements(side, this.#window(name, side)) : undefined;
      await side.tidy?.();
      if (asked && options.statements) reportStatements(asked.list);
      found.set(side.name, { windows: [], statements: asked?.statements ?? 1 });
    }
    await this.#profiled(name, async () => {
      for (let nth = 0; nth < options.windows; nth++) {
        for (const side of sides) found.get(side.name)?.windows.push(await this.#measured(name, side));
      }
      report(name, found);
    });
  }

  /** Samples the mesh's process meanwhile, if asked to. */
  async #profiled(name: string, work: () => Promise<void>): Promise<void> {
    const { profiler, options } = this.#run;
    await profiler?.start();
    await work();
    const shares = await profiler?.stop(join(options.profile ?? '', `${name}.cpuprofile`));
    if (shares) reportShares(shares);
  }

  async #measured(name: string, side: Side): Promise<Window> {
    const options = this.#window(name, side);
    const window = await measureWindow(side, options);
    await side.tidy?.();
    await untilQuiet(side, options.idle);
    return window;
  }

  async #sustained(): Promise<void> {
    const { sides, project, options } = this.#run;
    const found = new Map<string, Sustained>();
    for (const side of sides) {
      console.log(`\nsustained, ${side.name}`);
      const { perSecond } = await measureWindow(side, this.#window('send', side));
      const { scenario, idle, next } = this.#window('send', side);
      const search = { from: perSecond / 3, stepSeconds: options.seconds, holdSeconds: options.holdSeconds };
      found.set(side.name, await sustain(side, { ...search, project, scenario, idle, next }));
    }
    reportSustained(found);
  }

  async #backlog(): Promise<void> {
    const { sides, project, options, idle } = this.#run;
    const [parley] = sides;
    if (!parley) return;
    await untilQuiet(parley, anyIdle);
    const backlog = { project, seconds: options.seconds, idle, next: () => this.#calls++ };
    await this.#profiled('backlog', async () => {
      const measure = async () => reportBacklog(await measureBacklog(parley, backlog));
      if (options.statements) reportStatements(await parley.database.statementsOf(measure));
      else await measure();
    });
  }

  async #idle(): Promise<void> {
    const [parley] = this.#run.sides;
    if (!parley) return;
    await untilQuiet(parley, anyIdle);
    await this.#profiled('idle', async () => {
      const idle = await measureIdle(parley, idleSeconds(this.#run.options));
      if (this.#run.options.statements) reportStatements(idle.list);
      reportIdle(idle);
    });
  }

  #window(name: string, side: Side): WindowOptions {
    const { project, options, idle } = this.#run;
    const scenario = scenarios[name];
    if (!scenario) throw new Error(`There is no scenario ${name}.`);
    return {
      ...{ project, scenario, connections: options.connections, seconds: options.seconds },
      idle: side.name === 'parley' ? idle : noIdle,
      next: () => this.#calls++,
    };
  }
}
