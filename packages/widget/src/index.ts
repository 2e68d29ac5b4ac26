export type { ElementState } from './controller/element-state.ts';
