export { type Proxy, type ProxyOptions, startProxy } from './app.ts';
export {
  type Environment,
  type Setting,
  SETTINGS,
  SettingsError,
  type SettingName,
} from './config/settings.ts';
export { type Checker, compileChecker } from './validation/ajv-checker.ts';
