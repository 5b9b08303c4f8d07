import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Migration } from '@parley/service-kit/database';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

type SchemaFiles = [path: string, content: string][];

const filters = { externalTables: [], externalEnums: [] };
const oneLetter: number = pg.types.builtins.CHAR;
const noSchema: SchemaFiles = [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']];

// Node has it, but only the browser's types declare it.
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
  // Where the engine says why it breaks down; without it, it breaks down over that.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (why: string) => process.emitWarning(why) } });
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
 * The SQL that leads to a Prisma schema from an empty database, from another schema or from what the database at `url` holds.
 * @param url any PostgreSQL database that may be connected to; it is not changed
 */
export async function schemaDiff(
  url: string,
  to: SchemaFiles,
  from: 'nothing' | 'database' | SchemaFiles,
): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'parley-diff' });
  pool.on('error', () => undefined);
  const engine = await openEngine(catalogueReader(pool), to);
  try {
    const { stdout } = await engine.diff({
      filters,
      script: true,
      exitCode: null,
      from: sourceOf(from, to),
      to: { tag: 'schemaDatamodel', files: filesOf(to) },
    });
    return stdout ?? '';
  } finally {
    engine.free();
    await pool.end();
  }
}

/**
 * The adapter, knowing PostgreSQL's one-letter type "char" too: the engine asks for columns of it when it reads what a
 * database holds.
 */
function catalogueReader(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  let letters: boolean[] = [];
  const ask = pool.query.bind(pool) as (wire: object) => Promise<pg.QueryResult>;
  pool.query = (async (wire: object) => {
    const result = await ask(wire);
    letters = result.fields.map((field) => field.dataTypeID === oneLetter);
    for (const field of result.fields) if (field.dataTypeID === oneLetter) field.dataTypeID = pg.types.builtins.TEXT;
    return result;
  }) as pg.Pool['query'];

  return withAdapter(pool, (adapter) => {
    const read = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await read(query);
      const columnTypes = result.columnTypes.map((type, at) => (letters[at] ? ColumnTypeEnum.Character : type));
      return { ...result, columnTypes };
    };
  });
}

function sourceOf(from: 'nothing' | 'database' | SchemaFiles, to: SchemaFiles): DiffTarget {
  if (from === 'nothing') return { tag: 'empty' };
  if (from === 'database') return { tag: 'schemaDatasource', files: filesOf(to), configDir: '/' };
  return { tag: 'schemaDatamodel', files: filesOf(from) };
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
  return withAdapter(pool, (adapter) => {
    adapter.executeScript = async (script) => {
      try {
        await pool.query(script);
      } catch (error) {
        scripts.last = error;
        throw error;
      }
    };
  });
}

function withAdapter(
  pool: pg.Pool,
  change: (adapter: SqlDriverAdapter) => void,
): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect();
      change(adapter);
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
