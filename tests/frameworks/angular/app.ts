import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { HostMessages, PrecandidateFormEvents } from 'precandidate-form';

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
        [fetchSession]="fetchSession"
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

  async fetchSession(): Promise<string> {
    const response = await fetch('/session');
    const { token } = (await response.json()) as { token: string };
    return token;
  }

  count({ detail }: PrecandidateFormEvents['precandidate-ready' | 'precandidate-change']): void {
    this.missing.set(detail.missing);
  }
}

await bootstrapApplication(Application);
