import { LANGUAGES, type Language } from '../views/candidate-words.ts';
import { ERRORS, FIELDS, KINDS } from './kinds.ts';
import type { Section, Specimen } from './specimen.ts';
import { STATES } from './states.ts';

/** The words of a host that adds a language. */
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

/** All sections of the gallery, in the order of the page. */
export function sections(themes: readonly string[]): readonly Section[] {
  const languages = Object.entries(LANGUAGES).map(([code, title]): Specimen => ({
    ...ERRORS,
    name: `language-${code}`,
    title,
    language: code as Language,
  }));
  const arabic: Specimen = {
    ...ERRORS,
    name: 'language-of-host',
    title: 'From right to left, in the host’s words',
    note: 'What the host does not say stays English.',
    language: 'ar',
    messages: { ar: ARABIC },
  };
  const looks = themes.map((theme): Specimen => ({
    ...FIELDS,
    name: `theme-${theme}`,
    title: theme,
    theme,
  }));
  return [
    { name: 'languages', title: 'Languages', specimens: [...languages, arabic] },
    { name: 'themes', title: 'Themes', specimens: looks },
    ...STATES,
    ...KINDS,
  ];
}
