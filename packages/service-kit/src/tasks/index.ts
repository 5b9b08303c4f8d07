export { every, type Job } from './jobs.ts';
export { enqueueOrderedTask, orderedTaskWorker } from './ordered-tasks.ts';
export { resealing } from './reseal.ts';
export { cancelTasks, enqueueTask, type NewTask, notifyTasksWritten, taskInsert, taskRecords } from './task.ts';
export { type Task, TaskContinuation, type TaskHandler, type TaskWorker, taskWorker } from './task-worker.ts';
