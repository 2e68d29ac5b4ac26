import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type Language } from '../views/candidate-messages.ts';
import { FIELD_SECTIONS, PORTAL_FORM, TEXT_FORM, withErrors } from './field-specimens.ts';
import { specimen, type Section, type Specimen } from './specimen.ts';
import { STATE_SECTIONS } from './state-specimens.ts';

/** The messages of a host that adds a language. */
const ARABIC = {
  dir: 'rtl',
  submit: 'إرسال',
  errors: {
    typed: 'أدخل {ask}',
    ticked: 'ضع علامة أمام {ask}',
    email: 'أدخل {ask} بصيغة صحيحة، مثل name@example.com',
  },
  date: { parts: { day: 'اليوم', month: 'الشهر', year: 'السنة' } },
  errorSummary: { one: 'خطأ واحد', two: 'خطآن', few: '{n} أخطاء', other: '{n} خطأ' },
  fields: {
    document_id: { label: 'رقم الوثيقة', ask: 'رقم الوثيقة', hint: 'كما هو في وثيقتك' },
    email: { label: 'البريد الإلكتروني', ask: 'البريد الإلكتروني' },
    dob: { label: 'تاريخ الميلاد', ask: 'تاريخ الميلاد' },
    consent: { label: 'أوافق على التحقق', ask: 'أوافق على التحقق' },
  },
};

const CONSENT: Record<Language, string> = {
  es: 'Acepto la verificación',
  pt: 'Aceito a verificação',
  en: 'I agree to the verification',
};

/** The form inside the pages of three portals. */
const LAYOUTS: readonly Specimen[] = [
  specimen('layout-card', 'Narrow card', { layout: 'card', schema: PORTAL_FORM }),
  specimen('layout-columns', 'Two columns', { layout: 'columns', schema: PORTAL_FORM }),
  specimen('layout-dark', 'Dark portal', { layout: 'dark', theme: 'dark', schema: PORTAL_FORM }),
];

/** All sections of the gallery, in the order of the page. */
export function sections(themes: readonly string[]): readonly Section[] {
  const languages = Object.entries(LANGUAGES).map(([code, title]) =>
    specimen(`language-${code}`, title, {
      ...withErrors(CONSENT[code as Language]),
      language: code as Language,
    }),
  );
  const arabic = specimen('language-of-host', 'Right to left, with the host’s messages', {
    ...withErrors(CONSENT.es),
    note: 'Messages that the host does not provide stay English.',
    language: 'ar',
    messages: { ar: ARABIC },
  });
  const themed = themes.map((theme) =>
    specimen(`theme-${theme}`, theme, { schema: TEXT_FORM, theme }),
  );
  return [
    { name: 'languages', title: 'Languages', specimens: [...languages, arabic] },
    { name: 'themes', title: 'Themes', specimens: themed },
    { name: 'layouts', title: 'In three portals', specimens: LAYOUTS },
    ...STATE_SECTIONS,
    ...FIELD_SECTIONS,
  ];
}

const THEMES_FOLDER = fileURLToPath(new URL('../../../docs/themes/', import.meta.url));

/** Style sheets by theme: empty for the two color schemes, then the examples of the docs. */
export function readThemes(): ReadonlyMap<string, string> {
  const files = readdirSync(THEMES_FOLDER).filter((file) => file.endsWith('.css'));
  const examples = files.map((file): [string, string] => [
    file.replace('.css', ''),
    readFileSync(THEMES_FOLDER + file, 'utf8'),
  ]);
  return new Map([['light', ''], ['dark', ''], ...examples]);
}
