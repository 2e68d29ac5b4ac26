import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import type { ElementState } from 'precandidate-form';

@Component({
  selector: 'main',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<precandidate-form (precandidate-ready)="state = $event.detail.by" />`,
})
export class Mistakes {
  state: ElementState = 'ready';
}
