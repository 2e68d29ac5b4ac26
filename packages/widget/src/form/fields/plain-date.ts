const TYPED = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const VALUE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** A date in one line, day first: where what reads dates in parts could not be had. */
export const PLAIN_DATE = {
  read: (text: string): string => {
    const [, day = '', month = '', year] = TYPED.exec(text.trim()) ?? [];
    return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
  },
  write: (value: string): string => value.replace(VALUE, '$3/$2/$1'),
};
