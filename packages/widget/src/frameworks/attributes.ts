/** The attributes of `<precandidate-form>` as markup has them; see `PrecandidateFormElement`. */
export interface PrecandidateFormAttributes {
  session?: string | null | undefined;
  'session-url'?: string | null | undefined;
  'proxy-url'?: string | null | undefined;
  locale?: string | null | undefined;
  draft?: 'session' | 'off' | null | undefined;
  name?: string | null | undefined;
  required?: boolean | undefined;
}
