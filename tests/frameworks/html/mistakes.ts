import type { HostLanguage, PrecandidateFormElement } from 'precandidate-form';

export function mistaken(form: PrecandidateFormElement): HostLanguage {
  form.addEventListener('precandidate-ready', ({ detail }) => console.log(detail.by));
  form.state = 'ready';
  return { errors: { typed: 7 } };
}
