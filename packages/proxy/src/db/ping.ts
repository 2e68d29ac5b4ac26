/** A write that changes nothing: reading alone would not tell of a full disk or a read-only file. */
export const PING = 'update migrations set number = number where number = 1';
