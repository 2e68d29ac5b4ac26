import type { Secret } from './secret.ts';

/** What the proxy is given to keep. */
export const KEPT = {
  api_key: 'api-key-4b1d9e2f70a3c586',
  backend_key: 'backend-key-7c2e5a90b4d8f613',
  other_backend_key: 'other-backend-key-1f6a3d8c',
  session_secret: 'session-secret-93b7e1c5d2f84a60-newest',
  old_session_secret: 'session-secret-0e5c8a4f71b6d392-old',
  webhook_secret: 'webhook-secret-5d0f7b3a92c8e164',
  relay_secret: 'whsec_UmVsYXktc2VjcmV0LXRoYXQtbm9ib2R5LW1heS1zZWU=',
  crm_secret: 'whsec_Q3JtLXNlY3JldC10aGF0LW5vYm9keS1tYXktZXZlci1zZWU=',
} as const;

/** What a candidate types. */
export const TYPED = {
  full_name: 'Ñusta "Kusi" Quispe & Söhne',
  email: 'kusi.quispe@correo.example',
  dob: '1987-11-23',
  consent: true,
  address: { street: 'Jirón <Huáscar> 4711, piso 9', postal_code: 'CUZ 08003' },
  languages: ['Runasimi', 'Aymar aru'],
  employed: 'no',
  last_employer: 'Molinos de Urubamba S.A.',
};

/** What HR knows, and gives along. */
export const PREFILL = { last_employer: 'Textiles Ollantaytambo E.I.R.L.' };
export const CREATION = { email: 'candidate.4711@correo.example', phone: '+51 984 771 155' };

/** What the service says of a person to the portal. */
export const CUSTOM_DATA = 'requisition 2026-0815 of Ollanta';

/** Of values that a candidate typed none has any place but the service’s. */
export function typedSecrets(): Secret[] {
  const texts = [
    TYPED.full_name,
    TYPED.email,
    TYPED.dob,
    TYPED.address.street,
    TYPED.address.postal_code,
    ...TYPED.languages,
    TYPED.last_employer,
  ];
  return texts.map((text) => ({ name: `typed “${text}”`, text, meant_for: [] }));
}

export function keptSecrets(): Secret[] {
  return Object.entries(KEPT).flatMap(([name, text]) => {
    const bare = text.replace(/^whsec_/, '');
    const key = bare === text ? [] : [{ name: `${name}, as bytes`, text: bare, meant_for: [] }];
    return [{ name, text, meant_for: [] }, ...key];
  });
}
