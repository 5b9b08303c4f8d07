import { createHash, randomBytes } from 'node:crypto';

/** A link holds the project, in which it is looked up, and a secret; only the hash of the secret is stored. */
export function newToken(projectId: string): { token: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${projectId}-${secret}`, hash: hashOf(secret) };
}

const tokenShape = /^([0-9a-f]{24})-([\w-]{43})$/;

/** @returns `undefined`: it was never one */
export function readToken(token: string): { projectId: string; hash: string } | undefined {
  const [, projectId, secret] = tokenShape.exec(token) ?? [];
  return projectId && secret ? { projectId, hash: hashOf(secret) } : undefined;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
