export { startDemo, type Demo, type DemoPorts } from './start-demo.ts';
export { startPortal, type Portal } from './portal.ts';
