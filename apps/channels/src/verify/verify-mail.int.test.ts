import { generateKeyPairSync } from 'node:crypto';

import { DnsStandIn } from '@parley/testkit';
import { dkimSign } from 'mailauth';

import { isForged, type MailAuth } from './mail-auth.ts';
import { mailVerification } from './verify-mail.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const good = '198.51.100.7';
const bad = '203.0.113.9';
/** What a domain says of itself: who may send for it, and what becomes of the rest. */
const policies = { none: 'none', quarantine: 'quarantine', reject: 'reject' } as const;
const domainOf = (policy: string, spf: string) => `${spf}.${policy}.example`;
const spfs = { pass: `v=spf1 ip4:${good} -all`, soft: `v=spf1 ip4:${good} ~all`, open: 'v=spf1 ?all' } as const;

let dns: DnsStandIn;
let verify: ReturnType<typeof mailVerification>;
beforeAll(async () => {
  dns = await DnsStandIn.start();
  for (const policy of [...Object.keys(policies), 'silent'])
    for (const [name, spf] of Object.entries(spfs)) {
      const domain = domainOf(policy, name);
      dns.set('TXT', domain, spf);
      dns.set('TXT', `key._domainkey.${domain}`, record);
      if (policy !== 'silent') dns.set('TXT', `_dmarc.${domain}`, `v=DMARC1; p=${policy}`);
    }
  dns.set('TXT', 'other.example', `v=spf1 ip4:${good} -all`);
  dns.set('TXT', 'key._domainkey.other.example', record);
  dns.set('TXT', 'strict.example', `v=spf1 ip4:${good} -all`);
  dns.set('TXT', 'key._domainkey.sub.strict.example', record);
  dns.set('TXT', '_dmarc.strict.example', 'v=DMARC1; p=reject; adkim=s; aspf=s');
  dns.set('TXT', 'key._domainkey.strict.example', record);
  dns.broken.add('broken.example');
  dns.broken.add('_dmarc.broken.example');
  verify = mailVerification([dns.address]);
});
afterAll(() => dns.stop());

interface Case {
  from: string;
  /** Of the envelope; absent: that of `From`. */
  sender?: string;
  ip?: string;
  /** Domain of the signature; absent: none. */
  signed?: string;
  key?: string;
  changed?: 'body' | 'subject';
}

async function verdictOf({ from, sender = from, ip = good, signed, key = pem(privateKey), changed }: Case) {
  const head = [
    `From: vera@${from}`,
    'To: help@shop.example',
    'Subject: Order',
    'Date: Mon, 2 Nov 2026 10:00:00 +0000',
  ];
  const mail = [...head, 'Message-ID: <1@client.example>', '', 'Where is it?', ''].join('\r\n');
  const { signatures = '' } = signed
    ? await dkimSign(mail, {
        ...{ canonicalization: 'relaxed/relaxed', algorithm: 'rsa-sha256' },
        ...{ signingDomain: signed, selector: 'key', privateKey: key },
        signatureData: [{ signingDomain: signed, selector: 'key', privateKey: key }],
      })
    : {};
  const sent = changed === 'body' ? mail.replace('Where', 'There') : changed ? mail.replace('Order', 'Prize') : mail;
  return verify([Buffer.from(signatures + sent)], {
    mta: 'mx.shop.example',
    ip,
    helo: `mail.${sender}`,
    sender: `vera@${sender}`,
  });
}

type Expected = Partial<MailAuth> & { forged?: boolean };
const aligned = (spf: string, dkim: string): Expected => ({ spf, dkim, dmarc: 'pass', aligned: true, forged: false });

/** By the policy of the domain: what both checks say decides, the policy only what becomes of it. */
const table: [string, Case, Expected][] = Object.keys(policies).flatMap((policy): [string, Case, Expected][] => {
  const from = domainOf(policy, 'pass');
  const isReject = policy === 'reject';
  const unaligned = (spf: string, dkim: string): Expected => ({
    spf,
    dkim,
    dmarc: 'fail',
    aligned: false,
    forged: isReject,
  });
  return [
    [`${policy}: by its server, unsigned`, { from }, aligned('pass', 'none')],
    [`${policy}: by its server, signed`, { from, signed: from }, aligned('pass', 'pass')],
    [`${policy}: forwarded, signed`, { from, ip: bad, signed: from }, aligned('fail', 'pass')],
    [`${policy}: by another server, unsigned`, { from, ip: bad }, unaligned('fail', 'none')],
    [
      `${policy}: by a list with its own envelope, signed`,
      { from, sender: 'other.example', signed: from },
      aligned('pass', 'pass'),
    ],
    [`${policy}: with the envelope of another`, { from, sender: 'other.example' }, unaligned('pass', 'none')],
    [
      `${policy}: signed by another`,
      { from, sender: 'other.example', signed: 'other.example' },
      unaligned('pass', 'pass'),
    ],
    [`${policy}: signed by another, by its server`, { from, signed: 'other.example' }, aligned('pass', 'pass')],
    [
      `${policy}: with a body that was changed`,
      { from, ip: bad, signed: from, changed: 'body' },
      unaligned('fail', 'neutral'),
    ],
    [
      `${policy}: with a subject that was changed`,
      { from, ip: bad, signed: from, changed: 'subject' },
      unaligned('fail', 'fail'),
    ],
    [
      `${policy}: signed with another key`,
      { from, ip: bad, signed: from, key: pem(other.privateKey) },
      unaligned('fail', 'fail'),
    ],
    [`${policy}: changed, by its server`, { from, signed: from, changed: 'body' }, aligned('pass', 'neutral')],
    [
      `${policy}: softly, by another server`,
      { from: domainOf(policy, 'soft'), ip: bad },
      unaligned('softfail', 'none'),
    ],
    [`${policy}: softly, by its server`, { from: domainOf(policy, 'soft') }, aligned('pass', 'none')],
    [`${policy}: open, unsigned`, { from: domainOf(policy, 'open'), ip: bad }, unaligned('neutral', 'none')],
    [
      `${policy}: open, signed`,
      { from: domainOf(policy, 'open'), ip: bad, signed: domainOf(policy, 'open') },
      aligned('neutral', 'pass'),
    ],
  ];
});

const silent = domainOf('silent', 'pass');
const nobody = 'unknown.example';
const further: [string, Case, Expected][] = [
  ['no policy: by its server', { from: silent }, { spf: 'pass', dmarc: 'none', forged: false }],
  [
    'no policy: signed',
    { from: silent, ip: bad, signed: silent },
    { spf: 'fail', dkim: 'pass', dmarc: 'none', aligned: true },
  ],
  [
    'no policy: by another server',
    { from: silent, ip: bad },
    { spf: 'fail', dmarc: 'none', aligned: false, forged: false },
  ],
  ['unknown domain', { from: nobody }, { spf: 'none', dkim: 'none', dmarc: 'none', aligned: false, forged: false }],
  ['unknown domain, signed', { from: nobody, signed: nobody }, { dkim: 'neutral', dmarc: 'none', aligned: false }],
  ['name server fails', { from: 'broken.example' }, { spf: 'temperror', aligned: false, forged: false }],
  ['strict: by its server', { from: 'strict.example' }, aligned('pass', 'none')],
  ['strict: signed by itself', { from: 'strict.example', ip: bad, signed: 'strict.example' }, aligned('fail', 'pass')],
  [
    'strict: signed by its subdomain',
    { from: 'strict.example', ip: bad, signed: 'sub.strict.example' },
    { dkim: 'pass', dmarc: 'fail', aligned: false, forged: true },
  ],
  ['strict: by another server', { from: 'strict.example', ip: bad }, { dmarc: 'fail', aligned: false, forged: true }],
  ['subdomain of a domain that rejects', { from: `news.${domainOf('reject', 'pass')}`, ip: bad }, { aligned: false }],
  [
    'signed by its parent',
    { from: `news.${domainOf('none', 'pass')}`, ip: bad, signed: domainOf('none', 'pass') },
    { dkim: 'pass' },
  ],
];

it('has sixty cases', () => {
  expect(table.length + further.length).toBeGreaterThanOrEqual(60);
});

it.each([...table, ...further])('judges %s', async (_name, mail, { forged, ...expected }) => {
  const auth = await verdictOf(mail);
  expect(auth).toMatchObject(expected);
  if (forged !== undefined) expect(isForged(auth)).toBe(forged);
});
