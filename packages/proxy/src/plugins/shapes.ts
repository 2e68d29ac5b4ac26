import { Type } from './type.ts';

/** Schemas that several routes share. */

/** An identifier of the service: a path segment that needs no escaping. */
export const Identifier = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });
const CountryCode = Type.String({ pattern: '^[A-Za-z]{2}$' });

export const PersonParams = Type.Object({ person_id: Identifier });
export const FormParams = Type.Object({ person_id: Identifier, form_id: Identifier });
export const CountryParams = Type.Object({ country_code: CountryCode });
export const CountryPersonParams = Type.Object({
  country_code: CountryCode,
  person_id: Identifier,
});

/** A body that is relayed to the service unchanged: any object. */
export const RelayedBody = Type.Object({}, { additionalProperties: true });

export const BACKEND = [{ backend: [] }];
export const SESSION = [{ session: [] }];
