import { validate as dni } from 'stdnum/lib/esm/ar/dni.js';
import { validate as cpf } from 'stdnum/lib/esm/br/cpf.js';
import { validate as rut } from 'stdnum/lib/esm/cl/rut.js';
import { validate as fisica } from 'stdnum/lib/esm/cr/cpf.js';
import { validate as ci } from 'stdnum/lib/esm/ec/ci.js';
import { validate as curp } from 'stdnum/lib/esm/mx/curp.js';
import { validate as cui } from 'stdnum/lib/esm/pe/cui.js';
import type { WarningName } from '../i18n/messages.ts';
import type { DocumentName } from '../i18n/standard-fields.ts';

type Validate = (text: string) => { isValid: boolean; error?: { name: string } };

/** By document whose numbers have a check digit or a fixed length. */
const VALIDATE: Partial<Record<DocumentName, Validate>> = {
  ar_dni: dni,
  br_cpf: cpf,
  cl_run: rut,
  cr_cedula: fisica,
  ec_cedula: ci,
  mx_curp: curp,
  pe_dni: cui,
};

/**
 * The warning for a document number with a wrong check digit or length, if any. Details that only the
 * issuing office can verify, such as a region, are not checked.
 */
export function oddity(text: string, document: DocumentName): WarningName | undefined {
  const bare = text.replaceAll(/[\s.-]/g, '').toUpperCase();
  switch (VALIDATE[document]?.(bare).error?.name) {
    case 'InvalidChecksum':
      return 'checkDigit';
    case 'InvalidLength':
    case 'InvalidFormat':
      return 'form';
    default:
      return undefined;
  }
}
