import type { Database } from '@parley/service-kit/database';
import { addressList, countedAddress } from '@parley/service-kit/security';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { ProjectStatus } from '../project/project.ts';

/** A secret that was used, and the token it belongs to. */
interface UsedApiToken {
  id: string;
  projectId: string;
  idUser: string;
  name: string;
  role: string;
  /** Empty: all of the role. */
  rights: string[];
  allowedIps: string[];
  /** Of the secret. */
  expiresAt: Date;
}

export type ApiTokenState =
  /** `isAddressNew`: the token admits the address and is not known to have been used from it. */
  | { live: true; token: UsedApiToken; isAddressNew: boolean }
  | { live: false; reason: 'unknown' | 'revoked' | 'expired' | 'project' | 'principal' };

interface StateRow {
  id: string;
  id_project: string;
  id_user: string;
  name: string;
  role: string;
  rights: string[];
  allowed_ips: string[];
  expires_at: Date;
  revoked: boolean;
  expired: boolean;
  project_status: number | null;
  is_maker_active: boolean;
  use_is_old: boolean;
  is_address_known: boolean;
}

/** A use is written once in so long: a busy token would otherwise write with every check. */
const useIntervalSeconds = 60;

const byHash = {
  name: 'check-api-token',
  text: `SELECT t.id, t.id_project, t.id_user, t.name, t.role, t.rights, t.allowed_ips, s.expires_at,
           t.revoked_at IS NOT NULL AS revoked, s.expires_at <= now() AS expired, p.status AS project_status,
           coalesce(m.status = 'active' AND NOT m.trashed, false) AS is_maker_active,
           coalesce(t.last_used_at < now() - make_interval(secs => ${useIntervalSeconds}), true) AS use_is_old,
           $2 = ANY (t.used_from) AS is_address_known
         FROM api_token_secrets s JOIN api_tokens t ON t.id_project = s.id_project AND t.id = s.id_token
           LEFT JOIN projects p ON p.id_project = s.id_project
           LEFT JOIN teammates m ON m.id_project = t.id_project AND m.id_user = t.id_user
         WHERE s.secret_hash = $1`,
};

const noteUse = {
  name: 'note-api-token-use',
  text: `UPDATE api_tokens SET last_used_at = now(), last_used_ip = $3 WHERE id_project = $1 AND id = $2
           AND coalesce(last_used_at < now() - make_interval(secs => ${useIntervalSeconds}), true)`,
};

/** Whether secrets of machine tokens work, and when they last did. */
export class ApiTokenUseRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** @param address a use from an address that the token does not admit is not noted */
  async use(secretHash: Uint8Array, address: string): Promise<ApiTokenState> {
    const [row] = await this.#db.query<StateRow>(byHash, [Buffer.from(secretHash), countedAddress(address)]);
    if (!row) return { live: false, reason: 'unknown' };
    if (row.revoked) return { live: false, reason: 'revoked' };
    if (row.expired) return { live: false, reason: 'expired' };
    if (row.project_status !== ProjectStatus.live) return { live: false, reason: 'project' };
    if (!row.is_maker_active) return { live: false, reason: 'principal' };

    const { id, id_project: projectId, allowed_ips: allowedIps } = row;
    const isAdmitted = allowedIps.length === 0 || addressList(allowedIps).has(address);
    if (row.use_is_old && isAdmitted) await this.#db.query(noteUse, [projectId, id, address]);
    const { id_user: idUser, name, role, rights, expires_at: expiresAt } = row;
    const token = { id, projectId, idUser, name, role, rights, allowedIps, expiresAt };
    return { live: true, token, isAddressNew: isAdmitted && !row.is_address_known };
  }
}
