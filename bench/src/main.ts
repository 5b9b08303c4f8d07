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
    folder: { type: 'string' },
  },
});
// Of figures there are many, and each is asked for one after the other.
const samples = Number(values.samples ?? (positionals[0] === 'analytics' ? 200 : 1_000));
if (positionals[0] === 'scale') {
  const big = { requests: Number(values.requests), messages: Number(values.messages) };
  const small = { requests: 10_000, messages: 100_000 };
  await scale({
    small,
    big,
    samples,
    folder: values.folder && resolve(values.folder),
  });
  process.exit();
}
if (positionals[0] === 'analytics') {
  const { requests, others, rate } = values;
  await analytics({ requests: Number(requests), others: Number(others), samples, rate: Number(rate) });
  process.exit();
}
if (positionals[0] === 'leads') {
  await leads(Number(values.leads), samples);
  process.exit();
}
if (positionals[0] === 'files') {
  await files(Number(values.seconds));
  process.exit();
}
if (positionals[0] === 'bots') {
  await bots(samples);
  process.exit();
}
if (positionals[0] === 'webhooks') {
  await webhooks(Number(values.rate), Number(values.seconds));
  process.exit();
}
if (positionals[0] === 'sockets') {
  await sockets(Number(values.sockets), Number(values.rate), Number(values.seconds));
  process.exit();
}
const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
for (const name of names) {
  if (!(name in scenarios)) {
    console.error(
      `usage: npm run bench -- ${Object.keys(scenarios).join('|')} [--rounds 5] [--seconds 5] [--connections 32] [--profile]
       npm run bench -- scale [--requests 1000000] [--messages 10000000] [--samples 1000] [--folder <folder>]
       npm run bench -- leads [--leads 1000000] [--samples 1000]
       npm run bench -- analytics [--requests 1000000] [--others 0] [--samples 200] [--rate 200]
       npm run bench -- files [--seconds 5]
       npm run bench -- sockets [--sockets 5000] [--rate 200] [--seconds 5]
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
