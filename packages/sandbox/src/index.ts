export { startSandbox, type Sandbox } from './start-sandbox.ts';
export type { SandboxSettings } from './settings.ts';
export type { Fault, FaultKind } from './faults/fault-list.ts';
export type { WebhookDistortion, WebhookMode, WebhookTarget } from './storage/configuration.ts';
