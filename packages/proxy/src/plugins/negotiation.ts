/** Whether `If-None-Match` contains the ETag. Compares weakly, because a proxy that compresses makes an ETag weak. */
export function hasMatchingEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that `Accept-Encoding` allows. */
export function acceptedEncoding(accepted = ''): Encoding {
  const names = accepted
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
