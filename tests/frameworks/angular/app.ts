import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import {
  loadPrecandidateForm,
  type HostMessages,
  type PrecandidateFormEvents,
} from 'precandidate-form';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (isConfirmed()) {
      <h1>Confirmed. Thank you!</h1>
    } @else {
      <h1>Your application</h1>
      <p>Missing: {{ missing() }}</p>
      <precandidate-form
        locale="en"
        session-url="/session"
        [messages]="messages"
        (precandidate-ready)="count($event)"
        (precandidate-change)="count($event)"
        (precandidate-submitted)="isConfirmed.set(true)"
      ></precandidate-form>
    }
  `,
})
class Application {
  readonly missing = signal(0);
  readonly isConfirmed = signal(false);
  readonly messages: HostMessages = { en: { submit: 'Send to HR' } };

  count({ detail }: PrecandidateFormEvents['precandidate-ready' | 'precandidate-change']): void {
    this.missing.set(detail.missing);
  }
}

void loadPrecandidateForm({ proxyUrl: 'https://forms.hr.example' });
await bootstrapApplication(Application);
