// What the example uses of Angular, so that its class type-checks against the element's types.
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: unknown;
  export function Component(description: object): ClassDecorator;
  export function signal<Value>(value: Value): { (): Value; set(value: Value): void };
}
declare module '@angular/platform-browser' {
  export function bootstrapApplication(component: unknown): Promise<unknown>;
}
