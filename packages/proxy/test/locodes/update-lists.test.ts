import assert from 'node:assert/strict';
import { test } from 'node:test';

type Lists = Record<string, Record<string, string>>;
/** A script without types. */
const SCRIPT = new URL('../../../../scripts/city-lists.mjs', import.meta.url).href;

const RELEASE = [
  ',"PE",,".PERU",,,,,,,,',
  ',"PE","LIM","Lima","Lima","LIM","AI","1-345---","0501",,"1203S 07703W",',
  ',"PE","ANS","Andahuaylas, Apurímac","Andahuaylas","APU","AI","---4----","9601",,,',
  ',"PE","CLL","Callao","Callao","CAL","AF","1-------","0401",,,',
  '+,"AT","VIE","Wien/Vienna","Wien","9","AI","--345---","0501",,,',
  ',"AT","LNZ","Linz (Danube)","Linz",,"AI","---4----","0501",,,',
  ',"DE","CGN","Köln","Koln",,"AI","---4----","0501",,,',
].join('\r\n');

test('a release adds places with an airport to the countries of the list and to named ones', async () => {
  const { withPlaces } = (await import(SCRIPT)) as {
    withPlaces(known: Lists, text: string, countries: string[]): Lists;
  };
  assert.deepEqual(withPlaces({ PE: { LIM: 'Lima Metropolitana' } }, RELEASE, ['PE', 'AT']), {
    AT: { LNZ: 'Linz', VIE: 'Wien' },
    PE: { ANS: 'Andahuaylas, Apurímac', LIM: 'Lima Metropolitana' },
  });
});
