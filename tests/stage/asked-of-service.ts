/** Paths that the sandbox at `url` was asked for, by `<method> <route>` and how often. */
export async function askedOfService(url: string): Promise<Record<string, number>> {
  const answer = await fetch(`${url}/_control/requests`);
  return ((await answer.json()) as { counts: Record<string, number> }).counts;
}
