/** For what our theme draws elsewhere or not at all. */
export function Nothing(): null {
  return null;
}
