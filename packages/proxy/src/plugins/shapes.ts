import { Type } from './type.ts';

/** TypeBox shapes that several routes share; `/openapi.json` is made of them. */

/** An identifier of the service: one path segment that needs no escape. */
export const Identifier = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });
const CountryCode = Type.String({ pattern: '^[A-Za-z]{2}$' });

export const PersonParams = Type.Object({ person_id: Identifier });
export const FormParams = Type.Object({ person_id: Identifier, form_id: Identifier });
export const CountryParams = Type.Object({ country_code: CountryCode });
export const CountryPersonParams = Type.Object({
  country_code: CountryCode,
  person_id: Identifier,
});

/** Bodies that go on to the service as they are: an object, whatever it holds. */
export const RelayedBody = Type.Object({}, { additionalProperties: true });

export const BACKEND = [{ backend: [] }];
export const SESSION = [{ session: [] }];
