/**
 * A token that says what a session says and that nobody signed: the element reads it, the scripted
 * proxy does not ask, and a real proxy would refuse it.
 */
export function lookAlikeSession(name: string): string {
  const claims = { person_id: `person-${name}`, form_id: name, exp: 4_102_444_800 };
  return [{ alg: 'none' }, claims].map(encoded).join('.') + '.unsigned';
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
