// Prints what an image holds, as SPDX 2.3:  node deploy/sbom.mjs APP ROOT
// Read from the files themselves, not from the lock file: what was left out of the image is left out here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const [app, system] = process.argv.slice(2);
const service = join(system, 'parley');
const { SOURCE_DATE_EPOCH: epoch } = process.env;
const { version } = JSON.parse(readFileSync(join(service, 'apps', app, 'package.json'), 'utf8'));
const root = { name: `parley-${app}`, version, license: 'Apache-2.0', purl: `pkg:generic/parley-${app}@${version}` };
const held = [...npmPackages(service), ...debianPackages(system), nodeItself()];
const contents = [...new Map(held.map((one) => [one.purl, one])).values()].toSorted((one, other) =>
  one.purl < other.purl ? -1 : 1,
);
const fingerprint = createHash('sha256')
  .update(JSON.stringify([root, contents]))
  .digest('hex');

const document = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: root.name,
  documentNamespace: `https://spdx.org/spdxdocs/${root.name}-${version}-${fingerprint}`,
  creationInfo: {
    created: new Date(Number(epoch || 0) * 1000).toISOString().replace('.000Z', 'Z'),
    creators: ['Tool: parley/deploy/sbom.mjs'],
  },
  packages: [root, ...contents].map(described),
  relationships: [
    related('SPDXRef-DOCUMENT', 'DESCRIBES', idOf(root)),
    ...contents.map((one) => related(idOf(root), 'CONTAINS', idOf(one))),
  ],
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);

function described({ name, version: versionInfo, license, purl }) {
  return {
    SPDXID: idOf({ purl }),
    name,
    versionInfo,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    // npm has words of its own for what is no SPDX expression.
    licenseDeclared:
      /^[\w.+() -]+$/.test(license ?? '') && !/^(SEE|UNLICENSED)/.test(license) ? license : 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
  };
}

function related(spdxElementId, relationshipType, relatedSpdxElement) {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

/** Unique, because a purl is, and of letters that SPDX accepts. */
function idOf({ purl }) {
  return `SPDXRef-${purl.replaceAll(/[^A-Za-z0-9.]+/g, '-')}-${createHash('sha256').update(purl).digest('hex').slice(0, 8)}`;
}

/** Folders with a manifest that has a name and a version, at any depth; other manifests only say how files of a folder are read. */
function npmPackages(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'package.json')
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
    .filter(({ name, version: own }) => name && own && name !== `@parley/${app}`)
    .map(({ name, version: own, license }) => ({
      name,
      version: own,
      license: typeof license === 'string' ? license : undefined,
      purl: `pkg:npm/${name.replace('@', '%40')}@${own}`,
    }));
}

function debianPackages(folder) {
  const libraries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.so(\.|$)/.test(entry.name) && !entry.parentPath.startsWith(service))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  return libraries.map(ownerOf);
}

/** Which package a library came with; `/lib` and `/usr/lib` are one folder, and each package names one of the two. */
function ownerOf(library) {
  const places = [library, `/usr${library}`, library.replace(/^\/usr/, ''), realpathSync(library)];
  for (const place of places) {
    const owner = output('dpkg-query', '--search', place)?.split(': ')[0];
    if (!owner) continue;
    const [name, version] = output('dpkg-query', '--show', owner).trim().split('\t');
    const [, architecture = 'all'] = name.split(':');
    const title = name.split(':')[0];
    return {
      name: title,
      version,
      purl: `pkg:deb/debian/${title}@${encodeURIComponent(version)}?arch=${architecture}`,
    };
  }
  throw new Error(`No package owns ${library}.`);
}

function output(program, ...args) {
  const { status, stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw error;
  return status === 0 ? stdout : undefined;
}

function nodeItself() {
  const { node } = process.versions;
  return { name: 'node', version: node, license: 'MIT', purl: `pkg:generic/node@${node}` };
}
