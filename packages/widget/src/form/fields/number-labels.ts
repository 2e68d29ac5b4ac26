import { plainText } from '../../i18n/plain-text.ts';

/** Words that people write ahead of the number of a document: its kind, in full or short, and "number". */
const LABELS = new Set(
  `cc ce cedula ci cip ciudadania cnh cnpj cpf ctps cui cuil cuit curp dni doc docto document documento dpi dui
  extranjeria id identidad identidade identification identificacao identificacion identity ife ine lc le licenca
  licence licencia license nie nif nis nit nro nss number num numero nuip pasaporte passaporte passport pep pis ppt
  ptp registration registro rfc rg rne rnm rtn ruc run rut tarjeta ti
  card carne carnet carteira cidadania civil fiscal geral nacional national no tax tributaria
  da de del do la of`.split(/\s+/),
);

/** A word, or an abbreviation such as `C.C.` or `C. C.`, with the signs after it. */
const FIRST_WORD = /^(\p{L}(?:\.\p{L}(?!\p{L}))+|\p{L}(?:\.\s\p{L}(?!\p{L}))+|\p{L}+)[\s.:#º°/-]*/u;
const NUMBER_SIGN = /^(?:n\s?(?:[º°]|\.(?!\p{L}))|#)[\s.:]*/iu;

/**
 * A number without the words ahead of it that say what it is: `1.234.567` of `C.C. 1.234.567`. `undefined` where no
 * such word stands there, or not a number alone after it.
 */
export function withoutLabel(text: string): string | undefined {
  let rest = text;
  for (let length = labelLength(rest); length > 0; length = labelLength(rest))
    rest = rest.slice(length);
  const isNumber = rest.split(/[\s.,/-]+/).every((group) => /\d/.test(group) || group.length === 1);
  return rest !== text && isNumber ? rest : undefined;
}

function labelLength(text: string): number {
  const [sign] = NUMBER_SIGN.exec(text) ?? [];
  if (sign !== undefined) return sign.length;
  const [whole = '', word = ''] = FIRST_WORD.exec(text) ?? [];
  return LABELS.has(plainText(word).replaceAll(/[^a-z]/g, '')) ? whole.length : 0;
}
