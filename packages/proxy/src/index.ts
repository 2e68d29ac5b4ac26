export { type Environment, SettingsError } from './settings/read-settings.ts';
export { type Setting, SETTINGS, type SettingName } from './settings/setting-list.ts';
export { type Proxy, startProxy } from './start-proxy.ts';
export { type Checker, compileChecker } from './validation/compile-checker.ts';
