export { FerzWorker } from './index.js';
export type { WorkerOptions } from './index.js';
