import type { mailSetupApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { dkimRecordOf, domainOf } from './dns-records.ts';
import { outgoingOf } from './outgoing.ts';

type GetMailboxDns = Operation<typeof mailSetupApi.getMailboxDns, Context>;

const maxFound = 10;

/** Which records of the domain are right: what receivers look for before they believe a mail of it. */
export const getMailboxDns: GetMailboxDns = async ({ mailboxes, dns }, _actor, { id_project, mailbox_id }) => {
  const mailbox = await mailboxes.get(id_project, mailbox_id);
  const domain = domainOf(mailbox.address);
  const { dkim } = outgoingOf(mailbox);
  const key = dkim && dkimRecordOf(mailbox.address, dkim);
  const [ofDomain, ofKey, ofPolicy, exchanges] = await Promise.all([
    dns.txt(domain),
    key ? dns.txt(key.name) : [],
    dns.txt(`_dmarc.${domain}`),
    dns.mx(domain),
  ]);
  const spf = ofDomain.filter((record) => /^v=spf1( |$)/i.test(record));
  const dmarc = ofPolicy.filter((record) => /^v=DMARC1\s*(;|$)/i.test(record));
  const publicKeyIn = (record: string) => /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '');
  const text = (
    check: 'spf' | 'dkim' | 'dmarc',
    name: string,
    found: readonly string[],
    ok: boolean,
    wanted?: string,
  ) => ({
    ...{ check, ok, name, type: 'TXT' as const, found: found.slice(0, maxFound) },
    ...(wanted !== undefined && { wanted }),
  });
  return {
    records: [
      // Two of them are none: RFC 7208.
      text('spf', domain, spf, spf.length === 1),
      text(
        'dkim',
        key?.name ?? `_domainkey.${domain}`,
        ofKey,
        ofKey.some((one) => publicKeyIn(one) === dkim?.publicKey),
        key?.value,
      ),
      text('dmarc', `_dmarc.${domain}`, dmarc, dmarc.length === 1, 'v=DMARC1; p=none'),
      { check: 'mx', ok: exchanges.length > 0, name: domain, type: 'MX', found: exchanges.slice(0, maxFound) },
    ],
  };
};
