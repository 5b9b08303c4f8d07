import { webhooks } from '/work/main/bench/src/webhooks.ts';
await webhooks(Number(process.argv[2]), Number(process.argv[3]));
process.exit();
