import { runProcess } from '../../src/service/process.ts';
import { startToy } from './toy.service.ts';

await runProcess(startToy);
