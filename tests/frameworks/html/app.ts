import { loadPrecandidateForm, type PrecandidateFormElement } from 'precandidate-form';

await loadPrecandidateForm({ proxyUrl: 'https://forms.hr.example' });

const form = document.querySelector('precandidate-form') as PrecandidateFormElement;
const heading = document.querySelector('h1') as HTMLElement;
const missing = document.querySelector('#missing') as HTMLOutputElement;

form.messages = { en: { submit: 'Send to HR' } };
form.addEventListener('precandidate-ready', ({ detail }) => {
  missing.value = `${detail.missing}`;
});
form.addEventListener('precandidate-change', ({ detail }) => {
  missing.value = `${detail.missing}`;
});
form.addEventListener('precandidate-submitted', () => {
  heading.textContent = 'Confirmed. Thank you!';
});
