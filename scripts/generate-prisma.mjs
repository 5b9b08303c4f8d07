#!/usr/bin/env node
// Generates a Prisma client for every schema that asks for one (`prisma/schema.prisma` or `prisma/schema/` of an app, and of the
// service kit's own tests), into `src/generated/prisma`, unless it is there already for the same schema and the same Prisma. Works without network.
// Plain JavaScript without dependencies, for any Node from 20 on: on a fresh clone it runs before anything else.
//
// What asks for a client; other schemas only describe their tables:
//
//   generator client {
//     provider            = "prisma-client"
//     output              = "../src/generated/prisma"      // from prisma/schema/: "../../src/generated/prisma"
//     moduleFormat        = "esm"
//     importFileExtension = "ts"
//   }
//   datasource db {
//     provider = "postgresql"
//   }
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const prisma = join(root, 'node_modules', 'prisma');
const version = JSON.parse(readFileSync(join(prisma, 'package.json'), 'utf8')).version;

const stale = appsWithSchema().filter(({ stampFile, stamp }) => readIfThere(stampFile) !== stamp);
const failed = (await Promise.all(stale.map(generate))).filter(Boolean);
for (const complaint of failed) console.error(complaint);
process.exitCode = failed.length === 0 ? 0 : 1;

function appsWithSchema() {
  const folders = readdirSync(join(root, 'apps')).map((name) => join('apps', name));
  return [...folders, join('packages', 'service-kit', 'test')].flatMap((name) => {
    const app = join(root, name);
    const schema = ['schema.prisma', 'schema'].map((file) => join(app, 'prisma', file)).find(existsSync);
    if (!schema || !textsOf(schema).some(([, text]) => text.includes('generator client {'))) return [];
    const output = join(app, 'src', 'generated', 'prisma');
    return [{ name, app, schema, output, stampFile: join(output, '.stamp'), stamp: stampOf(schema) }];
  });
}

function textsOf(schema) {
  const files = statSync(schema).isDirectory()
    ? readdirSync(schema, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.prisma'))
        .sort()
        .map((file) => join(schema, file))
    : [schema];
  return files.map((file) => [file.slice(dirname(schema).length), readFileSync(file, 'utf8')]);
}

function stampOf(schema) {
  const hash = createHash('sha256').update(version);
  for (const [file, text] of textsOf(schema)) hash.update(`\0${file}\0`).update(text);
  return hash.digest('hex');
}

/** @returns {Promise<string | undefined>} what went wrong */
async function generate({ name, app, schema, output, stampFile, stamp }) {
  rmSync(stampFile, { force: true });
  const env = {
    ...process.env,
    // Prisma would download its native engine, which generating does not need: any program that exists will do.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  const { code, text } = await run([join(prisma, 'build', 'index.js'), 'generate', '--schema', schema], {
    cwd: app,
    env,
  });
  if (code !== 0 || !existsSync(join(output, 'client.ts'))) {
    return `The Prisma client of ${name} could not be generated:\n${text.trim()}`;
  }
  // Last and at once: a run that is killed before is not taken for a complete one.
  writeFileSync(`${stampFile}.new`, stamp);
  renameSync(`${stampFile}.new`, stampFile);
  return undefined;
}

function run(args, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (part) => (text += part));
    child.stderr.on('data', (part) => (text += part));
    child.on('error', (error) => resolve({ code: 1, text: String(error) }));
    child.on('close', (code) => resolve({ code, text }));
  });
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
