import { workerData } from 'node:worker_threads';

import { serveJobs } from '../email/serve-jobs.ts';
import type { VerifyJob } from './mail-verifier.ts';
import { mailVerification } from './verify-mail.ts';

const verify = mailVerification(workerData as readonly string[]);

serveJobs(({ bytes, options }: VerifyJob) => verify(Buffer.from(bytes), options));
