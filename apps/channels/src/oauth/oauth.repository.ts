import type { MailOauth, MailOauthView } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** How access tokens of a mailbox are fetched. Secrets are sealed. */
export interface OauthAccount {
  projectId: string;
  /** Of the mailbox. */
  id: string;
  provider: MailOauth['provider'];
  tokenUrl: string;
  clientId: string;
  clientSecret: string | null;
  refreshToken: string | null;
  accessToken: string | null;
  expiresAt: Date | null;
}

type Key = Pick<OauthAccount, 'projectId' | 'id'>;

/**
 * The account that a client has written. Secrets are kept only for the same endpoint: otherwise, an admin who changes it could have them
 * sent to a server of their own.
 */
export function oauthOf(
  { projectId, id }: Key,
  sent: MailOauth,
  current: OauthAccount | undefined,
  seal: (secret: string) => string,
): OauthAccount {
  const { provider, token_url: tokenUrl, client_id: clientId, client_secret, refresh_token } = sent;
  const isSame = current !== undefined && current.tokenUrl === tokenUrl && current.clientId === clientId;
  const sealed = (secret: string | undefined, kept: string | null | undefined) =>
    secret === undefined ? (isSame && kept) || null : seal(secret);
  return {
    ...{ projectId, id, provider, tokenUrl, clientId, accessToken: null, expiresAt: null },
    clientSecret: sealed(client_secret, current?.clientSecret),
    refreshToken: sealed(refresh_token, current?.refreshToken),
  };
}

export function oauthViewOf({ provider, tokenUrl, clientId, clientSecret, refreshToken }: OauthAccount): MailOauthView {
  return {
    ...{ provider, token_url: tokenUrl, client_id: clientId },
    ...(clientSecret && { client_secret_set: true as const }),
    ...(refreshToken && { refresh_token_set: true as const }),
  };
}

/** The only writer of `mail_oauth`. */
export class OauthRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find({ projectId, id }: Key): Promise<OauthAccount | undefined> {
    return (await this.#db.query<OauthAccount>(find, [projectId, id]))[0];
  }

  async list(projectId: string): Promise<OauthAccount[]> {
    return this.#db.query<OauthAccount>(list, [projectId]);
  }

  async save(account: OauthAccount): Promise<void> {
    const { projectId, id, provider, tokenUrl, clientId, clientSecret, refreshToken } = account;
    await this.#db.query(save, [projectId, id, provider, tokenUrl, clientId, clientSecret, refreshToken]);
  }

  async remove({ projectId, id }: Key): Promise<void> {
    await this.#db.query(remove, [projectId, id]);
  }

  /** Keeps a token that was fetched, unless the account has changed meanwhile. */
  async keep({ projectId, id, tokenUrl, clientId, refreshToken, accessToken, expiresAt }: OauthAccount): Promise<void> {
    await this.#db.query(keep, [projectId, id, tokenUrl, clientId, refreshToken, accessToken, expiresAt]);
  }
}

const columns = `id_project as "projectId", id, provider, token_url as "tokenUrl", client_id as "clientId",
  client_secret as "clientSecret", refresh_token as "refreshToken", access_token as "accessToken", expires_at as "expiresAt"`;

const find = { name: 'oauth_find', text: `select ${columns} from mail_oauth where id_project = $1 and id = $2` };
const list = { name: 'oauth_list', text: `select ${columns} from mail_oauth where id_project = $1 limit 1000` };
const remove = { name: 'oauth_remove', text: 'delete from mail_oauth where id_project = $1 and id = $2' };

const save = {
  name: 'oauth_save',
  text: `insert into mail_oauth (id_project, id, provider, token_url, client_id, client_secret, refresh_token)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id_project, id) do update set provider = excluded.provider, token_url = excluded.token_url,
      client_id = excluded.client_id, client_secret = excluded.client_secret, refresh_token = excluded.refresh_token,
      access_token = null, expires_at = null`,
};

const keep = {
  name: 'oauth_keep',
  text: `update mail_oauth set refresh_token = $5, access_token = $6, expires_at = $7
    where id_project = $1 and id = $2 and token_url = $3 and client_id = $4`,
};
