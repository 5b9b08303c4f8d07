import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

import type { mailSetupApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { dkimRecordOf } from './dns-records.ts';
import { withOutgoing } from './mailbox.ts';

type MakeDkimKey = Operation<typeof mailSetupApi.makeDkimKey, Context>;

/** What receivers accept everywhere; longer keys do not fit into one DNS string. */
const bits = 2_048;

export const makeDkimKey: MakeDkimKey = async (context, _actor, { id_project, mailbox_id }) => {
  const { mailboxes, secrets, clock } = context;
  await mailboxes.get(id_project, mailbox_id);
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
  const selector = `parley-${newId(clock.now()).slice(0, 8)}`;
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { selector, publicKey, privateKey: secrets.seal(pem, mailbox_id) };
  const mailbox = await mailboxes.update(id_project, mailbox_id, (current) =>
    withOutgoing(current, { dkim }, clock.now()),
  );
  return { selector, ...dkimRecordOf(mailbox.address, dkim) };
};
