import { noProject } from '@parley/contracts';
import { archiveKinds } from '@parley/contracts/archive';
import type { Database } from '@parley/service-kit/database';
import type { Members, StoredRecord, TransferKind } from '@parley/service-kit/transfer';

/** Files of a project; their bytes travel apart. Source: contract 90 section 2. */
export const fileKind: TransferKind = {
  kind: 'file',
  schema: archiveKinds.file.schema,
  table: 'files',
  columns: {
    ...{ _id: 'id', kind: 'kind', path: 'path', name: 'name', class: 'class', type: 'type', inline: 'is_inline' },
    ...{ size: 'size', sha256: 'sha256', width: 'width', height: 'height', thumbnail: 'thumbnail' },
    ...{ thumbnail_size: 'thumbnail_size', thumbnail_sha256: 'thumbnail_sha256', unscanned: 'is_unscanned' },
    ...{ expiresAt: 'expires_at', createdBy: 'created_by', createdAt: 'created_at', __v: 'version' },
  },
  computed: {
    uploader: `json_build_object('kind', t.uploader_kind, 'id_project', t.uploader_project, 'id', t.uploader_id)`,
    subject: `case when t.subject_kind is not null then json_build_object('kind', t.subject_kind, 'id', t.subject_id) end`,
    references: `coalesce((select json_agg(json_build_object('message', f.id_message, 'request', f.request,
      'request_id', f.request_id, 'audience', f.audience) order by f.id_message)
      from file_references f where f.id_project = t.id_project and f.id_file = t.id), '[]')`,
  },
  extra(record, projectId) {
    const { _id, uploader, subject } = record as { _id: string; uploader: Uploader; subject?: Members };
    return {
      object_key: objectKeyOf(projectId, _id),
      ...{ uploader_kind: uploader.kind, uploader_project: uploader.id_project, uploader_id: uploader.id },
      ...{ subject_kind: subject?.kind, subject_id: subject?.id },
    };
  },
  async store(db, projectId, records) {
    await storeRows(
      db,
      'file_paths',
      records.flatMap((one) => pathsOf(one, projectId)),
    );
    await storeRows(
      db,
      'file_references',
      records.flatMap((one) => referencesOf(one, projectId)),
    );
    for (const one of records) await countUsage(db, projectId, one);
  },
};

interface Uploader {
  kind: string;
  id_project: string;
  id: string;
}

export function objectKeyOf(projectId: string, id: string): string {
  return `${projectId}/${id}`;
}

function pathsOf({ record: { _id, path, thumbnail } }: StoredRecord, projectId: string): Members[] {
  const row = { id_project: projectId, id_file: _id };
  return [{ ...row, path, part: 'o' }, ...(thumbnail === undefined ? [] : [{ ...row, path: thumbnail, part: 't' }])];
}

function referencesOf({ record: { _id, references } }: StoredRecord, projectId: string): Members[] {
  return (references as Members[]).map(({ message, request, request_id, audience }) => ({
    ...{ id_project: projectId, id_file: _id, id_message: message, request, request_id, audience },
  }));
}

async function storeRows(db: Database, table: string, rows: readonly Members[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
  await db.query(text, [JSON.stringify(rows)]);
}

/** Above the limits as well: a project that moves keeps what it has. */
async function countUsage(db: Database, projectId: string, { record }: StoredRecord): Promise<void> {
  const {
    uploader,
    size,
    thumbnail_size = 0,
  } = record as { uploader: Uploader; size: number; thumbnail_size?: number };
  const accounts = [
    [uploader.id_project, uploader.kind, uploader.id],
    [projectId, 'project', ''],
  ];
  for (const account of accounts) await db.query(count, [...account, size + thumbnail_size]);
}

const count = {
  name: 'usage-count-imported',
  text: `insert into usage (id_project, kind, id, bytes, files) values ($1, $2, $3, $4, 1)
    on conflict (id_project, kind, id) do update set bytes = usage.bytes + excluded.bytes, files = usage.files + 1`,
};

/** With what they count for people outside of the project, in one statement: a repeat subtracts nothing twice. */
export async function removeFiles(db: Database, projectId: string): Promise<void> {
  await db.query(remove, [projectId]);
  // Those of this project go with its other rows.
  await db.query(`delete from usage where id_project = $1 and bytes = 0 and files = 0`, [noProject]);
}

const remove = {
  name: 'files-remove-imported',
  text: `with gone as (delete from files where id_project = $1 returning *)
    update usage u set bytes = u.bytes - f.bytes, files = u.files - f.files
    from (select uploader_project, uploader_kind, uploader_id, sum(size + coalesce(thumbnail_size, 0)) as bytes, count(*) as files
      from gone group by 1, 2, 3) f
    where u.id_project = f.uploader_project and u.kind = f.uploader_kind and u.id = f.uploader_id`,
};
