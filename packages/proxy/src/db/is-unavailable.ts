import pg from 'pg';

/**
 * SQLSTATEs that are no fault of the statement: connection, a standby that only reads, log-in, no
 * such database, rolled back for another's sake, resources, cancelled by time or operator, input and
 * output, damage.
 */
const NOT_OURS = /^(08|25006|28|3D|40|53|57|58|XX)/;

/** Whether an error of `pg` means that the database cannot be used now, rather than that we asked wrongly. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return NOT_OURS.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // A code here is the socket's; without one it is how pg tells of its own connections.
  if ('code' in error) return true;
  return /connect|timeout|queryable|end on the pool/i.test(error.message);
}
