export { type Environment, SettingsError } from './config/settings.ts';
export { type Setting, SETTINGS, type SettingName } from './config/settings.ts';
export { type Proxy, startProxy } from './start-proxy.ts';
export { type Checker, compileChecker } from './validation/compile-checker.ts';
