import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { HostMessages, PrecandidateFormEvents } from 'precandidate-form';

@Component({
  selector: 'main',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (by()) {
      <h1>Confirmed by {{ by() }}</h1>
    } @else {
      <h1>Your application</h1>
      <p>Missing: {{ missing() }}</p>
      <precandidate-form
        locale="en"
        [fetchSession]="fetchSession"
        [messages]="messages"
        (precandidate-ready)="missing.set($event.detail.missing)"
        (precandidate-change)="missing.set($event.detail.missing)"
        (precandidate-submitted)="confirm($event)"
      ></precandidate-form>
    }
  `,
})
class Application {
  readonly missing = signal(0);
  readonly by = signal<string | undefined>(undefined);
  readonly messages: HostMessages = { en: { submit: 'Send to HR' } };

  async fetchSession(): Promise<string> {
    const response = await fetch('/session');
    const { token } = (await response.json()) as { token: string };
    return token;
  }

  confirm({ detail }: PrecandidateFormEvents['precandidate-submitted']): void {
    this.by.set(detail.by);
  }
}

await bootstrapApplication(Application);
