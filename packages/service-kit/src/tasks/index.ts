export { every, type Job } from './jobs.ts';
export { cancelTasks, enqueueTask, type NewTask, notifyTasksWritten, taskInsert, taskRecords } from './task.ts';
export { type Task, type TaskHandler, type TaskWorker, taskWorker } from './task-worker.ts';
