import { channelErrors, type SuppressionView } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

interface Suppression {
  address: string;
  why: SuppressionView['why'];
  createdAt: Date;
}

/** The only writer of `mail_suppression`. */
export class SuppressionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those of these addresses to which nothing is sent. */
  async among(projectId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const text = 'select address from mail_suppression where id_project = $1 and address = any($2)';
    const rows = await this.#db.query<{ address: string }>({ name: 'suppressions_among', text }, [
      projectId,
      addresses,
    ]);
    return new Set(rows.map(({ address }) => address));
  }

  async add(projectId: string, { address, why, createdAt }: Suppression): Promise<void> {
    const text = `insert into mail_suppression (id_project, address, why, created_at) values ($1, $2, $3, $4)
      on conflict (id_project, address) do nothing`;
    await this.#db.query({ name: 'suppression_add', text }, [projectId, address, why, createdAt]);
  }

  /** Newest first. */
  async list(projectId: string): Promise<Suppression[]> {
    const text = `select ${columns} from mail_suppression where id_project = $1 order by created_at desc, address limit 1000`;
    return this.#db.query<Suppression>({ name: 'suppressions_list', text }, [projectId]);
  }

  /** @throws suppression_not_found */
  async remove(projectId: string, address: string): Promise<Suppression> {
    const text = `delete from mail_suppression where id_project = $1 and address = $2 returning ${columns}`;
    const [removed] = await this.#db.query<Suppression>({ name: 'suppression_remove', text }, [projectId, address]);
    if (!removed) throw channelErrors.suppression_not_found();
    return removed;
  }
}

const columns = 'address, why, created_at as "createdAt"';

export function viewOf({ address, why, createdAt }: Suppression): SuppressionView {
  return { address, why, createdAt: createdAt.toISOString() };
}
