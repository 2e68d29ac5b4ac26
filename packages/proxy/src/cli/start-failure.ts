import { SettingsError } from '../config/settings.ts';
import { NO_TLS } from '../db/postgres-connection.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** What is wrong with a Postgres, by its SQLSTATE. Its messages may contain values. */
const POSTGRES_FAULTS: Readonly<Record<string, string>> = {
  '25006':
    'it is read-only: connect to the primary server, or set default_transaction_read_only = off for the role',
  '28P01': 'the password of DATABASE_URL is wrong',
  '28000':
    'the role of DATABASE_URL may not log in from here; some servers accept it only with sslmode=require',
  '08P01':
    'a pooler such as PgBouncer refuses the connection, because its pool_mode is statement (set it to session) or DATABASE_URL has a parameter that ignore_startup_parameters does not name; its log says why',
  '3D000': 'the database of DATABASE_URL does not exist',
  '3F000': 'no schema of the search_path exists',
  '42501': 'the role of DATABASE_URL lacks rights; precandidate-proxy check names them',
  '53300': 'the server or the role has no connection left; a process opens up to 9',
};

/** What is wrong with the connection to a database, by the code of the error. */
const CONNECTION_FAULTS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${NO_TLS}$`), 'its server has no TLS, which the sslmode of DATABASE_URL requires'],
  [/ALTNAME/, 'its certificate is for another host than DATABASE_URL names'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'its certificate has expired, or the clock is wrong'],
  [
    /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/,
    'its certificate is not of a known authority: add sslrootcert=<file with the authority’s certificate> to DATABASE_URL',
  ],
  [
    /^(ENOENT|EACCES|EISDIR)$/,
    'its socket, or a file that DATABASE_URL names (sslrootcert, sslcert, sslkey), is not there or cannot be read',
  ],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/, 'no server responds there'],
];

/** Why the proxy cannot start, without a stack trace. */
export function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError && error.problem.detail !== undefined)
    return error.problem.detail;
  const code = error instanceof Error && 'code' in error ? String(error.code ?? '') : '';
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(code))
    return `The database cannot be used: ${POSTGRES_FAULTS[code] ?? 'Postgres responds with'} (SQLSTATE ${code})`;
  const [, remedy] = CONNECTION_FAULTS.find(([pattern]) => pattern.test(code)) ?? [];
  if (error instanceof ProblemError && remedy !== undefined)
    return `The database cannot be used (${code}): ${remedy}`;
  if (error instanceof ProblemError)
    return `The database cannot be used (${code || 'no response'}): it is unreachable, read-only, full, or (DATA_DIR) in use by another process`;
  if (code === 'EADDRINUSE') return 'PORT or METRICS_PORT is in use: set it to another one';
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return 'HOST is not an address of this machine';
  if (/^(EEXIST|ENOTDIR)$/.test(code)) return 'DATA_DIR is not a folder';
  if (code === 'ENOENT') return 'DATA_DIR cannot be created there: set it to a folder on a disk';
  if (code === 'EROFS') return 'DATA_DIR is on a read-only disk: set it to a folder on another one';
  if (/^(EACCES|EPERM)$/.test(code))
    return 'This user may not write to DATA_DIR or may not use the port';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
