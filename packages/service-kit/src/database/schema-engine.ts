import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

import type { Migration } from './migration-folder.ts';

type SchemaFiles = [path: string, content: string][];

const filters = { externalTables: [], externalEnums: [] };
const noSchema: SchemaFiles = [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']];

// Node has it; only the browser's types tell of it.
interface WasmExports {
  __wbindgen_start(): void;
}
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: WasmExports } }> };
};

let loaded: Promise<typeof SchemaEngine> | undefined;

/** Prisma's schema engine as WebAssembly (its native binary would be a download). Compiled once per process. */
function loadEngine(): Promise<typeof SchemaEngine> {
  loaded ??= compileEngine();
  return loaded;
}

async function compileEngine(): Promise<typeof SchemaEngine> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  // The package's own entry wants a bundler; this is what it would do.
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': withIdleTimers(glue) });
  (glue as unknown as { __wbg_set_wasm(exports: WasmExports): void }).__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue.SchemaEngine;
}

/** The engine never clears its ten-second timeouts: they must not keep a process from ending that is done. */
function withIdleTimers(glue: object): object {
  return Object.fromEntries(
    Object.entries(glue).map(([name, member]) => {
      if (!name.startsWith('__wbg_setTimeout_')) return [name, member];
      return [name, (run: () => void, ms: number) => setTimeout(run, ms).unref()];
    }),
  );
}

/**
 * Applies those of `migrations` that the database's ledger does not hold, each as one script.
 * @returns their names
 * @throws MigrationFailed
 */
export async function applyMigrations(
  url: string,
  migrations: readonly Migration[],
  schema: SchemaFiles,
): Promise<string[]> {
  // One connection: the engine's own advisory lock belongs to its session.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'parley-migrate',
    options: '-c timezone=UTC',
  });
  pool.on('error', () => undefined);
  try {
    const scripts: { last?: unknown } = {};
    const engine = await openEngine(scriptwise(pool, scripts), schema);
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({ filters, migrationsList: listOf(migrations) });
      return appliedMigrationNames;
    } catch (error) {
      throw scripts.last ?? error;
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/**
 * The SQL that leads from one Prisma schema to another; empty when they are the same.
 * @param from absent: from an empty database
 */
export async function diffSchemas(to: SchemaFiles, from?: SchemaFiles): Promise<string> {
  const engine = await openEngine(new PrismaPg({}), to);
  try {
    const { stdout } = await engine.diff({
      filters,
      script: true,
      exitCode: null,
      from: from ? { tag: 'schemaDatamodel', files: filesOf(from) } : { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: filesOf(to) },
    });
    return stdout ?? '';
  } finally {
    engine.free();
  }
}

async function openEngine(adapter: SqlMigrationAwareDriverAdapterFactory, schema: SchemaFiles): Promise<SchemaEngine> {
  const Engine = await loadEngine();
  const datamodels = schema.length > 0 ? schema : noSchema;
  return Engine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter));
}

/**
 * The adapter, sending every script whole. Its own way is to cut at each semicolon, which breaks function bodies and leaves half
 * a migration behind when a part fails; whole, PostgreSQL applies all of it or nothing.
 */
function scriptwise(pool: pg.Pool, scripts: { last?: unknown }): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect();
      adapter.executeScript = async (script) => {
        try {
          await pool.query(script);
        } catch (error) {
          scripts.last = error;
          throw error;
        }
      };
      return adapter;
    },
  };
}

function listOf(migrations: readonly Migration[]) {
  return {
    baseDir: '/',
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
}

function filesOf(schema: SchemaFiles) {
  return schema.map(([path, content]) => ({ path, content }));
}
