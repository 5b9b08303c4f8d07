import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { analytics } from './analytics.ts';
import { bots } from './bots.ts';
import { files } from './files.ts';
import { leads } from './leads.ts';
import { prepare } from './prepare.ts';
import { Profiler } from './profile.ts';
import { report, reportShares } from './report.ts';
import { measure } from './rounds.ts';
import { scale } from './scale.ts';
import { scenarios } from './scenarios.ts';
import { sockets } from './sockets.ts';
import { webhooks } from './webhooks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    profile: { type: 'boolean', default: false },
    requests: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '10000000' },
    leads: { type: 'string', default: '1000000' },
    samples: { type: 'string' },
    others: { type: 'string', default: '0' },
    sockets: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '200' },
    together: { type: 'string', default: '1' },
    folder: { type: 'string' },
  },
});
const number = (name: Exclude<keyof typeof values, 'profile' | 'folder'>) => Number(values[name]);
const samples = (usual: number) => Number(values.samples ?? usual);

/** Measurements on a mesh of their own; all others are calls to one that is prepared, beside the baseline. */
const measurements: Record<string, () => Promise<void>> = {
  scale: () =>
    scale({
      small: { requests: 10_000, messages: 100_000 },
      big: { requests: number('requests'), messages: number('messages') },
      samples: samples(1_000),
      folder: values.folder && resolve(values.folder),
    }),
  leads: () => leads(number('leads'), samples(1_000)),
  // Of figures there are many, and each is asked for one after the other.
  analytics: () =>
    analytics({
      requests: number('requests'),
      others: number('others'),
      samples: samples(200),
      writing: { rate: number('rate'), together: number('together') },
    }),
  files: () => files(number('seconds')),
  sockets: () =>
    sockets({
      idle: number('sockets'),
      perSecond: number('rate'),
      seconds: number('seconds'),
      together: number('together'),
    }),
  bots: () => bots(samples(1_000)),
  webhooks: () => webhooks(number('rate'), number('seconds')),
};
const own = measurements[positionals[0] ?? ''];
if (own) {
  await own();
  process.exit();
}

const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
for (const name of names) {
  if (!(name in scenarios)) {
    console.error(
      `usage: npm run bench -- ${Object.keys(scenarios).join('|')} [--rounds 5] [--seconds 5] [--connections 32] [--profile]
       npm run bench -- scale [--requests 1000000] [--messages 10000000] [--samples 1000] [--folder <folder>]
       npm run bench -- leads [--leads 1000000] [--samples 1000]
       npm run bench -- analytics [--requests 1000000] [--others 0] [--samples 200] [--rate 200] [--together 1]
       npm run bench -- files [--seconds 5]
       npm run bench -- sockets [--sockets 5000] [--rate 200] [--together 1] [--seconds 5]
       npm run bench -- bots [--samples 1000]
       npm run bench -- webhooks [--rate 200] [--seconds 5]`,
    );
    process.exit(2);
  }
}

const stage = await prepare({ connections: Number(values.connections), profile: values.profile });
const profiler = stage.mesh.inspector ? await Profiler.attach(stage.mesh.inspector) : undefined;
try {
  for (const name of names) {
    const scenario = scenarios[name as keyof typeof scenarios];
    await stage.tidy();
    await profiler?.start();
    const figures = await measure(stage, scenario, { rounds: Number(values.rounds), seconds: Number(values.seconds) });
    const shares = await profiler?.stop();
    report(name, figures);
    if (shares) reportShares(shares);
  }
} finally {
  profiler?.close();
  await stage.stop();
}
