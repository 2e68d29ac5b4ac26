/** The queue of sends. Keys are delivery ids. */
export const RELAY = 'relay';

/** The job that sends the row of `deliveries`, as in `exists (select 1 from …)`. */
export const JOB_OF_DELIVERY = `jobs where queue = '${RELAY}' and key = id`;
