import { type Static, Type } from 'typebox';
import { TextOrNull, timeOrNull } from '../http/route-schemas.ts';
import type { Delivery } from './delivery-store.ts';

export const DeliverySchema = Type.Object({
  id: Type.String(),
  type: Type.String(),
  person_id: TextOrNull,
  precandidate_id: TextOrNull,
  state: Type.String(),
  sends: Type.Integer(),
  last_outcome: TextOrNull,
  created_at: Type.String(),
  next_at: TextOrNull,
  ended_at: TextOrNull,
});

export const DeliveriesSchema = Type.Object({ deliveries: Type.Array(DeliverySchema) });

/** A delivery in the API, with times in ISO 8601. */
export type ListedDelivery = Static<typeof DeliverySchema>;

export function listedDelivery({
  form_id,
  created_at,
  next_at,
  ended_at,
  ...rest
}: Delivery): ListedDelivery {
  return {
    ...rest,
    precandidate_id: form_id,
    created_at: new Date(created_at).toISOString(),
    next_at: timeOrNull(next_at),
    ended_at: timeOrNull(ended_at),
  };
}
