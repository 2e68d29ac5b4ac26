export { startSandbox, type Sandbox } from './start-sandbox.ts';
export type { SandboxSettings } from './settings.ts';
export type { Fault, FaultKind } from './faults/fault.ts';
export type { WebhookMode, WebhookTarget } from './store/configuration.ts';
